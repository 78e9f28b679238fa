"""What decides between players with equal points.

code              | the value that is shown; more is better
------------------+---------------------------------------------------------------------------------------------------
classical         | the classical score, 1-½-0
wins              | games won
black_wins        | games won with Black
buchholz          | the points of all opponents, each as often as they met
buchholz_cut1     | the same without the opponent who has the fewest points; an only one stays
sonneborn_berger  | from every game: the opponent's points times one's own points of that game
direct            | the points among those who are equal so far, of every opponent the mean; none until all have met

All but the first three are made of the points of the event, so of asymmetry points where it is scored by them. A game
that was not played, a bye too, counts for nothing: no opponent is made up for it.

These are a few lines of our own because libraries (tiebreak-core, say) take no game scores but 1, ½ and 0, and count
in floating point, so that equal sums of hundredths would differ. On classical results both agree, as the tests show.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from bot.events.model import TieBreak
from bot.events.results import Results

Value: TypeAlias = Fraction | None
"""None where the tie-break says nothing of a player."""


def values(code: TieBreak, results: Results, equals: Sequence[str]) -> Mapping[str, Value]:
    """What a tie-break says of players who are equal so far; either of all of them or of none."""
    if code == "direct":
        return direct(results, equals)
    return {player: RULES[code](results, player) for player in equals}


def classical(results: Results, player: str) -> Fraction:
    """The classical score."""
    return results.classical[player]


def wins(results: Results, player: str) -> Fraction:
    """The number of games won."""
    return Fraction(sum(result.won for result in results.of[player]))


def black_wins(results: Results, player: str) -> Fraction:
    """The number of games won with Black."""
    return Fraction(sum(result.won and not result.white for result in results.of[player]))


def buchholz(results: Results, player: str) -> Fraction:
    """The points of all opponents."""
    return sum(_opponents(results, player), Fraction(0))


def buchholz_cut1(results: Results, player: str) -> Fraction:
    """The points of all opponents but the one with the fewest."""
    opponents = sorted(_opponents(results, player))
    return sum(opponents[1:] or opponents, Fraction(0))


def sonneborn_berger(results: Results, player: str) -> Fraction:
    """The points of the opponents, each times the points made against them."""
    return sum((result.points * results.points[result.opponent] for result in results.of[player]), Fraction(0))


def direct(results: Results, equals: Sequence[str]) -> Mapping[str, Value]:
    """The points against the others who are equal; of several games with one of them the mean."""
    made = {player: _against(results, player, set(equals)) for player in equals}
    if len(equals) < 2 or any(len(against) < len(equals) - 1 for against in made.values()):
        return dict.fromkeys(equals)
    return {
        player: sum((sum(points, Fraction(0)) / len(points) for points in against.values()), Fraction(0))
        for player, against in made.items()
    }


RULES: dict[TieBreak, Callable[[Results, str], Fraction]] = {
    "classical": classical,
    "wins": wins,
    "black_wins": black_wins,
    "buchholz": buchholz,
    "buchholz_cut1": buchholz_cut1,
    "sonneborn_berger": sonneborn_berger,
}
"""All but the direct encounter, which is about several players at once."""


def _opponents(results: Results, player: str) -> Iterator[Fraction]:
    return (results.points[result.opponent] for result in results.of[player])


def _against(results: Results, player: str, others: set[str]) -> dict[str, list[Fraction]]:
    """The points of every game with one of these opponents."""
    made: dict[str, list[Fraction]] = {}
    for result in results.of[player]:
        if result.opponent in others:
            made.setdefault(result.opponent, []).append(result.points)
    return made
