"""How often and how much one address may ask. Addresses that keep quiet are forgotten."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from overlay.access.local import is_loopback

MAX_ADDRESSES = 10_000
"""Of how many addresses is remembered what they did; of more, the one that has been quiet longest is forgotten."""


class Buckets:
    """A bucket for every address: `burst` at once, and `per_second` in the long run."""

    def __init__(self, per_second: float, burst: float, now: Callable[[], float]) -> None:
        self._per_second = per_second
        self._burst = burst
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how much is left, and when it was

    def __len__(self) -> int:
        return len(self._left)

    def wait_s(self, address: str) -> float:
        """How long the address has to wait for its next one; 0 if it need not."""
        return max(0.0, (1 - self._level(address)) / self._per_second)

    def take(self, address: str) -> None:
        """Count one."""
        self._left[address] = (self._level(address) - 1, self._now())
        self._left.move_to_end(address)
        self._forget()

    def _level(self, address: str) -> float:
        left, at = self._left.get(address, (self._burst, self._now()))
        return min(self._burst, left + (self._now() - at) * self._per_second)

    def _forget(self) -> None:
        """Forget those whose bucket is full again, longest quiet first, and whoever is too many."""
        while self._left:
            oldest = next(iter(self._left))
            if len(self._left) <= MAX_ADDRESSES and self._level(oldest) < self._burst:
                return
            del self._left[oldest]


class Sockets:
    """How many WebSockets each address has open."""

    def __init__(self, each: int, loopback: int) -> None:
        self._each = each
        self._loopback = loopback
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def free(self, address: str) -> bool:
        """Whether the address may open one more."""
        return self._open[address] < (self._loopback if is_loopback(address) else self._each)

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Count one as open meanwhile."""
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


@dataclass(frozen=True, slots=True)
class Gates:
    """All that is counted by address: requests, tries of wrong tokens, and open WebSockets."""

    requests: Buckets
    tries: Buckets
    sockets: Sockets
