"""Who met whom, with which colour, and what it brought."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.events.model import Event, EventGame
from bot.events.results import key_of, outcome_of
from bot.events.table import Row
from scoring.match import CLASSICAL


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game as the player of the row sees it; both scores are None while it runs."""

    game: EventGame
    white: bool
    points: Fraction | None
    classical: Fraction | None


def crosstable(event: Event, rows: Sequence[Row]) -> Mapping[tuple[int, int], tuple[Meeting, ...]]:
    """The meetings of the players of two rows, by the rows' numbers from 0, in the order in which they began.

    Every game stands in it twice, once for each player. Pairs who have not met and void games are left out.
    """
    numbers = {row.entrant.key: number for number, row in enumerate(rows)}
    cells: defaultdict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for game in event.games:
        white, black = numbers.get(key_of(game.white)), numbers.get(key_of(game.black))
        if white is None or black is None or white == black or game.outcome == "void":
            continue
        cells[white, black].append(_meeting(game, white=True))
        cells[black, white].append(_meeting(game, white=False))
    return {pair: tuple(meetings) for pair, meetings in cells.items()}


def _meeting(game: EventGame, *, white: bool) -> Meeting:
    outcome = outcome_of(game)
    if game.points is None or outcome is None:
        return Meeting(game, white, None, None)
    return Meeting(game, white, game.points[not white], CLASSICAL[outcome][not white])
