"""A bot and nodes, as far as the bus is concerned."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

from redis.asyncio import Redis

from overlay.bus.connect import connect, redis_now_ms
from overlay.bus.inlet import Inlet
from overlay.bus.lease import Lease
from overlay.bus.outlet import Outlet
from overlay.channels import Delayed
from overlay.hub import Hub

NAME = "show"


async def until(what: Callable[[], bool], seconds: float = 5) -> None:
    """Wait until something has come about."""
    async with asyncio.timeout(seconds):
        while not what():
            await asyncio.sleep(0.005)


def private_of(truth: Hub) -> Hub:
    return Delayed(truth, 0, lambda _seconds, call: call(), truth)


class Machine:
    """Something that runs on a connection of its own, and can be killed."""

    redis: Redis

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []
        self._stack = AsyncExitStack()

    async def _connect(self, url: str) -> None:
        self.redis = await self._stack.enter_async_context(connect(url, None))

    async def kill(self) -> None:
        """Let it end without a word."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        await self._stack.aclose()


class Bot(Machine):
    """Tells what is published to `hub`."""

    @classmethod
    async def start(cls, url: str, wait_s: float = 2) -> "Bot":
        bot = cls()
        await bot._connect(url)
        bot.lease = Lease(bot.redis, NAME)
        await bot.lease.take(wait_s)
        bot.hub = Hub(versions_from=await redis_now_ms(bot.redis))
        bot.private = private_of(bot.hub)
        bot.outlet = Outlet(bot.redis, NAME, bot.lease, bot.private)
        bot._tasks = [asyncio.create_task(bot.lease.keep()), asyncio.create_task(bot.outlet.run())]
        return bot

    lease: Lease
    hub: Hub
    private: Hub
    outlet: Outlet


class Node(Machine):
    """Shows it."""

    hub: Hub
    private: Hub
    inlet: Inlet

    @classmethod
    async def start(cls, url: str) -> "Node":
        node = cls()
        await node._connect(url)
        node.hub = Hub()
        node.private = private_of(node.hub)
        node.inlet = Inlet(node.redis, NAME, node.hub, node.private)
        node._tasks = [asyncio.create_task(node.inlet.run())]
        async with asyncio.timeout(5):
            await node.inlet.loaded.wait()
        return node


def told(hub: Hub) -> dict[str, tuple[int, bytes]]:
    """What a hub tells: versions and states, by topic."""
    return {topic: (known.version, known.content.body) for topic in hub.topics() if (known := hub.told(topic))}


def same(bot: Bot, *nodes: Node) -> bool:
    return all(told(node.private) == told(bot.private) for node in nodes)
