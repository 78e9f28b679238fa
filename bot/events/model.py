"""What an event is made of. Everything here is plain data; what is made of it is in the modules beside this one."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from scoring import Outcome, Rules

Kind: TypeAlias = Literal["match", "round_robin", "swiss", "arena", "league", "team_match"]
"""A league is several evenings or rounds that are summed up; the others are as on Lichess or over the board."""
TieBreak: TypeAlias = Literal[
    "classical", "wins", "black_wins", "buchholz", "buchholz_cut1", "sonneborn_berger", "direct"
]
"""What decides between players with equal points, by code; every one of them is shown."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of an event. Games find them by `name`, whatever its case; `team` is "" for none."""

    name: str
    title: str | None = None
    rating: int | None = None
    fide_id: int | None = None
    team: str = ""

    @property
    def key(self) -> str:
        """By what the player is told from others."""
        return self.name.casefold()


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before an event.

    Without `entrants` whoever plays is one. `match_games` and `reserves` are for a match (RULES 11). `prizes` are
    shares or amounts by place; equal players share theirs equally.
    """

    id: str
    name: str
    kind: Kind
    rules: Rules
    entrants: tuple[Entrant, ...] = ()
    rounds: int | None = None
    match_games: int = 14
    reserves: tuple[str, ...] = ()
    tie_breaks: tuple[TieBreak, ...] = ("classical",)
    prizes: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class EventGame:
    """A game of an event as it counts now, after all corrections; `white` and `black` are names as they are shown.

    `outcome` is None while the game runs; "void" games are listed and count for nobody. `points` are exact, White's
    first; None while it runs and for a void game. `order` counts the games as they began. `record` is the complete
    PGN, and `report` what `unruh score --json` says of it, "" while the game runs. `corrected`: an arbiter changed
    something. A game that an arbiter `excluded` is void, too. `provisional` is what a running game would give if it
    were drawn now.
    """

    id: str
    order: int
    white: str
    black: str
    round: int | None = None
    board: int | None = None
    outcome: Outcome | Literal["void"] | None = None
    ending: str = ""
    points: tuple[Fraction, Fraction] | None = None
    record: str = ""
    report: str = ""
    rules_version: str = ""
    corrected: bool = False
    excluded: bool = False
    provisional: tuple[Fraction, Fraction] | None = None

    @property
    def counts(self) -> bool:
        """Whether it gives points to anybody."""
        return self.points is not None


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it stands: what was agreed, and its games in the order in which they began."""

    setup: Setup
    games: tuple[EventGame, ...] = ()
