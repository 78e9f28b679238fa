"""Moments of Redis's clock and of our own: machines disagree about the time, so the bus goes by that of Redis."""

from collections.abc import Callable


class Moments:
    """Turns moments of Redis's clock, in milliseconds, into those of a clock of ours, in seconds, and back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.measured_at = 0.0
        self._ahead_s = 0.0

    def measure(self, asked_at: float, redis_ms: int) -> None:
        """Redis said that it is `redis_ms`, and was asked at `asked_at` by our clock."""
        self.measured_at = self.clock()
        self._ahead_s = redis_ms / 1000 - (asked_at + self.measured_at) / 2

    def ours(self, redis_ms: int) -> float:
        """Our time for a moment of Redis; what would lie ahead is now."""
        return min(self.clock(), redis_ms / 1000 - self._ahead_s)

    def theirs(self, at: float) -> int:
        """Redis's time for a moment of ours."""
        return round((at + self._ahead_s) * 1000)
