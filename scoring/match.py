"""Matches to an absolute majority of the points (RULES 11): won, lost by both, and the prize."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scoring.amounts import MATCH_GAMES
from scoring.report import Outcome

CLASSICAL: dict[Outcome, tuple[Fraction, Fraction]] = {
    "white_wins": (Fraction(1), Fraction(0)),
    "draw": (Fraction(1, 2), Fraction(1, 2)),
    "black_wins": (Fraction(0), Fraction(1)),
}


class MatchGame(NamedTuple):
    """A game of a match that has ended with a score; void games are replayed and are none.

    `points` are those of the first and the second player, `outcome` says who had White in `first_is_white`.
    """

    points: tuple[Fraction, Fraction]
    outcome: Outcome
    first_is_white: bool


@dataclass(frozen=True, slots=True)
class MatchState:
    """How a match stands between its first and its second player."""

    points: tuple[Fraction, Fraction]
    classical: tuple[Fraction, Fraction]
    games_left: int
    target: Fraction
    winner: int | None
    """0 or 1, the player who has reached the target; it ends the match."""
    both_lost: bool
    """Neither can reach the target any more; the match is played on for the prize."""
    over: bool

    @property
    def prize(self) -> tuple[Fraction, Fraction] | None:
        """The shares of the prize money by the classical score, equal scores sharing; None while it is played."""
        if not (self.over and self.both_lost):
            return None
        first, second = self.classical
        if first == second:
            return Fraction(1, 2), Fraction(1, 2)
        return (Fraction(1), Fraction(0)) if first > second else (Fraction(0), Fraction(1))


def match_state(games: Sequence[MatchGame], length: int = MATCH_GAMES) -> MatchState:
    """Where a match of `length` games stands after the games given; those after its decision do not count."""
    target = Fraction(length, 2) + Fraction(1, 100)
    points = [Fraction(0), Fraction(0)]
    classical = [Fraction(0), Fraction(0)]
    winner: int | None = None
    left = length
    for game in games[:length]:
        left -= 1
        result = CLASSICAL[game.outcome] if game.first_is_white else CLASSICAL[game.outcome][::-1]
        for player in (0, 1):
            points[player] += game.points[player]
            classical[player] += result[player]
        winner = next((player for player in (0, 1) if points[player] >= target), None)
        if winner is not None:
            break
    both_lost = winner is None and all(points[player] + left < target for player in (0, 1))
    return MatchState(
        points=(points[0], points[1]),
        classical=(classical[0], classical[1]),
        games_left=left,
        target=target,
        winner=winner,
        both_lost=both_lost,
        over=winner is not None or left == 0,
    )


def replaced(players: Sequence[str], reserves: Sequence[str]) -> list[str]:
    """Who plays on in a championship after both have lost: the next two of the reserves, as many as there are."""
    coming = list(reserves[: len(players)])
    return coming + list(players[len(coming) :])
