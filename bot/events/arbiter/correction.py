"""A correction as it is kept, and what it says of the game it touches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from bot.events.arbiter.acts import Act, MergeNames, Undo
from bot.events.model import EventGame
from scoring import Outcome


class ArbiterError(Exception):
    """A correction that cannot be made; the text says why in one sentence."""


class StaleError(ArbiterError):
    """Another correction was made meanwhile; the text says by whom, and what it was."""


@dataclass(frozen=True, slots=True)
class Scored:
    """How a game counts: what a correction of the score changes."""

    outcome: Outcome | Literal["void"] | None
    ending: str
    points: tuple[Fraction, Fraction] | None


@dataclass(frozen=True, slots=True)
class Correction:
    """One act of an arbiter. `number` counts the corrections of an event from 1.

    `before` and `after` are what it changed in the game it touches, and `fact` what the game was without any
    correction when it was made; all None where no single game is touched.
    """

    number: int
    event_id: str
    who: str
    at_ms: int
    why: str
    act: Act
    before: Scored | None = None
    after: Scored | None = None
    fact: Scored | None = None


def scored(game: EventGame) -> Scored:
    """How a game counts."""
    return Scored(game.outcome, game.ending, game.points)


def undone(corrections: Sequence[Correction]) -> set[int]:
    """The numbers of the corrections that are taken back; an undo that is undone takes nothing back."""
    back: set[int] = set()
    for correction in reversed(corrections):
        if isinstance(correction.act, Undo) and correction.number not in back:
            back.add(correction.act.number)
    return back


def in_force(corrections: Sequence[Correction]) -> tuple[Correction, ...]:
    """The corrections that are not undone, without the undoing itself."""
    back = undone(corrections)
    return tuple(one for one in corrections if one.number not in back and not isinstance(one.act, Undo))


def game_touched(act: Act, corrections: Iterable[Correction]) -> str | None:
    """The id of the game that an act is about; None for names. `corrections` are those that it may undo."""
    by_number = {correction.number: correction.act for correction in corrections}
    while isinstance(act, Undo):
        if (undone := by_number.pop(act.number, None)) is None:
            return None
        act = undone
    return None if isinstance(act, MergeNames) else act.game_id
