"""The simulator and a client of it in one process, with time that only moves when a test moves it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bot.clock import ManualClock
from bot.follower.followed import FollowedGame
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.lichess.simulator import Game, Simulator, Switches, World, serve
from bot.sources.game import GameSource
from bot.updates import GameUpdate, Happening
from scoring import Rules

TIMEOUT_S = 10.0
"""No test waits this long: it only keeps a broken one from hanging."""
STEP_MS = 1000


class CountingClient(LichessClient):
    """A client that knows how many of its questions are open, and when it last heard something of a game."""

    asking = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.heard_s: dict[str, float] = {}

    @asynccontextmanager
    async def stream_game(self, game_id: str) -> AsyncIterator[AsyncIterator[bytes]]:
        async with super().stream_game(game_id) as chunks:
            yield self._noted(game_id, chunks)

    async def _noted(self, game_id: str, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        async for data in chunks:
            self.heard_s[game_id] = time.perf_counter()
            yield data

    async def _ask(self, what: str, call: Callable[[], Any]) -> Any:
        self.asking += 1
        try:
            return await super()._ask(what, call)
        finally:
            self.asking -= 1


@dataclass
class Live:
    """A running simulator, and the client that asks it."""

    clock: ManualClock
    world: World
    simulator: Simulator
    url: str
    governor: Governor
    client: CountingClient
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def add(self, game: Game) -> Game:
        """Add a game that is created now."""
        game = game.anew(game.id, self.clock.now_ms())
        self.world.add(game)
        return game

    async def turn(self, ms: int = 0) -> None:
        """Advance the clock, let what was sent arrive, and questions be answered."""
        await self.clock.advance(ms)
        for _ in range(3):
            await asyncio.sleep(0)
        for _ in range(200):
            if not self.client.asking or self.governor.pause_left_ms:
                break
            await asyncio.sleep(0.0005)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something that needs no time of the clock has happened."""
        async with asyncio.timeout(TIMEOUT_S):
            while not condition():  # noqa: ASYNC110
                await asyncio.sleep(0.0005)

    async def turn_until(self, condition: Callable[[], object], step_ms: int = STEP_MS) -> None:
        """Advance the clock step by step until something has happened."""
        async with asyncio.timeout(TIMEOUT_S):
            while not condition():
                await self.turn(step_ms)
                await asyncio.sleep(0.0005)

    async def play(self, game: Game) -> None:
        """Advance the clock from event to event to the end of a game, stopping at least every 20 s."""
        for event in game.events:
            while (left := game.created_ms + event.at_ms - self.clock.now_ms()) > 0:
                await self.turn(min(left, 20_000))


@dataclass
class Watch:
    """A source of one game, and all that it told."""

    live: Live
    game_id: str
    rules: Rules = field(default_factory=Rules)
    updates: list[GameUpdate] = field(default_factory=list)
    histories: list[tuple[tuple[Fraction, Fraction], ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin to follow."""
        self.followed = FollowedGame(self.game_id, self.rules)
        self.task = asyncio.create_task(GameSource(self.game_id, self.live.client, self.live.clock).follow(self.take))
        self.live.tasks.append(self.task)

    def take(self, update: GameUpdate) -> None:
        """Note an update and the points after every ply."""
        self.followed.apply(update, self.live.clock.now_ms())
        self.updates.append(update)
        self.histories.append(tuple(self.followed.history))

    @property
    def happenings(self) -> list[Happening]:
        """What happened, repeated moves left out."""
        told = [update.happening for update in self.updates]
        return [now for before, now in zip([None, *told], told, strict=False) if now != before or now != "moved"]

    @property
    def lifecycle(self) -> str:
        """The state of the followed game."""
        return self.followed.lifecycle

    @property
    def ply(self) -> int:
        """How many plies are known."""
        return self.followed.game.ply

    async def end(self, step_ms: int = STEP_MS) -> None:
        """Advance the clock until the source has nothing more to tell."""
        await self.live.turn_until(self.task.done, step_ms)
        self.task.result()


@asynccontextmanager
async def running(
    switches: Switches | None = None, *, tokens: Mapping[str, str] | None = None, token: str | None = None
) -> AsyncIterator[Live]:
    """Run a simulator and a client."""
    clock = ManualClock()
    world = World(clock)
    simulator = Simulator(world, switches, tokens=tokens)
    governor = Governor(clock)
    async with (
        serve(simulator) as url,
        CountingClient(url, governor, token=token, agent="unruh-tests (contact nobody)") as client,
    ):
        live = Live(clock, world, simulator, url, governor, client)
        try:
            yield live
        finally:
            for task in live.tasks:
                task.cancel()
            await asyncio.gather(*live.tasks, return_exceptions=True)
