"""Reading the configuration file: every mistake is named with what was expected and the nearest known key."""

import difflib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bot.config.errors import ConfigError
from bot.config.sections import Config
from bot.config.values import MEANING

_PYDANTIC = re.compile(r"^(?:Input|String|List) should")


def load_config(path: Path) -> Config:
    """Read a configuration file; raises `ConfigError`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"{path} cannot be read: {reason}") from error
    try:
        return parse_config(text)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def parse_config(text: str) -> Config:
    """Check the text of a configuration file; raises `ConfigError` naming every mistake."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not valid TOML: {error}") from error
    try:
        return Config.model_validate(values)
    except ValidationError as error:
        raise ConfigError("; ".join(_mistakes(error))) from error


def _mistakes(error: ValidationError) -> Iterator[str]:
    for mistake in error.errors():
        place = [str(part) for part in mistake["loc"]]
        if not place:
            yield _expectation(mistake)
            continue
        key = ".".join(place)
        if mistake["type"] == "extra_forbidden":
            known = _known_keys(place[:-1])
            nearest = difflib.get_close_matches(place[-1], known, n=1, cutoff=0.5)
            advice = f'did you mean "{nearest[0]}"?' if nearest else f"known are {', '.join(known)}"
            yield f'unknown key "{key}": {advice}'
        else:
            # What stands there is not repeated: it might be a token that got into the wrong line, or hold a password.
            # What is wrong with a value for reasons of its own is told whole.
            hushed = (
                place[0] in ("lichess", "book", "store", "bus", "boards", "obs", "stream")
                or mistake["type"] == "value_error"
            )
            given = "" if hushed else f", not {mistake['input']!r}"
            yield f"{key}: {_expectation(mistake)}{given}"


def _expectation(mistake: ErrorDetails) -> str:
    if mistake["type"] == "string_pattern_mismatch":
        return MEANING[mistake["ctx"]["pattern"]]
    if mistake["type"] == "model_type":
        return "must be a section with keys of its own"
    if mistake["loc"] == ("events",) and mistake["type"] == "list_type":
        return "must be written [[events]], once for each event"
    return _PYDANTIC.sub("must", mistake["msg"].removeprefix("Value error, "))


def _known_keys(place: list[str]) -> list[str]:
    """The keys of the section at a place; of a list of sections, those that each one has."""
    model: Any = Config
    for part in place:
        model = model if part.isdigit() else _section(model.model_fields[part].annotation)
    return [field.alias or name for name, field in model.model_fields.items()]


def _section(annotation: Any) -> Any:
    """The section that a field is, may be, or is a list of."""
    return next((inner for inner in get_args(annotation) if inner is not type(None)), annotation)
