"""Arenas in lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.standings import arena_standings
from bot.lichess.simulator.tournaments import Arena
from bot.lichess.simulator.variants import VARIANTS
from bot.lichess.simulator.views.tournament import TournamentClock, tournament_clock
from bot.lichess.simulator.views.wire import User, Wire, user

_STATUS: Final = {"created": 10, "started": 20, "finished": 30}
PERFS: Final = {
    "bullet": "Bullet",
    "blitz": "Blitz",
    "rapid": "Rapid",
    "classical": "Classical",
    "ultraBullet": "UltraBullet",
    **{key: variant.name for key, variant in VARIANTS.items()},
}
"""The rating categories with their names, in the order in which they are listed."""


class ListPerf(Wire, kw_only=True, frozen=True):
    """A rating category in a list."""

    key: str
    name: str
    position: int


class VariantNames(msgspec.Struct, frozen=True):
    """A variant with its three names."""

    key: str
    short: str
    name: str


class ListedArena(Wire, kw_only=True, frozen=True):
    """An arena in a list."""

    id: str
    created_by: str
    system: str
    minutes: int
    clock: TournamentClock
    rated: bool
    full_name: str
    nb_players: int
    variant: VariantNames
    starts_at: int
    finishes_at: int
    status: int
    perf: ListPerf
    seconds_to_start: int | None = None
    team_member: str | None = None
    winner: User | None = None


def listed_arena(arena: Arena, games: list[Game], now_ms: int) -> ListedArena:
    """An arena in a list."""
    standings = arena_standings(arena, games, now_ms)
    status = arena.status_at(now_ms)
    variant = VARIANTS[arena.variant]
    return ListedArena(
        id=arena.id,
        created_by=arena.created_by,
        system="arena",
        minutes=arena.minutes,
        clock=tournament_clock(arena),
        rated=arena.rated,
        full_name=arena.name,
        nb_players=len(standings),
        variant=VariantNames(variant.key, variant.short, variant.name),
        starts_at=arena.starts_ms,
        finishes_at=arena.finishes_ms,
        status=_STATUS[status],
        perf=ListPerf(key=arena.perf, name=PERFS[arena.perf], position=list(PERFS).index(arena.perf)),
        seconds_to_start=(arena.starts_ms - now_ms) // 1000 if status == "created" else None,
        team_member=arena.team,
        winner=user(standings[0].player) if standings and status == "finished" else None,
    )


def arena_lists(arenas: Iterable[tuple[Arena, list[Game]]], now_ms: int) -> bytes:
    """All arenas with their games, by status."""
    lists: dict[str, list[ListedArena]] = {status: [] for status in _STATUS}
    for arena, games in arenas:
        lists[arena.status_at(now_ms)].append(listed_arena(arena, games, now_ms))
    return msgspec.json.encode(lists)
