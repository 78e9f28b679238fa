"""The simulator and a client of it in one process, with time that only moves when a test moves it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, TypeVar
from unittest import mock

from bot.clock import ManualClock
from bot.follower.followed import FollowedGame
from bot.follower.follower import Follower
from bot.follower.worker import Worker
from bot.lichess.background import in_background
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.lichess.simulator import Game, Simulator, Switches, World, serve
from bot.lichess.simulator.tokens import Token
from bot.updates import GameUpdate, Happening
from scoring import BookAnswer, Rules

T = TypeVar("T")

TIMEOUT_S = 10.0
"""No test waits this long: it only keeps a broken one from hanging."""
STEP_MS = 1000
PATIENCE = 100
"""How many half milliseconds a question in the background is waited for: its answer may need the clock to go on."""


class Background:
    """Knows how many calls run beside the event loop."""

    def __init__(self) -> None:
        self.running = 0

    async def run(self, call: Callable[[], T]) -> T:
        """`in_background`, counted."""
        self.running += 1
        try:
            return await in_background(call)
        finally:
            self.running -= 1

    async def quiet(self) -> None:
        """Wait until nothing is ready to run, no bytes wait in any socket, and no call runs in the background."""
        loop: Any = asyncio.get_running_loop()
        idle = waited = 0
        while idle < 2:
            await asyncio.sleep(0)
            if loop._ready or loop._selector.select(0):
                idle = 0
            elif self.running and waited < PATIENCE:
                idle, waited = 0, waited + 1
                await asyncio.sleep(0.0005)
            else:
                idle += 1


@asynccontextmanager
async def asked_in_background(background: Background) -> AsyncIterator[None]:
    """Within, the questions of clients are counted."""
    with mock.patch("bot.lichess.client.in_background", background.run):
        yield


@dataclass
class Live:
    """A running simulator, and the client that asks it."""

    clock: ManualClock
    world: World
    simulator: Simulator
    url: str
    governor: Governor
    client: LichessClient
    background: Background
    heard_s: dict[str, float] = field(default_factory=dict)
    """When something came from the server last, by where it came from."""
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def add(self, game: Game) -> Game:
        """Add a game that is created now."""
        game = game.anew(game.id, self.clock.now_ms())
        self.world.add(game)
        return game

    async def turn(self, ms: int = 0) -> None:
        """Advance the clock; all that follows from each moment happens before the next."""
        await self.clock.advance(ms)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something that needs no time of the clock has happened."""
        async with asyncio.timeout(TIMEOUT_S):
            while not condition():  # noqa: ASYNC110
                await asyncio.sleep(0.0005)

    async def turn_until(self, condition: Callable[[], object], step_ms: int = STEP_MS) -> None:
        """Advance the clock step by step until something has happened."""
        async with asyncio.timeout(TIMEOUT_S):
            await self.turn()
            while not condition():
                await self.turn(step_ms)

    async def play(self, game: Game) -> None:
        """Advance the clock from event to event to the end of a game, stopping at least every 20 s."""
        for event in game.events:
            while (left := game.created_ms + event.at_ms - self.clock.now_ms()) > 0:
                await self.turn(min(left, 20_000))


@dataclass
class Watch:
    """A follower of one game, and all that it learnt."""

    live: Live
    game_id: str
    rules: Rules = field(default_factory=Rules)
    updates: list[GameUpdate] = field(default_factory=list)
    histories: list[tuple[tuple[Fraction, Fraction], ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin to follow."""
        self.over = asyncio.Event()
        self.followed = FollowedGame(self.game_id, self.rules)
        self.task = asyncio.create_task(self.run())
        self.live.tasks.append(self.task)

    async def run(self) -> None:
        """Follow until the game is over."""
        follower = Follower(
            self.live.client,
            self.rules,
            self.live.clock,
            self.changed,
            lambda game_id: None,
            journal=self,
            random=Random(1),
            worker=Worker(self.live.background.run),
        )
        async with follower:
            follower.found(self.game_id, "a test")
            await self.over.wait()

    def changed(self, game: FollowedGame) -> None:
        """Note a game and the points after every ply."""
        self.followed = game
        self.histories.append(tuple(game.history))
        if game.over:
            self.over.set()

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """Nothing is noted."""

    def update(self, update: GameUpdate, at_ms: int, book: BookAnswer) -> None:
        """Note an update."""
        self.updates.append(update)

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
        """Advance the clock until the game is over."""
        await self.live.turn_until(self.task.done, step_ms)
        self.task.result()


@asynccontextmanager
async def running(
    switches: Switches | None = None, *, tokens: Mapping[str, str | Token] | None = None, token: str | None = None
) -> AsyncIterator[Live]:
    """Run a simulator and a client."""
    background = Background()
    clock = ManualClock(settle=background.quiet)
    world = World(clock)
    simulator = Simulator(world, switches, tokens=tokens)
    governor = Governor(clock)
    heard_s: dict[str, float] = {}

    def received(origin: str, _line: bytes) -> None:
        heard_s[origin] = time.perf_counter()

    async with (
        serve(simulator) as url,
        LichessClient(url, governor, token=token, agent="unruh-tests (contact nobody)", received=received) as client,
    ):
        live = Live(clock, world, simulator, url, governor, client, background, heard_s)
        try:
            async with asked_in_background(background):
                yield live
        finally:
            for task in live.tasks:
                task.cancel()
            await asyncio.gather(*live.tasks, return_exceptions=True)
