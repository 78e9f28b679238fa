"""Injected time: the real one, one that somebody steers, and one that a test turns by hand; and waiting by it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Clock(Protocol):
    """Time in milliseconds since 1970, and a way to wait for a moment of it."""

    def now_ms(self) -> int:
        """The time now."""

    async def sleep_until_ms(self, due_ms: int) -> None:
        """Wait until `now_ms()` is at least `due_ms`; at once if it is."""


class RealClock:
    """Real time, from the moment of its creation on `speed` times as fast."""

    def __init__(self, speed: float = 1.0) -> None:
        if speed <= 0:
            raise ValueError(f"the speed must be above 0, not {speed}")
        self._speed = speed
        self._epoch_ms = time.time() * 1000
        self._origin_s = time.monotonic()

    def now_ms(self) -> int:
        """The time now; it never goes back, whatever happens to the machine's clock."""
        return int(self._epoch_ms + (time.monotonic() - self._origin_s) * 1000 * self._speed)

    async def sleep_until_ms(self, due_ms: int) -> None:
        """Wait until a time on this clock."""
        left_ms = due_ms - self.now_ms()
        if left_ms > 0:
            await asyncio.sleep(left_ms / 1000 / self._speed)
            await self.sleep_until_ms(due_ms)  # timers may ring a little early


class SteeredClock:
    """The time of another clock, as fast as somebody wishes, who may change that and hold it at any moment."""

    def __init__(self, base: Clock, speed: float = 1.0) -> None:
        """Begin with the time of `base`, and go on from then `speed` times as fast."""
        self._base = base
        self._speed = speed
        self._paused = False
        self._origin_ms = self._base_ms = base.now_ms()
        self._steered = asyncio.Event()

    @property
    def speed(self) -> float:
        """How many times faster than the other clock it goes when it is not held."""
        return self._speed

    @property
    def paused(self) -> bool:
        """Whether it is held."""
        return self._paused

    def steer(self, *, speed: float | None = None, paused: bool | None = None) -> None:
        """Go on at another speed, or be held, or not any longer; what is not given stays."""
        if speed is not None and speed <= 0:
            raise ValueError(f"the speed must be above 0, not {speed}")
        self._origin_ms, self._base_ms = self.now_ms(), self._base.now_ms()
        self._speed = self._speed if speed is None else speed
        self._paused = self._paused if paused is None else paused
        self._steered.set()
        self._steered = asyncio.Event()

    def now_ms(self) -> int:
        """The time now; it never goes back."""
        gone_ms = 0 if self._paused else self._base.now_ms() - self._base_ms
        return self._origin_ms + int(gone_ms * self._speed)

    async def sleep_until_ms(self, due_ms: int) -> None:
        """Wait until a time on this clock, however it is steered meanwhile."""
        while (left_ms := due_ms - self.now_ms()) > 0:
            steered = self._steered.wait()
            if self._paused:
                await steered
            else:
                with suppress(TimeoutError):
                    await within(self._base, math.ceil(left_ms / self._speed), steered)


class ManualClock:
    """Time that stands still until `advance` is called."""

    def __init__(self, start_ms: int = 1_700_000_000_000, settle: Callable[[], Awaitable[None]] | None = None) -> None:
        """Take the time to begin with, and what to wait for after each step: by default a few turns of the loop."""
        self._now_ms = start_ms
        self._settle = settle or _let_others_run
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def now_ms(self) -> int:
        """The time now."""
        return self._now_ms

    async def sleep_until_ms(self, due_ms: int) -> None:
        """Wait until the time has been advanced that far."""
        if due_ms <= self._now_ms:
            return
        sleeper = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (due_ms, next(self._order), sleeper))
        await sleeper

    async def advance(self, ms: int) -> None:
        """Go on by `ms` milliseconds, waking the sleepers one by one in the order of their times.

        After each moment the other tasks get time to run, so that a sleeper that sleeps again is woken again.
        """
        target_ms = self._now_ms + ms
        await self._settle()
        while self._sleepers and self._sleepers[0][0] <= target_ms:
            due_ms, _, sleeper = heapq.heappop(self._sleepers)
            if sleeper.done():  # its task was cancelled
                continue
            self._now_ms = due_ms
            sleeper.set_result(None)
            await self._settle()
        self._now_ms = target_ms
        await self._settle()


async def _let_others_run() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def within(clock: Clock, ms: int, work: Coroutine[Any, Any, T]) -> T:
    """Wait for something at most `ms` milliseconds of a clock; raises TimeoutError then, and cancels it."""
    task = asyncio.ensure_future(work)
    alarm = asyncio.ensure_future(clock.sleep_until_ms(clock.now_ms() + ms))
    try:
        await asyncio.wait({task, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise TimeoutError
    finally:
        for unfinished in (task, alarm):
            unfinished.cancel()
        await asyncio.gather(task, alarm, return_exceptions=True)
