"""Faults that strike before an answer has begun, or put another one in its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from bot.lichess.simulator.faults.base import Fault, Stop


@dataclass(frozen=True, repr=False)
class Refuse(Fault):
    """An answer that replaces the right one; with `only_aborted` only where the game of the request was aborted."""

    status: int
    body: str
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    only_aborted: bool = False

    def __repr__(self) -> str:
        body = self.body if len(self.body) < 60 else f"{self.body[:60]}…"
        headers = "".join(f", {name}: {value}" for name, value in self.headers)
        return f"Refuse({self.status}, {body!r}{headers}{', if aborted' if self.only_aborted else ''})"


def _html(title: str) -> str:
    return f"<html>\n<head><title>{title}</title></head>\n<body><h1>{title}</h1></body>\n</html>\n"


_TOO_MANY: Final = "Too many requests. Try again later."

UNAUTHORIZED: Final = Refuse(401, '{"error":"No such token"}')
FORBIDDEN: Final = Refuse(403, '{"error":"Missing scope: study:read"}')
NOT_FOUND: Final = Refuse(404, '{"error":"Not found"}')
ABORTED_GONE: Final = Refuse(404, '{"error":"Not found"}', only_aborted=True)
RATE_LIMIT: Final = Refuse(429, f'{{"error":"{_TOO_MANY}"}}')
RATE_LIMIT_HTML: Final = Refuse(429, _html("lichess.org - too many requests"), "text/html")
RATE_LIMIT_SECONDS: Final = Refuse(429, f'{{"error":"{_TOO_MANY}","ratelimit":{{"key":"game.export","seconds":90}}}}')
RATE_LIMIT_RETRY_AFTER: Final = Refuse(429, f'{{"error":"{_TOO_MANY}"}}', headers=(("Retry-After", "90"),))
SERVER_ERROR: Final = Refuse(500, "Sorry, something went wrong.", "text/plain")
BAD_GATEWAY: Final = Refuse(502, _html("502 Bad Gateway"), "text/html")
UNAVAILABLE: Final = Refuse(503, _html("503 Service Temporarily Unavailable"), "text/html")
HTML_AT_200: Final = Refuse(200, _html("lichess.org"), "text/html")
EMPTY_AT_200: Final = Refuse(200, "")


@dataclass(frozen=True)
class SlowOpen(Fault):
    """The answer begins only after some time of the simulator's clock."""

    delay_ms: int = 20_000


@dataclass(frozen=True)
class HangUp(Fault):
    """The connection ends before any byte of an answer."""

    stop: Literal[Stop.CUT, Stop.RESET] = Stop.CUT


@dataclass(frozen=True)
class Lagging(Fault):
    """An export that tells the game as it was some time ago: it may still say `started` after the end."""

    ms: int = 5_000


def lag_ms(faults: Iterable[Fault]) -> int:
    """How far in the past an export sees the game that meets these faults."""
    return sum(fault.ms for fault in faults if isinstance(fault, Lagging))
