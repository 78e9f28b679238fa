"""Who leads a tournament, as Lichess counts it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import chess

from bot.lichess.simulator.model import Game, Player
from bot.lichess.simulator.state import State
from bot.lichess.simulator.tournaments import Tournament

USUAL_RATING: Final = 1500
"""What counts as the rating of a player who has none."""
_BERSERK_PLIES = 14


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game as one of its players sees it: `half_points` is 2 for a win, 1 for a draw."""

    opponent: Player
    half_points: int
    berserk: bool
    plies: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of a tournament, and what his results so far are worth.

    Attributes:
        rank: From 1.
        player: The player, with the rating of his latest game.
        results: His finished games, the oldest first.
        score: His points: those of the arena, or those of the Swiss tournament in halves.
        sheet: His arena points game by game, the newest first.
        fire: Whether his next win counts double.
        tie_break: His Sonneborn-Berger score in quarters of a point.
    """

    rank: int
    player: Player
    results: tuple[Result, ...]
    score: int
    sheet: str = ""
    fire: bool = False
    tie_break: int = 0

    @property
    def rating(self) -> int:
        """His rating, the usual one if he has none."""
        return USUAL_RATING if self.player.rating is None else self.player.rating

    @property
    def performance(self) -> int:
        """The mean of his opponents' ratings, 500 more for a win, 500 less for a loss; 0 without a game."""
        if not self.results:
            return 0
        total = sum(
            (USUAL_RATING if r.opponent.rating is None else r.opponent.rating) + 500 * (r.half_points - 1)
            for r in self.results
        )
        return round(total / len(self.results))


def arena_standings(tournament: Tournament, games: Iterable[Game], now_ms: int) -> list[Standing]:
    """All players of an arena, the leader first."""
    standings = []
    for player, results in _results(tournament, games, now_ms).values():
        points, fire = _arena_points(results)
        sheet = "".join(str(point) for point in reversed(points))
        standings.append(Standing(0, player, tuple(results), sum(points), sheet, fire))
    return _ranked(standings)


def swiss_standings(tournament: Tournament, games: Iterable[Game], now_ms: int) -> list[Standing]:
    """All players of a Swiss tournament, the leader first."""
    results = _results(tournament, games, now_ms)
    score = {user: sum(result.half_points for result in own) for user, (_, own) in results.items()}
    return _ranked(
        Standing(
            rank=0,
            player=player,
            results=tuple(own),
            score=score[user],
            tie_break=sum(result.half_points * score[result.opponent.id] for result in own),
        )
        for user, (player, own) in results.items()
    )


def _ranked(standings: Iterable[Standing]) -> list[Standing]:
    order = sorted(standings, key=lambda s: (-s.score, -s.tie_break, -s.rating, s.player.id))
    return [replace(standing, rank=rank) for rank, standing in enumerate(order, start=1)]


def _results(tournament: Tournament, games: Iterable[Game], now_ms: int) -> dict[str, tuple[Player, list[Result]]]:
    """Every player by id, with his finished games in the order in which they ended."""
    begun = [(game, game.state_at(now_ms)) for game in games if game.created_ms <= now_ms]
    begun.sort(key=lambda pair: pair[0].created_ms + pair[1].last_ms)
    found: dict[str, tuple[Player, list[Result]]] = {player.id: (player, []) for player in tournament.players}
    for game, state in begun:
        for side in chess.COLORS:
            player = game.player(side)
            results = found[player.id][1] if player.id in found else []
            found[player.id] = (player, results)
            if state.status.finished:
                results.append(_result(game, state, side))
    return found


def _result(game: Game, state: State, side: chess.Color) -> Result:
    half_points = 1 if state.winner is None else 2 * (state.winner == side)
    return Result(game.player(not side), half_points, side in state.berserk, state.plies)


def _arena_points(results: Iterable[Result]) -> tuple[list[int], bool]:
    """The points of each game, and whether the next is played on fire.

    A win is worth 2, a draw 1, both double after two wins in a row, and a win one more for who went berserk in a game
    of at least seven moves.
    """
    points: list[int] = []
    wins = 0
    for result in results:
        worth = result.half_points * (2 if wins >= 2 else 1)
        won = result.half_points == 2
        if won and result.berserk and result.plies >= _BERSERK_PLIES:
            worth += 1
        points.append(worth)
        wins = wins + 1 if won else 0
    return points, wins >= 2
