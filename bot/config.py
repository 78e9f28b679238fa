"""The configuration file: every key checked, every mistake named with what was expected and the nearest known key."""

import difflib
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_core import ErrorDetails

from scoring import Rules
from scoring.amounts import BOOK_LOOKAHEAD, BOOK_MIN_GAMES
from scoring.options import FlagFall, PawnCredit, PawnTradeEqual, PiecesLeft, Preset, UncastledBonus

_GAME_ID = r"^[A-Za-z0-9]{8}$"
_USER_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,29}$"
_ADDRESS = r"^https?://[^/\s?#@]+/?$"
_CONTACT = r"^[^\r\n:]*$"
_MEANING = {
    _GAME_ID: "must be a game id, eight letters and digits",
    _USER_NAME: "must be the name of a user",
    _ADDRESS: 'must be the address of a server without a path, like "https://lichess.org"',
    _CONTACT: "must be one line without a colon",
}
"""The patterns in words."""

GameId = Annotated[str, Field(pattern=_GAME_ID)]
UserName = Annotated[str, Field(pattern=_USER_NAME)]


class ConfigError(Exception):
    """The configuration cannot be used; the text says where and why."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LichessSection(_Section):
    """Which server, and as whom."""

    base_url: Annotated[str, Field(pattern=_ADDRESS)] = "https://lichess.org"
    token_env: str = "UNRUH_TOKEN"  # noqa: S105 - the name of a variable, not a token
    token_file: str = ""
    contact: Annotated[str, Field(pattern=_CONTACT)] = ""


class FollowSection(_Section):
    """What is followed."""

    games: list[GameId] = []
    users: Annotated[list[UserName], Field(max_length=100)] = []


class ShowSection(_Section):
    """Where and how it is shown."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8086
    lang: Literal["de", "en"] = "en"
    featured: str = ""


class RulesSection(_Section):
    """The readings of the rules; what is left out comes from the preset."""

    preset: Preset = "letter"
    pawn_trade_equal: PawnTradeEqual = "penalise"
    pieces_left: PiecesLeft | None = None
    uncastled_bonus: UncastledBonus | None = None
    pawn_credit: PawnCredit | None = None
    flag_fall: FlagFall = "chessmail"
    book_lookahead: Annotated[int, Field(ge=1)] = BOOK_LOOKAHEAD
    book_min_games: Annotated[int, Field(ge=1)] = BOOK_MIN_GAMES

    @field_validator("flag_fall")
    @classmethod
    def _available(cls, value: FlagFall) -> FlagFall:
        Rules(flag_fall=value)
        return value


class Config(_Section):
    """Everything that can be configured."""

    lichess: LichessSection = LichessSection()
    follow: FollowSection = FollowSection()
    show: ShowSection = ShowSection()
    rules: RulesSection = RulesSection()

    def rule_options(self) -> Rules:
        """The rules as the engine takes them."""
        return Rules(**self.rules.model_dump())


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


def read_token(section: LichessSection, config_dir: Path) -> str | None:
    """The token from the file or the environment variable that the configuration names; None if there is none."""
    token, origin = os.environ.get(section.token_env, ""), f"the environment variable {section.token_env}"
    if section.token_file:
        path = config_dir / section.token_file
        try:
            token, origin = path.read_text(encoding="utf-8-sig").strip(), str(path)
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"the token file {path} cannot be read; check lichess.token_file") from error
        if not token:
            raise ConfigError(f"the token file {path} is empty; check lichess.token_file")
    if token and not (token.isascii() and token.replace("_", "").isalnum()):
        raise ConfigError(f"what {origin} holds is not a token: letters, digits and underscores are expected")
    return token or None


def _mistakes(error: ValidationError) -> Iterator[str]:
    for mistake in error.errors():
        place = [str(part) for part in mistake["loc"]]
        key = ".".join(place)
        if mistake["type"] == "extra_forbidden":
            known = _known_keys(place[:-1])
            nearest = difflib.get_close_matches(place[-1], known, n=1, cutoff=0.5)
            advice = f'did you mean "{nearest[0]}"?' if nearest else f"known are {', '.join(known)}"
            yield f'unknown key "{key}": {advice}'
        else:
            # What stands in [lichess] is not repeated: it might be a token that got into the wrong line.
            # What is wrong with a value for reasons of its own is told whole.
            hushed = place[0] == "lichess" or mistake["type"] == "value_error"
            given = "" if hushed else f", not {mistake['input']!r}"
            yield f"{key}: {_expectation(mistake)}{given}"


def _expectation(mistake: ErrorDetails) -> str:
    if mistake["type"] == "string_pattern_mismatch":
        return _MEANING[mistake["ctx"]["pattern"]]
    if mistake["type"] == "model_type":
        return "must be a section with keys of its own"
    return mistake["msg"].removeprefix("Value error, ").replace("Input should be", "must be")


def _known_keys(place: list[str]) -> list[str]:
    model: Any = Config
    for part in place:
        model = model.model_fields[part].annotation
    return list(model.model_fields)
