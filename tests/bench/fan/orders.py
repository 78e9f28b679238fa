"""What the processes of the fan-out bench tell each other: a line of JSON each way, on standard input and output."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import msgspec

from overlay.state import GameState

MAX_LINE = 1 << 20
STAMP = "at:"
"""A state's `id` is this and the moment before it was published, in nanoseconds of the machine's monotonic clock."""


class Publishing(msgspec.Struct):
    """To a server: publish the state so often on each of the topics, each topic again after `every_s`.

    `together`: all topics at the same moment; else they are spread evenly over `every_s`.
    """

    state: GameState
    times: int
    every_s: float
    topics: list[str]
    together: bool = True


Order = TypeVar("Order")
Publish = Callable[[str, int, GameState], Awaitable[None]]
"""Tells a topic's new version to everybody who is connected."""


async def orders(kind: type[Order]) -> AsyncIterator[Order]:
    """The lines of standard input."""
    lines = asyncio.StreamReader(MAX_LINE)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async for line in lines:
        yield msgspec.json.decode(line, type=kind)


def answer(what: object) -> None:
    """Write a line to standard output."""
    sys.stdout.write(msgspec.json.encode(what).decode() + "\n")
    sys.stdout.flush()


async def carry_out(port: int, publish: Publish) -> None:
    """Say where the server is, and publish as ordered until nobody orders any more."""
    answer(port)
    version = 0
    async for order in orders(Publishing):
        gap_s = 0 if order.together else order.every_s / len(order.topics)
        began = time.monotonic()
        for turn in range(order.times):
            version += 1
            for place, topic in enumerate(order.topics):
                await asyncio.sleep(began + turn * order.every_s + place * gap_s - time.monotonic())
                state = msgspec.structs.replace(order.state, id=f"{STAMP}{time.monotonic_ns()}")
                await publish(topic, version, state)
        answer(order.times)
