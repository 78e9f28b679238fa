"""An arena in full."""

from __future__ import annotations

from typing import Final

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.standings import Standing, arena_standings
from bot.lichess.simulator.tournaments import Arena
from bot.lichess.simulator.views.arena_games import Duel, FeaturedGame, duels, featured
from bot.lichess.simulator.views.arena_list import PERFS
from bot.lichess.simulator.views.arena_standing import PodiumLine, StandingPage, podium, standing_page
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

_RECENT_MS: Final = 30 * 60_000
_CLOSING_MS: Final = 30_000


class FullPerf(Wire, kw_only=True, frozen=True):
    """A rating category; the icon is a character of Lichess' own font."""

    icon: str
    key: str
    name: str


class Stats(msgspec.Struct, frozen=True, rename="camel"):
    """What was played in the end."""

    games: int
    moves: int
    white_wins: int
    black_wins: int
    draws: int
    berserks: int
    average_rating: int


class FullArena(Wire, kw_only=True, frozen=True):
    """An arena with its standing and what is played."""

    nb_players: int
    duels: list[Duel]
    is_started: bool = False
    is_finished: bool = False
    is_recently_finished: bool = False
    seconds_to_start: int | None = None
    seconds_to_finish: int | None = None
    pairings_closed: bool = False
    podium: list[PodiumLine] | None = None
    stats: Stats | None = None
    standing: StandingPage
    featured: FeaturedGame | None = None
    id: str
    created_by: str
    starts_at: str
    system: str
    full_name: str
    minutes: int
    perf: FullPerf
    clock: TournamentClock
    variant: str
    rated: bool
    berserkable: bool = False
    verdicts: Verdicts


def full_arena(arena: Arena, games: list[Game], now_ms: int, page: int) -> bytes:
    """An arena with a page of its standing, from 1."""
    standings = arena_standings(arena, games, now_ms)
    status = arena.status_at(now_ms)
    running = running_games(games, now_ms) if status == "started" else []
    over = status == "finished"
    message = FullArena(
        nb_players=len(standings),
        duels=duels(running, standings),
        is_started=status == "started",
        is_finished=over,
        is_recently_finished=over and now_ms < arena.finishes_ms + _RECENT_MS,
        seconds_to_start=(arena.starts_ms - now_ms) // 1000 if status == "created" else None,
        seconds_to_finish=(arena.finishes_ms - now_ms) // 1000 if status == "started" else None,
        pairings_closed=now_ms >= arena.finishes_ms - _CLOSING_MS,
        podium=podium(standings) if over else None,
        stats=_stats(finished_games(games, now_ms), standings, now_ms) if over else None,
        standing=standing_page(standings, page),
        featured=featured(running, standings, now_ms),
        id=arena.id,
        created_by=arena.created_by,
        starts_at=iso_time(arena.starts_ms),
        system="arena",
        full_name=arena.name,
        minutes=arena.minutes,
        perf=FullPerf(icon="", key=arena.perf, name=PERFS[arena.perf]),
        clock=tournament_clock(arena),
        variant=arena.variant,
        rated=arena.rated,
        berserkable=arena.berserkable,
        verdicts=Verdicts(),
    )
    return msgspec.json.encode(message)


def _stats(games: list[Game], standings: list[Standing], now_ms: int) -> Stats:
    states = [game.state_at(now_ms) for game in games]
    return Stats(
        games=len(games),
        moves=sum(state.plies for state in states),
        white_wins=count_wins(games, now_ms, chess.WHITE),
        black_wins=count_wins(games, now_ms, chess.BLACK),
        draws=count_wins(games, now_ms, None),
        berserks=sum(len(state.berserk) for state in states),
        average_rating=average_rating([standing.rating for standing in standings]),
    )
