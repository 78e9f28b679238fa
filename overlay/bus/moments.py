"""Moments of Redis's clock and of our own: machines disagree about the time, so the bus goes by that of Redis."""

from collections.abc import Callable

FRESH_S = 1.0
"""So long a measurement is kept in favour of one that was slower."""


class Moments:
    """Turns moments of Redis's clock, in milliseconds, into those of a clock of ours, in seconds, and back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.measured_at = 0.0
        self._trip_s = 0.0
        self._ahead_s = 0.0

    def measure(self, asked_at: float, redis_ms: float) -> None:
        """Redis said that it is `redis_ms`, and was asked at `asked_at` by our clock; the quicker, the better known."""
        now = self.clock()
        if abs(now - self.measured_at) < FRESH_S and now - asked_at > self._trip_s:
            return
        self.measured_at, self._trip_s = now, now - asked_at
        self._ahead_s = redis_ms / 1000 - (asked_at + now) / 2

    def ours(self, redis_ms: int) -> float:
        """Our time for a moment of Redis; what would lie ahead is now."""
        return min(self.clock(), redis_ms / 1000 - self._ahead_s)

    def theirs(self, at: float) -> int:
        """Redis's time for a moment of ours."""
        return round((at + self._ahead_s) * 1000)
