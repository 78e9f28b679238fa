"""A bot and nodes, as far as the bus is concerned."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

from redis.asyncio import Redis

from overlay.bus.connect import connect, redis_now_ms
from overlay.bus.inlet import Inlet
from overlay.bus.lease import Lease
from overlay.bus.outlet import Outlet
from overlay.channels import Channels
from overlay.delayed import Delayed
from overlay.hub import Hub
from overlay.web.serving import channels_of
from tests.until import until as until

NAME = "show"
Private = Callable[[Channels, Redis], Hub]
"""Makes the hub of those who control."""


def private_of(channels: Channels, _redis: Redis) -> Hub:
    return Delayed(channels.truth, 0, lambda _seconds, call: call(), channels.truth)


@dataclass
class Machine:
    """Something that runs, with a connection of its own, and can be killed."""

    redis: Redis
    hub: Hub
    private: Hub
    stack: AsyncExitStack
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.create_task(work))

    async def kill(self) -> None:
        """Let it end without a word."""
        await self.stop()
        await self.stack.aclose()

    async def stop(self) -> None:
        """End its work, and keep its connection."""
        for task in self.tasks:
            task.cancel()
        for task in self.tasks:
            with suppress(asyncio.CancelledError):
                await task
        self.tasks.clear()


@dataclass(kw_only=True)
class Bot(Machine):
    """Tells what is published to `hub`, and what only `private` has."""

    lease: Lease
    outlet: Outlet


@dataclass(kw_only=True)
class Node(Machine):
    """Shows it."""

    inlet: Inlet

    async def loaded(self) -> None:
        async with asyncio.timeout(15):
            await self.inlet.loaded.wait()


class Machines:
    """All machines of a test."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._all: list[Machine] = []

    async def bot(self, wait_s: float = 2, private_of: Private = private_of) -> Bot:
        stack = AsyncExitStack()
        redis = await stack.enter_async_context(connect(self.url, None))
        lease = Lease(redis, NAME)
        await lease.take(wait_s)
        hub = Hub(versions_from=await redis_now_ms(redis))
        private = private_of(channels_of(hub), redis)
        bot = Bot(redis, hub, private, stack, lease=lease, outlet=Outlet(redis, NAME, lease, private))
        self._all.append(bot)
        bot.run(lease.keep())
        bot.run(bot.outlet.run())
        return bot

    async def node(self, private_of: Private = private_of) -> Node:
        stack = AsyncExitStack()
        redis = await stack.enter_async_context(connect(self.url, None))
        hub = Hub()
        channels = channels_of(hub)
        private = private_of(channels, redis)
        node = Node(redis, hub, private, stack, inlet=Inlet(redis, NAME, channels, private))
        self._all.append(node)
        node.run(node.inlet.run())
        await node.loaded()
        return node

    async def kill_all(self) -> None:
        for machine in self._all:
            await machine.kill()


def told(hub: Hub) -> dict[str, tuple[int, bytes]]:
    """What a hub tells: versions and states, by topic."""
    return {topic: (known.version, known.content.body) for topic in hub.topics() if (known := hub.told(topic))}


def same(bot: Bot, *nodes: Node) -> bool:
    """Whether all nodes tell what the bot tells, of all topics."""
    return all(told(node.private) == told(bot.private) for node in nodes)


def lifecycle(hub: Hub, topic: str) -> str | None:
    """How a game is told."""
    state: Any = hub.state(topic)
    return state and str(state.status.lifecycle)
