"""Matches to an absolute majority of the points (RULES 11): won, lost by both, what is still needed, and the prize."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

import chess

from scoring.amounts import BASE, MATCH_GAMES, WHOLE_POINT
from scoring.report import Outcome

CLASSICAL: dict[Outcome, tuple[Fraction, Fraction]] = {
    "white_wins": (Fraction(1), Fraction(0)),
    "draw": (Fraction(1, 2), Fraction(1, 2)),
    "black_wins": (Fraction(0), Fraction(1)),
}

DrawHelp: TypeAlias = Literal["enough", "with_credits", "never"]
"""Whether a draw of the next game would win the match, see `Need.draw`."""


class MatchGame(NamedTuple):
    """A game of a match that has ended with a score; void games are replayed and are none.

    `points` are those of the first and the second player, `outcome` says who had White in `first_is_white`.
    """

    points: tuple[Fraction, Fraction]
    outcome: Outcome
    first_is_white: bool


class Need(NamedTuple):
    """What a player still needs to win the match.

    `missing` are the points to the target, `per_game` is what every game that is left must bring at least, and
    `fewest_games` how many it takes if each brings a whole point. The last two are None when the target cannot be
    reached any more, also because the other player has won.
    """

    missing: Fraction
    per_game: Fraction | None
    fewest_games: int | None

    @property
    def reachable(self) -> bool:
        """Whether winning a whole point in every game that is left would do."""
        return self.fewest_games is not None

    def draw(self, white: bool) -> DrawHelp:
        """Whether a draw of the next game, with White or with Black, can bring all that is missing.

        "enough": a draw to which nothing is added and from which nothing is taken does, 0.45 with White and 0.55 with
        Black; a trade or a short draw may still take too much. "with_credits": only one to which credits are added
        does; the rules limit them by nothing but the whole point that a game can bring. "never": more than that is
        missing, or the match has been lost.
        """
        if not self.reachable or self.missing > 1:
            return "never"
        return "enough" if self.missing <= Fraction(BASE[chess.Color(white)], WHOLE_POINT) else "with_credits"


@dataclass(frozen=True, slots=True)
class MatchState:
    """How a match stands between its first and its second player."""

    points: tuple[Fraction, Fraction]
    classical: tuple[Fraction, Fraction]
    games_left: int
    target: Fraction
    needs: tuple[Need, Need]
    winner: int | None
    """0 or 1, the player who has reached the target; it ends the match."""
    won_after: int | None
    """The number of the game that decided the match, counted from 1 without void games."""
    lost_after: int | None
    """The number of the game after which neither could reach the target any more."""

    @property
    def both_lost(self) -> bool:
        """Neither can reach the target any more; the match is played on for the prize."""
        return self.lost_after is not None

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played."""
        return self.winner is not None or self.games_left == 0

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
    lost_after: int | None = None
    number = 0
    for number, game in enumerate(games[:length], 1):
        result = CLASSICAL[game.outcome] if game.first_is_white else CLASSICAL[game.outcome][::-1]
        for player in (0, 1):
            points[player] += game.points[player]
            classical[player] += result[player]
        winner = next((player for player in (0, 1) if points[player] >= target), None)
        if winner is not None:
            break
        if lost_after is None and max(points) + length - number < target:
            lost_after = number
    left = length - number
    needs = tuple(_need(target - mine, left if winner is None else 0) for mine in points)
    return MatchState(
        points=(points[0], points[1]),
        classical=(classical[0], classical[1]),
        games_left=left,
        target=target,
        needs=(needs[0], needs[1]),
        winner=winner,
        won_after=None if winner is None else number,
        lost_after=lost_after,
    )


def _need(missing: Fraction, left: int) -> Need:
    """What it takes to get the missing points from the games that are left."""
    if missing <= 0:
        return Need(Fraction(0), Fraction(0), 0)
    if missing > left:
        return Need(missing, None, None)
    return Need(missing, missing / left, ceil(missing))


def replaced(players: Sequence[str], reserves: Sequence[str]) -> list[str]:
    """Who plays on in a championship after both have lost: the next two of the reserves, as many as there are.

    A single reserve takes the place of the first player.
    """
    coming = list(reserves[: len(players)])
    return coming + list(players[len(coming) :])
