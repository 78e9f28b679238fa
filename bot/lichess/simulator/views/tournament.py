"""What arenas and Swiss tournaments are told with."""

from __future__ import annotations

from datetime import UTC, datetime

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.standings import USUAL_RATING
from bot.lichess.simulator.tournaments import Tournament


class TournamentClock(msgspec.Struct, frozen=True):
    """The time control in seconds."""

    limit: int
    increment: int


class Verdicts(msgspec.Struct, frozen=True):
    """Whether one may take part: nothing in the simulator is restricted."""

    list: tuple[()] = ()
    accepted: bool = True


def tournament_clock(tournament: Tournament) -> TournamentClock:
    """The time control of a tournament's games."""
    return TournamentClock(tournament.control.initial_s, tournament.control.increment_s)


def iso_time(ms: int) -> str:
    """A time as text, to the second."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def finished_games(games: list[Game], now_ms: int) -> list[Game]:
    """The games that have ended with a result by now."""
    return [game for game in games if game.created_ms <= now_ms and game.state_at(now_ms).status.finished]


def running_games(games: list[Game], now_ms: int) -> list[Game]:
    """The games under way now."""
    return [game for game in games if game.created_ms <= now_ms and game.state_at(now_ms).playable]


def count_wins(games: list[Game], now_ms: int, side: chess.Color | None) -> int:
    """How many of some finished games a side has won; with None how many were drawn."""
    return sum(game.state_at(now_ms).winner == side for game in games)


def average_rating(ratings: list[int]) -> int:
    """The mean rating, the usual one of nobody."""
    return round(sum(ratings) / len(ratings)) if ratings else USUAL_RATING
