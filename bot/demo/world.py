"""The demo's Lichess: every pair of players goes on playing, a game that ended begins anew under a new id."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.clock import Clock, RealClock
from bot.demo.games import DemoGame, load_games
from bot.lichess.simulator.server import Simulator, serve
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.world import World, new_id

MAX_TABLES: Final = 8
"""As many games as Lichess lets one address follow at once."""
PAUSE_MS: Final = 20_000
"""From the end of a game to the beginning of the next one at the same table."""
KEPT_GAMES: Final = 4
"""How many games of each table the server still knows."""


@dataclass(frozen=True, slots=True)
class DemoLichess:
    """A running demo server: its address, and the ids of all players in pairs, table by table."""

    base_url: str
    user_ids: tuple[str, ...]
    world: World


class Tables:
    """Games that are played for ever, each at a table of its own; at the start most are under way already."""

    def __init__(self, world: World, games: Sequence[DemoGame], random: Random, pause_ms: int = PAUSE_MS) -> None:
        if len(games) > MAX_TABLES:
            raise ValueError(f"at most {MAX_TABLES} games can be followed at once, not {len(games)}")
        now_ms = world.clock.now_ms()
        self._tables = [_Table(world, demo, random, now_ms - demo.enter_ms, pause_ms) for demo in games]

    async def run(self) -> None:
        """Begin each game anew when it has ended, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for table in self._tables:
                group.create_task(table.run())


class _Table:
    def __init__(self, world: World, demo: DemoGame, random: Random, begin_ms: int, pause_ms: int) -> None:
        self._world = world
        self._demo = demo
        self._random = random
        self._round_ms = demo.game.length_ms + pause_ms
        self._known: deque[str] = deque()
        self._begin(begin_ms)

    def _begin(self, begin_ms: int) -> None:
        self._begin_ms = begin_ms
        game = self._demo.game.anew(new_id(self._random), begin_ms)
        self._world.add(game)
        self._known.append(game.id)
        if len(self._known) > KEPT_GAMES:
            self._world.remove(self._known.popleft())

    async def run(self) -> None:
        while True:
            next_ms = self._begin_ms + self._round_ms
            await self._world.clock.sleep_until_ms(next_ms)
            self._begin(next_ms)


@asynccontextmanager
async def demo_lichess(
    *,
    speed: float = 1.0,
    clock: Clock | None = None,
    games: Sequence[DemoGame] | None = None,
    switches: Switches | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    seed: int | None = None,
) -> AsyncIterator[DemoLichess]:
    """Run the demo's server.

    Args:
        speed: How many times faster than in reality the games go by; without effect if a `clock` is given.
        clock: The simulator's time.
        games: What is played; by default the games that come with the program.
        switches: How the simulator behaves.
        host: Where it listens.
        port: Its port; 0 takes any free one.
        seed: Decides on the ids of the games; without one they differ every time.
    """
    games = load_games() if games is None else games
    world = World(clock or RealClock(speed))
    tables = Tables(world, games, Random(seed))
    async with serve(Simulator(world, switches), host, port) as base_url:
        playing = asyncio.create_task(tables.run())
        try:
            users = tuple(player.id for demo in games for player in (demo.game.white, demo.game.black))
            yield DemoLichess(base_url, users, world)
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
