"""The bot of the whole show: what follows games through all faults is kept in a store and told through a real Redis."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

from redis.asyncio import Redis

from bot.follower.followed import FollowedGame
from bot.follower.journal import StoreJournal
from bot.store import Store
from bot.updates import GameUpdate
from overlay.bus.connect import redis_now_ms
from overlay.bus.lease import Lease
from overlay.bus.outlet import Outlet
from overlay.content import Content
from overlay.hub import Hub
from overlay.shown.show import Show
from overlay.web.serving import later
from scoring import BookAnswer
from tests.long.chaos import RULES, Chaos
from tests.long.scale_parts import NAME


class Moment(NamedTuple):
    """What happens when so many of the games are over."""

    share: float
    what: Callable[[], Awaitable[None]]


@dataclass(kw_only=True)
class Scale(Chaos):
    """A run of chaos that is kept and shown, at most `speed` times as fast as in earnest."""

    store: Store
    show: Show
    speed: float
    moments: list[Moment]

    def __post_init__(self) -> None:
        self.journal = StoreJournal(self.store, RULES)
        self.tasks: list[asyncio.Future[None]] = []
        self.began = time.monotonic()

    def received(self, origin: str, line: bytes) -> None:
        """Keep a line."""
        self.store.line(origin, line)

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """Keep that a game is followed."""
        self.journal.found(game_id, at_ms, origin)

    def update(self, update: GameUpdate, at_ms: int, book: BookAnswer) -> None:
        """Keep what became known, and its report."""
        self.happenings[update.happening] += 1
        self.journal.update(update, at_ms, book)

    def changed(self, game: FollowedGame) -> None:
        """Show it."""
        super().changed(game)
        self.show.update(game)

    def forgotten(self, game_id: str) -> None:
        """Show it no longer."""
        self.show.forget(game_id)

    async def rest(self) -> None:
        """Let happen what has not yet."""
        await asyncio.gather(*self.tasks)
        for moment in self.moments:
            await moment.what()

    async def paced(self, simulated_ms: int) -> None:
        """Let happen what is due, and real time go on."""
        over = sum(state in ("settled", "void") for state in self.lifecycles.values()) / len(self.games)
        if self.moments and self.moments[0].share <= over and all(task.done() for task in self.tasks):
            self.tasks.append(asyncio.ensure_future(self.moments.pop(0).what()))
        await asyncio.sleep(simulated_ms / 1000 / self.speed - (time.monotonic() - self.began))


class TimedHub(Hub):
    """A hub that notes since when each version is true, in nanoseconds of the machine's monotonic clock."""

    def __init__(self, versions_from: int) -> None:
        super().__init__(later=later, versions_from=versions_from)
        self.since_ns: dict[tuple[str, int], int] = {}

    def tell(self, topic: str, version: int, content: Content | None, *, at: float | None = None) -> bool:
        """Tell a version."""
        self.since_ns[topic, version] = time.monotonic_ns()
        return super().tell(topic, version, content, at=at)


@asynccontextmanager
async def bot_bus(redis: Redis) -> AsyncIterator[TimedHub]:
    """The bot's side of the bus, which tells what the hub tells."""
    lease = Lease(redis, NAME)
    await lease.take()
    hub = TimedHub(await redis_now_ms(redis))
    outlet = Outlet(redis, NAME, lease, hub)
    tasks = [asyncio.create_task(lease.keep()), asyncio.create_task(outlet.run())]
    try:
        yield hub
    finally:
        await outlet.close()
        tasks[0].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
