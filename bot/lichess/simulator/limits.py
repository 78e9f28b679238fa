"""How many answers of one kind a client may receive at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from bot.lichess.simulator.errors import LimitError


class TooManyError(LimitError):
    """The client already receives as many as it may."""

    def __init__(self, limit: int) -> None:
        super().__init__(429, f"Please only run {limit} request(s) at a time")


class ConcurrencyLimit:
    """At most `limit` slots for each key, an IP address for example."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._used: Counter[str] = Counter()

    def used(self, key: str) -> int:
        """How many slots a key holds."""
        return self._used[key]

    @contextmanager
    def slot(self, key: str) -> Iterator[None]:
        """Hold a slot; TooManyError with Lichess' words if none is free."""
        if self._used[key] >= self._limit:
            raise TooManyError(self._limit)
        self._used[key] += 1
        try:
            yield
        finally:
            self._used[key] -= 1
