"""The sections of the configuration file and their keys."""

from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from scoring import Rules
from scoring.amounts import BOOK_LOOKAHEAD, BOOK_MIN_GAMES, FLAG_FALL_NODES, MATCH_GAMES
from scoring.options import FlagFall, PawnCredit, PawnTradeEqual, PiecesLeft, Preset, UncastledBonus

_GAME_ID = r"^[A-Za-z0-9]{8}$"
_EVENT_ID = r"^[A-Za-z0-9]{4,12}$"
_TEAM_ID = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,59}$"
_CHANNEL = r"^[a-z][A-Za-z0-9]{2,19}$"
_USER_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,29}$"
_ADDRESS = r"^https?://[^/\s?#@]+/?$"
_CONTACT = r"^[^\r\n:]*$"
MEANING = {
    _GAME_ID: "must be a game id, eight letters and digits",
    _EVENT_ID: "must be the id of an event, the last part of its address",
    _TEAM_ID: "must be the id of a team, the last part of its address",
    _CHANNEL: 'must be the name of a TV channel, like "best", "blitz" or "rapid"',
    _USER_NAME: "must be the name of a user",
    _ADDRESS: 'must be the address of a server without a path, like "https://lichess.org"',
    _CONTACT: "must be one line without a colon",
}
"""The patterns in words."""

STORE_FILE = "sqlite:///"
STORE_SERVERS = ("postgresql://", "postgres://")
_STORES = (STORE_FILE, *STORE_SERVERS)


def _is_address(text: str) -> bool:
    try:
        address = urlsplit(text)
        return bool(address.hostname) and address.port != 0
    except ValueError:  # a port that is none, a bracket that is not closed
        return False


def _server(address: str) -> str:
    if not _is_address(address):
        raise ValueError(MEANING[_ADDRESS])
    return address


ServerAddress = Annotated[str, Field(pattern=_ADDRESS), AfterValidator(_server)]
GameId = Annotated[str, Field(pattern=_GAME_ID)]
EventId = Annotated[str, Field(pattern=_EVENT_ID)]
TeamId = Annotated[str, Field(pattern=_TEAM_ID)]
Channel = Annotated[str, Field(pattern=_CHANNEL)]
UserName = Annotated[str, Field(pattern=_USER_NAME)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LichessSection(_Section):
    """Which server, and as whom."""

    base_url: ServerAddress = "https://lichess.org"
    token_env: str = "UNRUH_TOKEN"  # noqa: S105 - the name of a variable, not a token
    token_file: str = ""
    contact: Annotated[str, Field(pattern=_CONTACT)] = ""

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
    theme: Literal["dark", "light", "contrast", "own"] = "dark"
    theme_css: str = ""
    words: str = ""
    delay_s: Annotated[int, Field(ge=0, le=900)] = 0
    feature: Literal["longest", "top", "closest"] = "longest"
    match_games: Annotated[int, Field(ge=1, le=100)] = MATCH_GAMES

    @model_validator(mode="after")
    def _has_own_theme(self) -> Self:
        if self.theme == "own" and not self.theme_css:
            raise ValueError('must name the file of the theme "own": theme_css = "theme.css"')
        return self


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


class BookSection(_Section):
    """Who knows which positions have been played before."""

    embedded: bool = True
    files: list[Annotated[str, Field(min_length=1)]] = []
    online: Literal["", "masters", "lichess"] = ""
    explorer_url: ServerAddress = "https://explorer.lichess.org"

    @model_validator(mode="after")
    def _names_a_book(self) -> Self:
        if not (self.embedded or self.files or self.online):
            raise ValueError("must name a book: say embedded = true, or name files, or a database online")
        return self


class StoreSection(_Section):
    """Where everything is kept, and for how long."""

    url: str = "unruh.sqlite"
    password_env: str = "UNRUH_STORE_PASSWORD"  # noqa: S105 - the name of a variable, not a password
    keep_days: Annotated[int, Field(ge=0, le=36500)] = 90

    @field_validator("url")
    @classmethod
    def _known(cls, value: str) -> str:
        if "://" in value and not value.startswith(_STORES):
            raise ValueError('must be a file, or a URL that begins with "postgresql://" or "sqlite:///"')
        return value


class Config(_Section):
    """Everything that can be configured."""

    lichess: LichessSection = LichessSection()
    follow: FollowSection = FollowSection()
    show: ShowSection = ShowSection()
    rules: RulesSection = RulesSection()
    book: BookSection = BookSection()
    store: StoreSection = StoreSection()

    def rule_options(self) -> Rules:
        """The rules as the engine takes them."""
        return Rules(**self.rules.model_dump())
