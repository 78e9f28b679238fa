"""What Lichess allows a client at one time and in a time."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Final

from bot.clock import Clock
from bot.lichess.simulator.errors import LimitError

LEAK_MS: Final = 20 * 60_000
"""How long a connection that was forgotten but never closed may hold a slot."""
MAX_STATUS_IDS: Final = 100
MAX_EXPORT_IDS: Final = 300
MAX_STREAM_USERS: Final = 300
MAX_STREAM_GAMES: Final = 500
MAX_STREAM_GAMES_WITH_TOKEN: Final = 1000
MAX_STREAM_TOTAL: Final = 1000
MAX_STREAM_TOTAL_WITH_TOKEN: Final = 5000
_TEN_MINUTES_MS: Final = 10 * 60_000


def check_count(ids: Collection[str], most: int) -> None:
    """LimitError with Lichess' words if a list of ids is too long."""
    if len(ids) > most:
        raise LimitError(400, f"Too many ids: {len(ids)}, expected up to {most}")


class TooManyError(LimitError):
    """The client already receives as many as it may."""

    def __init__(self, limit: int) -> None:
        super().__init__(429, f"Please only run {limit} request(s) at a time")


class ConcurrencyLimit:
    """At most `limit` slots for each key, an IP address for example.

    As at Lichess the slots of a key are all forgotten when none of them was taken or given back for `leak_ms`.
    """

    def __init__(self, limit: int, clock: Clock, leak_ms: int = LEAK_MS) -> None:
        self._limit = limit
        self._clock = clock
        self._leak_ms = leak_ms
        self._used: Counter[str] = Counter()
        self._changed_ms: dict[str, int] = {}

    def used(self, key: str) -> int:
        """How many slots a key holds."""
        forgotten = self._clock.now_ms() >= self._changed_ms.get(key, 0) + self._leak_ms
        return 0 if forgotten else self._used[key]

    @contextmanager
    def slot(self, key: str) -> Iterator[None]:
        """Hold a slot; TooManyError with Lichess' words if none is free."""
        if self.used(key) >= self._limit:
            raise TooManyError(self._limit)
        self._change(key, 1)
        try:
            yield
        finally:
            self._change(key, -1)

    def _change(self, key: str, by: int) -> None:
        self._used[key] = max(0, self.used(key) + by)
        self._changed_ms[key] = self._clock.now_ms()


class RateLimit:
    """At most `limit` requests for each key within any `window_ms` milliseconds. Refused ones do not count."""

    def __init__(
        self, limit: int, window_ms: int, clock: Clock, words: str = "Too many requests. Try again later."
    ) -> None:
        self._limit = limit
        self._window_ms = window_ms
        self._clock = clock
        self._words = words
        self._times: defaultdict[str, deque[int]] = defaultdict(deque)

    def take(self, key: str) -> None:
        """Count a request; LimitError if it is one too many."""
        times, now_ms = self._times[key], self._clock.now_ms()
        while times and times[0] <= now_ms - self._window_ms:
            times.popleft()
        if len(times) >= self._limit:
            raise LimitError(429, self._words)
        times.append(now_ms)


class Newest:
    """Only the newest holder of each key stays: whoever comes ends the one before."""

    def __init__(self) -> None:
        self._ends: dict[str, Callable[[], object]] = {}

    @contextmanager
    def holder(self, key: str, end: Callable[[], object]) -> Iterator[None]:
        """Hold a key until the end, or until `end` is called because another one has come."""
        if earlier := self._ends.get(key):
            earlier()
        self._ends[key] = end
        try:
            yield
        finally:
            if self._ends.get(key) is end:
                del self._ends[key]


class Limits:
    """All limits of one simulator.

    Attributes:
        game_streams: Move streams, by address.
        games_streams: Streams of many games' beginnings and ends, by address: `games-by-users` and `games/{streamId}`.
        user_exports: Exports of a user's games, by address and user.
        event_opens: How often the event stream may be opened, by token.
        event_streams: The one event stream of a token.
        board_streams: The one stream of an own game, by game, colour and user agent.
        explorer: How often the opening explorer is asked, by address. Lichess does not tell its own limit.
    """

    def __init__(self, clock: Clock) -> None:
        self.game_streams = ConcurrencyLimit(8, clock)
        self.games_streams = ConcurrencyLimit(4, clock)
        self.user_exports = ConcurrencyLimit(1, clock, leak_ms=60 * 60_000)
        poll = (
            "Please don't poll this endpoint, it is intended to be streamed. "
            "See https://lichess.org/api#tag/Board/operation/apiStreamEvent."
        )
        self.event_opens = RateLimit(30, _TEN_MINUTES_MS, clock, poll)
        self.event_streams = Newest()
        self.board_streams = Newest()
        self.explorer = RateLimit(60, 60_000, clock)
        self._broadcast_streams = ConcurrencyLimit(8, clock)
        self._anonymous_broadcast_streams = ConcurrencyLimit(2, clock)
        self._broadcasts = RateLimit(360, 3 * 60_000, clock, "Too many requests from your account")
        anonymous = "Use an oauth token to get 120 requests per minute. Contact us for more."
        self._anonymous_broadcasts = RateLimit(10, 60_000, clock, anonymous)

    @contextmanager
    def broadcast_stream(self, remote: str, user: str | None) -> Iterator[None]:
        """Hold one of the broadcast streams of a user or, without a token (None), of an address."""
        limit, key = (self._anonymous_broadcast_streams, remote) if user is None else (self._broadcast_streams, user)
        with limit.slot(key):
            yield

    def broadcast_request(self, remote: str, user: str | None) -> None:
        """Count a request for broadcasts of a user or, without a token (None), of an address."""
        limit, key = (self._anonymous_broadcasts, remote) if user is None else (self._broadcasts, user)
        limit.take(key)
