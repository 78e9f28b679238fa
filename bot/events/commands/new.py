"""The section of a new event, as `unruh event new` writes it."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import TypeAlias

from bot.config import parse_config

Value: TypeAlias = str | int | datetime | list[str] | dict[str, list[str]]


def section_text(values: Mapping[str, Value]) -> str:
    """The section [[events]] with these values; what is empty is left out. Raises `ConfigError` if it is not right."""
    lines = [f"{key} = {_toml(value)}" for key, value in values.items() if value]
    text = "\n".join(["[[events]]", *lines, ""])
    parse_config(text)
    return text


def _toml(value: Value) -> str:
    match value:
        case datetime():
            return value.isoformat()
        case dict():
            return "{ " + ", ".join(f"{_toml(key)} = {_toml(names)}" for key, names in value.items()) + " }"
        case list():
            return f"[{', '.join(_toml(one) for one in value)}]"
        case int():
            return str(value)
        case _:
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
