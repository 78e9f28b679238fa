"""Lichess' two rules for every client: one request at a time, and a minute of quiet after a 429."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.clock import Clock
from bot.lichess.simulator.errors import LimitError

QUIET_MS: Final = 60_000
"""How long an address asks nothing after it was given a 429."""
ON_ITS_WAY_MS: Final = 1000
"""A request that comes so soon after a 429 was sent before the client knew of it."""


class Etiquette:
    """Watches how addresses behave. Streams that are open already go on, whatever happens."""

    def __init__(self, clock: Clock, violations: list[str]) -> None:
        """Take the time, and the list to which a sentence is added for each offence."""
        self._clock = clock
        self._violations = violations
        self._limited_ms: dict[str, int] = {}
        self._under_way: Counter[str] = Counter()

    def limited(self, remote: str) -> None:
        """Note that an address was given a 429."""
        self._limited_ms[remote] = self._clock.now_ms()

    def arrived(self, remote: str, what: str) -> None:
        """Note a request of any kind."""
        if remote not in self._limited_ms:
            return
        since_ms = self._clock.now_ms() - self._limited_ms[remote]
        if ON_ITS_WAY_MS < since_ms < QUIET_MS:
            self._violations.append(f"{what} came {since_ms / 1000:.1f} s after a 429, not 60 s.")

    @contextmanager
    def one_shot(self, remote: str, what: str, *, refuse: bool) -> Iterator[None]:
        """Hold the one request under way that an address may have; LimitError for another one, if they are refused."""
        if self._under_way[remote]:
            if refuse:
                raise LimitError(429, "Please only run 1 request(s) at a time")
            self._violations.append(f"{what} came while another request was under way.")
        self._under_way[remote] += 1
        try:
            yield
        finally:
            self._under_way[remote] -= 1
