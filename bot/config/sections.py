"""The sections of the configuration file and their keys."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, field_validator, model_validator

from bot.config.boards import BoardsSection
from bot.config.events import EventSection
from bot.config.obs import ObsSection
from bot.config.rules import RulesSection
from bot.config.stream import StreamSection
from bot.config.values import (
    CONTACT,
    EVENT_NAME,
    STRICT,
    Channel,
    EventId,
    GameId,
    Network,
    ServerAddress,
    TeamId,
    UserName,
    readable_places,
)
from scoring import Rules
from scoring.amounts import MATCH_GAMES

MEMORY = "memory://"
_BUSES = ("redis://", "rediss://")
STORE_FILE = "sqlite:///"
STORE_SERVERS = ("postgresql://", "postgres://")
_STORES = (STORE_FILE, *STORE_SERVERS)


class _Section(BaseModel):
    model_config = STRICT


class LichessSection(_Section):
    """Which server, and as whom."""

    base_url: ServerAddress = "https://lichess.org"
    token_env: str = "UNRUH_TOKEN"  # noqa: S105 - the name of a variable, not a token
    token_file: str = ""
    contact: Annotated[str, Field(pattern=CONTACT)] = ""

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

    _readable = field_validator("pgn")(readable_places)

    @property
    def names_something(self) -> bool:
        """Whether anything is to be followed at all."""
        return any(self.model_dump().values())

    @property
    def asks_server(self) -> bool:
        """Whether anything of it is on the server, and not in a file or on a page of somebody else."""
        return any(self.model_dump(exclude={"pgn"}).values())


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
    proxies: list[Network] = []

    @model_validator(mode="after")
    def _has_own_theme(self) -> Self:
        if self.theme == "own" and not self.theme_css:
            raise ValueError('must name the file of the theme "own": theme_css = "theme.css"')
        return self


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


class BusSection(_Section):
    """How states come to the servers that show them."""

    url: str = MEMORY
    password_env: str = "UNRUH_BUS_PASSWORD"  # noqa: S105 - the name of a variable, not a password
    name: Annotated[str, Field(pattern=EVENT_NAME)] = "unruh"

    @property
    def is_shared(self) -> bool:
        """Whether other programs can hear it."""
        return self.url != MEMORY

    @field_validator("url")
    @classmethod
    def _known(cls, value: str) -> str:
        if value != MEMORY and not value.startswith(_BUSES):
            raise ValueError(f'must be "{MEMORY}", or begin with "redis://" or "rediss://"')
        if "@" in value and ":" in value.partition("://")[2].rpartition("@")[0]:
            raise ValueError("must hold no password; it belongs into the environment variable that password_env names")
        return value


class Config(_Section):
    """Everything that can be configured."""

    lichess: LichessSection = LichessSection()
    follow: FollowSection = FollowSection()
    show: ShowSection = ShowSection()
    rules: RulesSection = RulesSection()
    book: BookSection = BookSection()
    store: StoreSection = StoreSection()
    bus: BusSection = BusSection()
    boards: BoardsSection = BoardsSection()
    obs: ObsSection = ObsSection()
    stream: StreamSection = StreamSection()
    events: list[EventSection] = []

    @model_validator(mode="after")
    def _tells_events_apart(self) -> Self:
        ids = [event.id.casefold() for event in self.events]
        if twice := [event.id for event in self.events if ids.count(event.id.casefold()) > 1]:
            raise ValueError(f'events: each must have an id of its own, and "{twice[0]}" is there twice')
        return self

    @model_validator(mode="after")
    def _has_boards(self) -> Self:
        made_of_boards = [event.id for event in self.events if event.boards]
        if made_of_boards and not self.boards.livechess:
            raise ValueError(f'events: "{made_of_boards[0]}" needs boards: boards.livechess must say where they are')
        return self

    @property
    def names_something(self) -> bool:
        """Whether there is anything to follow at all."""
        return self.wanted.names_something or bool(self.boards.livechess)

    @property
    def only_shows(self) -> bool:
        """Whether it is good for nothing but showing what another program follows."""
        return self.bus.is_shared and not self.names_something

    @property
    def wanted(self) -> FollowSection:
        """All that is to be followed: what the section [follow] names, and what the events are made of."""
        also: dict[str, list[str]] = {
            "arenas": [name for event in self.events for name in event.arena],
            "swiss": [name for event in self.events for name in event.swiss],
            "broadcast_tournaments": [name for event in self.events for name in event.broadcast_tournament],
            "broadcast_rounds": [name for event in self.events for name in event.broadcast_round],
            "pgn": [name for event in self.events for name in event.pgn],
            "games": [name for event in self.events for name in event.games],
            "users": [name for event in self.events if not event.whole for name in event.everybody],
        }
        named: dict[str, list[str]] = {key: getattr(self.follow, key) for key in also}
        both = {key: list(dict.fromkeys([*named[key], *also[key]])) for key in also}
        return self.follow.model_copy(update=both)

    def rule_options(self) -> Rules:
        """The rules as the engine takes them."""
        return self.rules.options()
