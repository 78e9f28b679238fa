"""Swiss tournaments and their results."""

from __future__ import annotations

from collections import Counter

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.standings import swiss_standings
from bot.lichess.simulator.tournaments import Swiss
from bot.lichess.simulator.views.tournament import (
    TournamentClock,
    Verdicts,
    average_rating,
    count_wins,
    finished_games,
    iso_time,
    running_games,
    tournament_clock,
)
from bot.lichess.simulator.views.wire import Wire


class NextRound(msgspec.Struct, frozen=True):
    """When the next round begins, and in how many seconds."""

    at: str
    in_: int = msgspec.field(name="in")


class SwissStats(msgspec.Struct, frozen=True, rename="camel"):
    """What was played in the end."""

    games: int
    white_wins: int
    black_wins: int
    draws: int
    byes: int
    absences: int
    average_rating: int


class SwissObject(Wire, kw_only=True, frozen=True):
    """A Swiss tournament."""

    id: str
    created_by: str
    starts_at: str
    name: str
    clock: TournamentClock
    variant: str
    round: int
    nb_rounds: int
    nb_players: int
    nb_ongoing: int
    status: str
    stats: SwissStats | None = None
    next_round: NextRound | None = None
    verdicts: Verdicts
    rated: bool


class SwissResultLine(Wire, kw_only=True, frozen=True):
    """A player in the results; points and tie-break are whole numbers where they can be."""

    absent: bool = False
    rank: int
    points: int | float
    tie_break: int | float
    rating: int
    username: str
    title: str | None = None
    performance: int


def swiss_status(swiss: Swiss, games: list[Game], now_ms: int) -> str:
    """`created`, `started`, or after the last game of the last round `finished`."""
    if now_ms < swiss.starts_ms:
        return "created"
    over = swiss_round(games, now_ms) >= swiss.rounds and not running_games(games, now_ms)
    return "finished" if over and _next_ms(games, now_ms) is None else "started"


def swiss_round(games: list[Game], now_ms: int) -> int:
    """The number of the round: as many as a player has got games."""
    begun = [game for game in games if game.created_ms <= now_ms]
    counts = Counter(player.id for game in begun for player in (game.white, game.black))
    return max(counts.values(), default=0)


def swiss_object(swiss: Swiss, games: list[Game], now_ms: int) -> bytes:
    """A Swiss tournament with what follows from its games, those of the future included."""
    standings = swiss_standings(swiss, games, now_ms)
    ongoing = len(running_games(games, now_ms))
    status = swiss_status(swiss, games, now_ms)
    finished = finished_games(games, now_ms)
    stats = SwissStats(
        games=len(finished),
        white_wins=count_wins(finished, now_ms, chess.WHITE),
        black_wins=count_wins(finished, now_ms, chess.BLACK),
        draws=count_wins(finished, now_ms, None),
        byes=0,
        absences=0,
        average_rating=average_rating([standing.rating for standing in standings]),
    )
    next_ms = swiss.starts_ms if status == "created" else _next_ms(games, now_ms)
    message = SwissObject(
        id=swiss.id,
        created_by=swiss.created_by,
        starts_at=iso_time(swiss.starts_ms),
        name=swiss.name,
        clock=tournament_clock(swiss),
        variant=swiss.variant,
        round=swiss_round(games, now_ms),
        nb_rounds=swiss.rounds,
        nb_players=len(standings),
        nb_ongoing=ongoing,
        status=status,
        stats=stats if status == "finished" else None,
        next_round=NextRound(iso_time(next_ms), (next_ms - now_ms) // 1000) if next_ms and not ongoing else None,
        verdicts=Verdicts(),
        rated=swiss.rated,
    )
    return msgspec.json.encode(message)


def swiss_results(swiss: Swiss, games: list[Game], now_ms: int) -> list[bytes]:
    """A line for each player, the leader first."""
    return [
        msgspec.json.encode(
            SwissResultLine(
                absent=standing.player.id in swiss.absent,
                rank=standing.rank,
                points=_whole(standing.score / 2),
                tie_break=_whole(standing.tie_break / 4),
                rating=standing.rating,
                username=standing.player.name,
                title=standing.player.title,
                performance=standing.performance,
            )
        )
        for standing in swiss_standings(swiss, games, now_ms)
    ]


def _next_ms(games: list[Game], now_ms: int) -> int | None:
    return min((game.created_ms for game in games if game.created_ms > now_ms), default=None)


def _whole(number: float) -> int | float:
    return int(number) if number.is_integer() else number
