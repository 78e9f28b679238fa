"""The standings of an event."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.events.model import Entrant, Event, TieBreak
from bot.events.results import Results, results
from bot.events.tie_breaks import Value, values
from scoring.standings import ranked


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: the first place is 1; after two who share it comes the third.

    `tie_breaks` holds the value of every tie-break of the setup in its order, None where one says nothing.
    """

    place: int
    entrant: Entrant
    points: Fraction
    classical: Fraction
    games: int
    wins: int
    tie_breaks: Mapping[TieBreak, Value]


def table(event: Event) -> tuple[Row, ...]:
    """The rows, the best first; who is equal in points and in all tie-breaks shares a place, in the order of names."""
    found = results(event)
    shown: dict[str, dict[TieBreak, Value]] = {player: {} for player in found.entrants}
    groups = _split([sorted(found.entrants)], found.points)
    for code in event.setup.tie_breaks:
        said = {player: value for group in groups for player, value in values(code, found, group).items()}
        for player, value in said.items():
            shown[player][code] = value
        groups = _split(groups, said)
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += (_row(place, found, player, shown[player]) for player in group)
    return tuple(rows)


def _split(groups: Iterable[Sequence[str]], said: Mapping[str, Value]) -> list[list[str]]:
    """Divide groups of equal players by a value, more first."""
    parted: list[list[str]] = []
    for group in groups:
        last = 0
        for place, player in ranked(group, lambda player: -(said[player] or Fraction(0))):
            if place != last:
                parted.append([])
                last = place
            parted[-1].append(player)
    return parted


def _row(place: int, found: Results, player: str, tie_breaks: Mapping[TieBreak, Value]) -> Row:
    mine = found.of[player]
    return Row(
        place=place,
        entrant=found.entrants[player],
        points=found.points[player],
        classical=found.classical[player],
        games=len(mine),
        wins=sum(result.won for result in mine),
        tie_breaks=tie_breaks,
    )
