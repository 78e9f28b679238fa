"""The rounds of a tournament report: in one round nobody has two games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.events.model import EventGame
from bot.events.results import key_of

TENTH = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class Played:
    """A game in its round, as one of its players sees it; numbers are starting-rank numbers.

    `tenths` is what it adds to the player's total when both totals, before and after, are rounded to tenths.
    """

    game: EventGame
    opponent: int
    white: bool
    tenths: Fraction = Fraction(0)


def rounds_of(games: Iterable[EventGame], numbers: Mapping[str, int]) -> dict[int, dict[int, Played]]:
    """The games of every player by round.

    A game stands in its round if both are free there, else in the next in which they are; one without a round in the
    first. So the games of everybody keep their order. Void games, and games with somebody who has no number, are left
    out.
    """
    of: dict[int, dict[int, Played]] = {number: {} for number in numbers.values()}
    for game in sorted(games, key=lambda game: (game.round or 0, game.order)):
        white, black = numbers.get(key_of(game.white)), numbers.get(key_of(game.black))
        if white is None or black is None or white == black or game.outcome == "void":
            continue
        number = max(game.round or 1, 1, *(max(of[player], default=0) + 1 for player in (white, black)))
        of[white][number] = Played(game, black, True)
        of[black][number] = Played(game, white, False)
    return {player: _in_tenths(mine) for player, mine in of.items()}


def rounded(points: Fraction) -> Fraction:
    """Points in tenths; what lies in the middle goes up."""
    return Fraction((10 * points + Fraction(1, 2)).__floor__(), 10)


def in_their_rounds(of: Mapping[int, Mapping[int, Played]]) -> bool:
    """Whether every game stands in the round that it has in the event."""
    return all(played.game.round == number for mine in of.values() for number, played in mine.items())


def _in_tenths(mine: Mapping[int, Played]) -> dict[int, Played]:
    total, done = Fraction(0), {}
    for number, played in mine.items():
        points = played.game.points[not played.white] if played.game.points else Fraction(0)
        before, total = total, total + points
        done[number] = Played(played.game, played.opponent, played.white, rounded(total) - rounded(before))
    return done


def number_of_rounds(of: Mapping[int, Mapping[int, Played]], agreed: int | None) -> int:
    """How many rounds the report has: those agreed, or more where games need them."""
    last: Sequence[int] = [max(mine, default=0) for mine in of.values()]
    return max(agreed or 0, *last, 0)
