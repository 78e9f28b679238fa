"""Lichess' two rules for every client: one request at a time, and quiet after a 429."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from aiohttp import web

from bot.clock import Clock
from bot.lichess.simulator.errors import LimitError

QUIET_MS: Final = 60_000
"""How long an address asks nothing after it was given a 429 that names no longer time."""
ON_ITS_WAY_MS: Final = 1000
"""A request that comes so soon after a 429 was sent before the client knew of it."""


class Etiquette:
    """Watches how addresses behave. Streams that are open already go on, whatever happens."""

    def __init__(self, clock: Clock, violations: list[str]) -> None:
        """Take the time, and the list to which a sentence is added for each offence."""
        self._clock = clock
        self._violations = violations
        self._limited: dict[str, tuple[int, int]] = {}
        self._under_way: Counter[str] = Counter()

    def limited(self, remote: str, quiet_ms: int = QUIET_MS) -> None:
        """Note that an address was given a 429, after which it is to be quiet for a time."""
        self._limited[remote] = self._clock.now_ms(), quiet_ms

    def arrived(self, remote: str, what: str) -> None:
        """Note a request of any kind."""
        if remote not in self._limited:
            return
        limited_ms, quiet_ms = self._limited[remote]
        since_ms = self._clock.now_ms() - limited_ms
        if ON_ITS_WAY_MS < since_ms < quiet_ms:
            self._violations.append(f"{what} came {since_ms / 1000:.1f} s after a 429, not {quiet_ms // 1000} s.")

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


def quiet_ms(refusal: web.StreamResponse) -> int:
    """How long a client is quiet after a 429: a minute, or longer if its header or its JSON says so."""
    body = refusal.body if isinstance(refusal, web.Response) else b""
    told = re.search(rb'"seconds":(\d+)', body) if isinstance(body, bytes) else None
    return max(QUIET_MS, 1000 * int(refusal.headers.get("Retry-After", "0")), 1000 * int(told[1]) if told else 0)
