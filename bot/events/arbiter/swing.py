"""What a correction would do to the table, to be seen before it is confirmed."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from bot.events.arbiter.correction import Correction
from bot.events.arbiter.folding import corrected
from bot.events.model import Event, EventGame, Setup


class Line(NamedTuple):
    """A player's line of a table."""

    player: str
    place: int
    points: Fraction


Table: TypeAlias = Callable[[Event], Iterable[Line]]


class Shift(NamedTuple):
    """What changes for a player; None where the player is not in the table."""

    player: str
    before: Line | None
    after: Line | None


def swing(
    setup: Setup, facts: Sequence[EventGame], earlier: Sequence[Correction], correction: Correction, table: Table
) -> tuple[Shift, ...]:
    """Whose points or places a correction changes, in the order of the table after it; who leaves it comes last.

    `facts` are games without corrections, `earlier` are those that were made before.
    """
    event = Event(setup, tuple(facts))
    return shifts(corrected(event, earlier), corrected(event, (*earlier, correction)), table)


def shifts(before: Event, after: Event, table: Table) -> tuple[Shift, ...]:
    """Whose points or places differ between two states of an event; see `swing`."""
    found, lines, earlier = [], _lines(table(after)), _lines(table(before))
    for key in dict.fromkeys((*lines, *earlier)):
        was, becomes = earlier.get(key), lines.get(key)
        line = becomes or was
        if line and (was is None or becomes is None or was[1:] != becomes[1:]):
            found.append(Shift(line.player, was, becomes))
    return tuple(found)


def _lines(lines: Iterable[Line]) -> dict[str, Line]:
    """The lines by what tells players apart."""
    return {line.player.casefold(): line for line in lines}
