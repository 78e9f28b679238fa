"""Faults that strike before a stream has begun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.lichess.simulator.faults.base import Fault


@dataclass(frozen=True)
class Refuse(Fault):
    """An answer that replaces the right one."""

    status: int
    body: str
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()


def _html(title: str) -> str:
    return f"<html>\n<head><title>{title}</title></head>\n<body><h1>{title}</h1></body>\n</html>\n"


NOT_FOUND: Final = Refuse(404, '{"error":"Not found"}')
RATE_LIMIT: Final = Refuse(429, '{"error":"Too many requests. Try again later."}')
RATE_LIMIT_HTML: Final = Refuse(429, _html("lichess.org - too many requests"), "text/html")
SERVER_ERROR: Final = Refuse(500, "Sorry, something went wrong.", "text/plain")
BAD_GATEWAY: Final = Refuse(502, _html("502 Bad Gateway"), "text/html")


@dataclass(frozen=True)
class SlowOpen(Fault):
    """The answer begins only after some time of the simulator's clock."""

    delay_ms: int = 20_000
