"""One pace for all requests: one at a time, and one 429 stops everything, longer if it repeats."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.clock import Clock

FIRST_PAUSE_MS = 60_000
LONGEST_PAUSE_MS = 3_600_000


class Governor:
    """Lets requests pass, except during a pause after the server said that there were too many."""

    def __init__(self, clock: Clock) -> None:
        """Take the time."""
        self.clock = clock
        self.pauses = 0
        """How often the server has asked for a pause."""
        self.waiting = 0
        """How many requests wait for their turn or for the end of a pause."""
        self.limited_at_ms: int | None = None
        """When it last asked for one."""
        self._one_at_a_time = asyncio.Lock()
        self._paused_until_ms = 0
        self._pause_ms = FIRST_PAUSE_MS

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until a request may be made, and keep all other requests of this kind waiting until it is answered."""
        self.waiting += 1
        try:
            await self._one_at_a_time.acquire()
        finally:
            self.waiting -= 1
        try:
            await self.ready()
            yield
        finally:
            self._one_at_a_time.release()

    async def ready(self) -> None:
        """Wait until streams may be opened: during a pause they wait, too."""
        self.waiting += 1
        try:
            while (left := self._paused_until_ms) > self.clock.now_ms():
                await self.clock.sleep_until_ms(left)
        finally:
            self.waiting -= 1

    @property
    def pause_left_ms(self) -> int:
        """How long requests have to wait yet."""
        return max(0, self._paused_until_ms - self.clock.now_ms())

    def limited(self, asked_ms: int = 0) -> None:
        """The server said 429: pause, twice as long as the last time if that pause did not help.

        `asked_ms` is the pause that the answer itself asked for, if it did; it can only make the pause longer.
        """
        now_ms = self.clock.now_ms()
        self.limited_at_ms = now_ms
        asked_ms = min(asked_ms, LONGEST_PAUSE_MS)
        if self.pause_left_ms:  # requests that were under way when the pause began
            self._paused_until_ms = max(self._paused_until_ms, now_ms + asked_ms)
            return
        self.pauses += 1
        self._paused_until_ms = now_ms + max(self._pause_ms, asked_ms)
        self._pause_ms = min(2 * self._pause_ms, LONGEST_PAUSE_MS)

    def remember(self, limited_at_ms: int, asked_ms: int) -> None:
        """Before the program was started, the server asked for a pause: what is left of it counts."""
        self.limited_at_ms = limited_at_ms
        self._paused_until_ms = limited_at_ms + min(max(FIRST_PAUSE_MS, asked_ms), LONGEST_PAUSE_MS)

    def succeeded(self) -> None:
        """The server answered: when that goes well for as long as it paused, the next pause is a short one again."""
        if self.clock.now_ms() >= self._paused_until_ms + self._pause_ms:
            self._pause_ms = FIRST_PAUSE_MS


class Budget:
    """At most so many requests of one kind within a time: the next one waits until the oldest is that long ago."""

    def __init__(self, clock: Clock, limit: int, window_ms: int) -> None:
        """Take the time, and how many requests are allowed within how many milliseconds."""
        self._clock = clock
        self._window_ms = window_ms
        self._times: deque[int] = deque(maxlen=limit)

    async def spend(self) -> None:
        """Wait until one more request is allowed, and count it."""
        while self._times.maxlen == len(self._times) and self._clock.now_ms() < self._times[0] + self._window_ms:
            await self._clock.sleep_until_ms(self._times[0] + self._window_ms)
        self._times.append(self._clock.now_ms())
