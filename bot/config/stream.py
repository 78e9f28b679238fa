"""The section [stream]: text files for the streamer's software, and predictions for the audience."""

import os
import re
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, field_validator

from bot.config.errors import ConfigError
from bot.config.values import STRICT
from bot.stream.question import LONGEST_WINDOW_S, MAX_TITLE, SHORTEST_WINDOW_S, length

HOW = "docs/stream.md tells how to get one"


class StreamSection(BaseModel):
    """What leaves for other software and for Twitch."""

    model_config = STRICT

    texts: str = ""
    predictions: bool = False
    token_env: str = "UNRUH_TWITCH_TOKEN"  # noqa: S105 - the name of a variable, not a token
    window_s: Annotated[int, Field(ge=SHORTEST_WINDOW_S, le=LONGEST_WINDOW_S)] = 120
    title: str = ""

    @field_validator("token_env")
    @classmethod
    def _is_a_name(cls, value: str) -> str:
        if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", value):  # a token that got here by mistake is not: it is never told
            raise ValueError("must be the name of an environment variable, in capital letters")
        return value

    @field_validator("title")
    @classmethod
    def _fits(cls, value: str) -> str:
        if value != value.strip() or not value.isprintable() or length(value) > MAX_TITLE:
            raise ValueError(f"must be one line of {MAX_TITLE} characters at most")
        return value


def texts_folder(section: StreamSection, config_dir: Path) -> Path | None:
    """The folder of the text files; None without one."""
    return config_dir / section.texts if section.texts else None


def twitch_token(section: StreamSection) -> str | None:
    """The token from the environment variable that is named; None without predictions. Raises `ConfigError`."""
    if not section.predictions:
        return None
    token = os.environ.get(section.token_env, "").strip()
    if not token:
        raise ConfigError(f"stream.predictions needs a token in the environment variable {section.token_env}; {HOW}")
    if not (token.isascii() and token.isalnum()):
        raise ConfigError(
            f"what the environment variable {section.token_env} holds is not a token of Twitch: "
            f"letters and digits are expected; {HOW}"
        )
    return token
