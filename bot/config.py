"""The configuration file: every key checked, every mistake named with what was expected and the nearest known key."""

import difflib
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_core import ErrorDetails

from scoring import Rules
from scoring.amounts import BOOK_LOOKAHEAD, BOOK_MIN_GAMES, FLAG_FALL_NODES
from scoring.options import FlagFall, PawnCredit, PawnTradeEqual, PiecesLeft, Preset, UncastledBonus

_GAME_ID = r"^[A-Za-z0-9]{8}$"
_EVENT_ID = r"^[A-Za-z0-9]{4,12}$"
_TEAM_ID = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,59}$"
_CHANNEL = r"^[a-z][A-Za-z0-9]{2,19}$"
_USER_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,29}$"
_ADDRESS = r"^https?://[^/\s?#@]+/?$"
_CONTACT = r"^[^\r\n:]*$"
_MEANING = {
    _GAME_ID: "must be a game id, eight letters and digits",
    _EVENT_ID: "must be the id of an event, the last part of its address",
    _TEAM_ID: "must be the id of a team, the last part of its address",
    _CHANNEL: 'must be the name of a TV channel, like "best", "blitz" or "rapid"',
    _USER_NAME: "must be the name of a user",
    _ADDRESS: 'must be the address of a server without a path, like "https://lichess.org"',
    _CONTACT: "must be one line without a colon",
}
"""The patterns in words."""

_FILE = "sqlite:///"
_SERVERS = ("postgresql://", "postgres://")
_DATABASES = (_FILE, *_SERVERS)

GameId = Annotated[str, Field(pattern=_GAME_ID)]
EventId = Annotated[str, Field(pattern=_EVENT_ID)]
TeamId = Annotated[str, Field(pattern=_TEAM_ID)]
Channel = Annotated[str, Field(pattern=_CHANNEL)]
UserName = Annotated[str, Field(pattern=_USER_NAME)]


_PYDANTIC = re.compile(r"^(?:Input|String|List) should")


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

    @field_validator("base_url")
    @classmethod
    def _readable(cls, value: str) -> str:
        if not _is_address(value):
            raise ValueError(_MEANING[_ADDRESS])
        return value

    @property
    def agent(self) -> str:
        """As what the program introduces itself to the server."""
        return f"unruh (contact {self.contact})" if self.contact else "unruh"


class FollowSection(_Section):
    """What is followed."""

    games: list[GameId] = []
    mine: bool = False
    users: list[UserName] = []
    arenas: list[EventId] = []
    swiss: list[EventId] = []
    teams: list[TeamId] = []
    tv: list[Channel] = []
    broadcast_rounds: list[EventId] = []
    broadcast_tournaments: list[EventId] = []
    broadcast_groups: list[EventId] = []
    pgn: list[Annotated[str, Field(min_length=1)]] = []

    @field_validator("pgn")
    @classmethod
    def _readable(cls, value: list[str]) -> list[str]:
        for number, place in enumerate(value):
            if place.startswith(("http://", "https://")) and not _is_address(place):
                raise ValueError(f"number {number} must be a file, or the address of a page")
        return value

    @property
    def names_something(self) -> bool:
        """Whether anything is to be followed at all."""
        return any(self.model_dump().values())


WAYS = f"name something in the section [follow]; its keys are {', '.join(FollowSection.model_fields)}"
"""What to do where nothing is named to follow."""


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
    flag_fall_nodes: Annotated[int, Field(ge=1)] = FLAG_FALL_NODES
    book_lookahead: Annotated[int, Field(ge=1)] = BOOK_LOOKAHEAD
    book_min_games: Annotated[int, Field(ge=1)] = BOOK_MIN_GAMES


class StoreSection(_Section):
    """Where everything is kept, and for how long."""

    url: str = "unruh.sqlite"
    password_env: str = "UNRUH_STORE_PASSWORD"  # noqa: S105 - the name of a variable, not a password
    keep_days: Annotated[int, Field(ge=0, le=36500)] = 90

    @field_validator("url")
    @classmethod
    def _known(cls, value: str) -> str:
        if "://" in value and not value.startswith(_DATABASES):
            raise ValueError('must be a file, or a URL that begins with "postgresql://" or "sqlite:///"')
        return value


class Config(_Section):
    """Everything that can be configured."""

    lichess: LichessSection = LichessSection()
    follow: FollowSection = FollowSection()
    show: ShowSection = ShowSection()
    rules: RulesSection = RulesSection()
    store: StoreSection = StoreSection()

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
        except (OSError, ValueError) as error:
            raise ConfigError(f"the token file {path} cannot be read; check lichess.token_file") from error
        if not token:
            raise ConfigError(f"the token file {path} is empty; check lichess.token_file")
    if token and not (token.isascii() and token.replace("_", "").isalnum()):
        raise ConfigError(f"what {origin} holds is not a token: letters, digits and underscores are expected")
    return token or None


def store_url(section: StoreSection, config_dir: Path) -> str:
    """Where the store is: the path of a file, or the URL of a server; "" without a store."""
    if not section.url or section.url.startswith(_SERVERS):
        return section.url
    return str(config_dir / section.url.removeprefix(_FILE))


def store_password(section: StoreSection) -> str | None:
    """The password of the store's server from the environment variable that is named; None if there is none."""
    return os.environ.get(section.password_env) or None


def _is_address(text: str) -> bool:
    try:
        address = urlsplit(text)
        return bool(address.hostname) and address.port != 0
    except ValueError:  # a port that is none, a bracket that is not closed
        return False


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
            # What stands there is not repeated: it might be a token that got into the wrong line, or hold a password.
            # What is wrong with a value for reasons of its own is told whole.
            hushed = place[0] in ("lichess", "store") or mistake["type"] == "value_error"
            given = "" if hushed else f", not {mistake['input']!r}"
            yield f"{key}: {_expectation(mistake)}{given}"


def _expectation(mistake: ErrorDetails) -> str:
    if mistake["type"] == "string_pattern_mismatch":
        return _MEANING[mistake["ctx"]["pattern"]]
    if mistake["type"] == "model_type":
        return "must be a section with keys of its own"
    return _PYDANTIC.sub("must", mistake["msg"].removeprefix("Value error, "))


def _known_keys(place: list[str]) -> list[str]:
    model: Any = Config
    for part in place:
        model = model.model_fields[part].annotation
    return list(model.model_fields)
