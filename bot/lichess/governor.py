"""One pace for all requests: one 429 stops everything, and longer if it repeats."""

from bot.clock import Clock

FIRST_PAUSE_MS = 60_000
LONGEST_PAUSE_MS = 3_600_000


class Governor:
    """Lets requests pass, except during a pause after the server said that there were too many."""

    def __init__(self, clock: Clock) -> None:
        """Take the time."""
        self._clock = clock
        self._paused_until_ms = 0
        self._pause_ms = FIRST_PAUSE_MS

    async def ready(self) -> None:
        """Wait until requests are allowed."""
        while (left := self._paused_until_ms) > self._clock.now_ms():
            await self._clock.sleep_until_ms(left)

    @property
    def pause_left_ms(self) -> int:
        """How long requests have to wait yet."""
        return max(0, self._paused_until_ms - self._clock.now_ms())

    def limited(self) -> None:
        """The server said 429: pause, twice as long as the last time if that pause did not help."""
        if self.pause_left_ms:
            return
        self._paused_until_ms = self._clock.now_ms() + self._pause_ms
        self._pause_ms = min(2 * self._pause_ms, LONGEST_PAUSE_MS)

    def succeeded(self) -> None:
        """The server answered: when that goes well for as long as it paused, the next pause is a short one again."""
        if self._clock.now_ms() >= self._paused_until_ms + self._pause_ms:
            self._pause_ms = FIRST_PAUSE_MS
