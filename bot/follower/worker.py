"""The thread beside the event loop: what may take longer than the loop can wait is done there, one thing at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from bot.lichess.background import in_background

T = TypeVar("T")


class Run(Protocol):
    """A way to run a call: in a thread, or at once in a test."""

    def __call__(self, call: Callable[[], T]) -> Awaitable[T]:
        """The answer of the call, or what it raises."""


class Worker:
    """Runs calls one after the other in the order in which they were asked for.

    So at most one thread competes with the event loop, which then waits for a thread switch now and then, never for
    the call. What runs when the program ends does not keep it from ending.
    """

    def __init__(self, run: Run = in_background) -> None:
        """Begin idle."""
        self._run = run
        self._turn = asyncio.Lock()

    async def run(self, call: Callable[[], T]) -> T:
        """Run a call when its turn comes; raises what it raises."""
        async with self._turn:
            return await self._run(call)
