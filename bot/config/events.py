"""The sections [[events]]: what an event is, what it is made of, and which games count in it."""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, field_validator, model_validator

from bot.config.rules import RulesSection
from bot.config.values import EVENT_NAME, PRIZE, STRICT, TIME_CONTROL, USER, EventId, GameId, readable_places
from bot.events.model import Kind, TieBreak
from scoring.amounts import MATCH_GAMES

SOURCES = ("arena", "swiss", "broadcast_tournament", "broadcast_round", "pgn", "boards", "games", "players", "teams")
"""The keys that say what an event is made of."""
WHOLE = ("arena", "swiss", "broadcast_tournament", "broadcast_round", "pgn", "boards")
"""Those of them that name all games of something."""


def _one_or_many(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _amount_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _amount(value: str) -> str:
    try:
        Fraction(value)
    except ZeroDivisionError:
        raise ValueError("must not be divided by zero") from None
    return value


Many = BeforeValidator(_one_or_many)
PlayerName = Annotated[str, Field(min_length=1, max_length=100)]
Prize = Annotated[str, BeforeValidator(_amount_text), Field(pattern=PRIZE), AfterValidator(_amount)]


class _Section(BaseModel):
    model_config = STRICT


class EventSection(_Section):
    """An event: arenas, Swiss, broadcasts, PGN files, the boards of the club, or what some players play in some time.

    `begins` is the key `from`.
    """

    id: Annotated[str, Field(pattern=EVENT_NAME)]
    name: Annotated[str, Field(max_length=100)] = ""
    kind: Kind
    arena: Annotated[list[EventId], Many] = []
    swiss: Annotated[list[EventId], Many] = []
    broadcast_tournament: Annotated[list[EventId], Many] = []
    broadcast_round: Annotated[list[EventId], Many] = []
    pgn: Annotated[list[Annotated[str, Field(min_length=1)]], Many] = []
    boards: bool = False
    games: Annotated[list[GameId], Many] = []
    players: list[PlayerName] = []
    teams: dict[PlayerName, list[PlayerName]] = {}
    begins: Annotated[datetime | None, Field(alias="from")] = None
    until: datetime | None = None
    time_zone: str = ""
    speed: Literal["", "ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"] = ""
    clock: Annotated[str, Field(pattern=TIME_CONTROL)] = ""
    variant: Literal["", "standard", "chess960", "fromPosition"] = ""
    rounds: Annotated[int | None, Field(ge=1, le=1000)] = None
    meetings: Annotated[int | None, Field(ge=1, le=1000)] = None
    match_games: Annotated[int, Field(ge=1, le=100)] = MATCH_GAMES
    reserves: list[PlayerName] = []
    tie_breaks: list[TieBreak] = ["classical"]
    prizes: list[Prize] = []
    rules: RulesSection | None = None

    _readable = field_validator("pgn")(readable_places)

    @field_validator("id")
    @classmethod
    def _not_taken(cls, value: str) -> str:
        if value == "all":
            raise ValueError('must not be "all", which names all games that are followed')
        return value

    @field_validator("time_zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            if value:
                ZoneInfo(value)
        except (OSError, ValueError, KeyError):
            raise ValueError('must be the name of a time zone, like "Europe/Berlin"') from None
        return value

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for mistake in self._mistakes():
            raise ValueError(mistake)
        return self

    @property
    def whole(self) -> bool:
        """Whether it is made of all games of something, so that nobody need be followed for it."""
        return any(getattr(self, key) for key in WHOLE)

    @property
    def everybody(self) -> list[str]:
        """The players that are named, whether by themselves or in teams, each once."""
        names = [*self.players, *(name for team in self.teams.values() for name in team)]
        return list({name.casefold(): name for name in reversed(names)}.values())[::-1]

    @property
    def from_ms(self) -> int | None:
        """The first moment of its time, in milliseconds since 1970."""
        return self._ms(self.begins)

    @property
    def until_ms(self) -> int | None:
        """The last moment of its time, in milliseconds since 1970."""
        return self._ms(self.until)

    def _ms(self, moment: datetime | None) -> int | None:
        if moment is None:
            return None
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=ZoneInfo(self.time_zone))
        return round(moment.timestamp() * 1000)

    def _mistakes(self) -> Iterator[str]:
        if not any(getattr(self, key) for key in SOURCES):
            yield f"must name what it is made of; the keys for that are {', '.join(SOURCES)}"
        members = [name.casefold() for team in self.teams.values() for name in team]
        if len(set(members)) != len(members):
            yield "must name every player in one team only"
        if self.kind == "match" and self.everybody and len(self.everybody) != 2:
            yield f"must name two players for a match, not {len(self.everybody)}"
        if self.kind == "team_match" and len(self.teams) != 2:
            yield f"must name two teams for a team match, not {len(self.teams)}"
        for key, moment in (("from", self.begins), ("until", self.until)):
            if moment and moment.tzinfo is None and not self.time_zone:
                yield f'must name a time zone for "{key}": time_zone = "Europe/Berlin", or a time like 19:00:00+01:00'
                return
        if self.from_ms is not None and self.until_ms is not None and self.until_ms <= self.from_ms:
            yield 'must not end ("until") before it begins ("from")'
        if not self.whole and (strange := [name for name in self.everybody if not USER.fullmatch(name)]):
            yield f"must name users of the server where nothing else is named; {strange[0]!r} cannot be one"
