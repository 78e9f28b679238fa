"""How often a topic is told: what comes in while it rests replaces what waits, and the last is told in any case."""

from collections.abc import Callable
from functools import partial

from overlay.content import Content

PACE_S = 0.05
"""How long a topic rests at least after it was told …"""
BYTES_PER_S = 100_000
"""… and it is told no more than this to each client, so a big one rests longer."""

Later = Callable[[float, Callable[[], object]], object]
"""Calls a function so many seconds later."""


class Pace:
    """Lets topics rest, each by the size of what was told of it last, to clients or over a bus.

    Attributes:
        waiting: The topics that rest, and have news.
        coalesced: How many pieces of news were replaced by newer ones meanwhile.
    """

    def __init__(self, clock: Callable[[], float], later: Later | None, tell: Callable[[str], Content | None]) -> None:
        """`tell` tells a topic as it is then, and says what that was, None for nothing; without `later` none rests."""
        self.waiting: set[str] = set()
        self.coalesced = 0
        self._clock = clock
        self._later = later
        self._tell = tell
        self._told: dict[str, tuple[float, Content]] = {}  # when, and what

    def news(self, topic: str) -> None:
        """Tell a topic now, or when it has rested."""
        if topic in self.waiting:
            self.coalesced += 1
            return
        rest_s = self._rest_s(topic)
        if rest_s <= 0 or self._later is None:
            self._tell_now(topic)
        else:
            self.waiting.add(topic)
            self._later(rest_s, partial(self._rested, topic))

    def hurry(self) -> None:
        """Tell at once what waits."""
        for topic in tuple(self.waiting):
            self._tell_now(topic)

    def forget(self, topic: str) -> None:
        """A topic is no more; if it comes back, it need not rest."""
        self._told.pop(topic, None)

    def _rested(self, topic: str) -> None:
        if topic in self.waiting:
            self._tell_now(topic)

    def _tell_now(self, topic: str) -> None:
        self.waiting.discard(topic)
        content = self._tell(topic)
        if content is not None:
            self._told[topic] = self._clock(), content

    def _rest_s(self, topic: str) -> float:
        if topic not in self._told:
            return 0
        since, content = self._told[topic]
        return since + max(PACE_S, content.size / BYTES_PER_S) - self._clock()
