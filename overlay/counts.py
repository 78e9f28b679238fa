"""What is counted while viewers are told: plain numbers, so that counting costs nothing for each frame and viewer."""

from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from typing import Literal, get_args

CutOff = Literal["rights", "slow", "restart", "message"]
"""Why the server ended a WebSocket: rights were lost, nothing was taken for too long, the server restarts, or the
viewer said what it must not say."""
Refusal = Literal["address", "malformed", "origin", "requests", "slow", "topics", "viewers"]
"""Why a connection or request was refused: too many connections of one address, what is no request, the page of another
site, too many connections or requests of one address in a short time, a handshake that took too long, topics that do
not exist, or too many viewers."""

BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The bounds, in seconds, between which times are counted."""


class Times:
    """How many times were how long, as a Prometheus histogram tells it."""

    __slots__ = ("_counts", "sum_s")

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS_S) + 1)
        self.sum_s = 0.0
        """All of them together."""

    def add(self, seconds: float) -> None:
        """Count one; less than nothing, which clocks of two machines can make of it, is nothing."""
        seconds = max(0.0, seconds)
        self._counts[bisect_left(BOUNDS_S, seconds)] += 1
        self.sum_s += seconds

    @property
    def buckets(self) -> list[tuple[str, int]]:
        """For every bound how many were at most as long; the last is `+Inf`, and counts all."""
        return list(zip([*map(str, BOUNDS_S), "+Inf"], accumulate(self._counts), strict=True))


class Counts:
    """What viewers were given since the beginning, by all channels together.

    A frame that is offered is `sent` when it went to the viewer's socket, at once or later. What waits is not sent yet,
    and what is replaced while it waits is `skipped`.
    """

    __slots__ = ("cut_off", "lag", "offered", "refused", "sent", "sent_bytes", "skipped", "states_out")

    def __init__(self) -> None:
        self.states_out = 0
        """States that were told to anybody; each of them once, however many viewers there were."""
        self.offered = 0
        self.sent = 0
        self.sent_bytes = 0
        self.skipped = 0
        self.lag = Times()
        """From the server's line to the frame that tells of it, written to the viewers' sockets."""
        self.cut_off: Counter[CutOff] = Counter(dict.fromkeys(get_args(CutOff), 0))
        self.refused: Counter[Refusal] = Counter(dict.fromkeys(get_args(Refusal), 0))

    def offer(self, viewers: int, size: int) -> None:
        """A frame of `size` bytes goes to so many viewers; those who cannot take it now say so by `waits`."""
        self.offered += viewers
        self.sent += viewers
        self.sent_bytes += viewers * size

    def waits(self, size: int, *, replaces: bool) -> None:
        """A viewer cannot take what was offered now; it may replace what has waited of the same topic."""
        self.sent -= 1
        self.sent_bytes -= size
        self.skipped += replaces

    def caught_up(self, frames: int, size: int) -> None:
        """What has waited for a viewer was sent."""
        self.sent += frames
        self.sent_bytes += size
