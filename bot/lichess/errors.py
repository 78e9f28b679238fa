"""What may go wrong between here and Lichess, each as one sentence."""

from collections.abc import Mapping

import msgspec


class LichessError(Exception):
    """Lichess did not give what it was asked for; trying again later may help."""


class NotFoundError(LichessError):
    """There is no such thing."""


class TokenError(LichessError):
    """The token is refused, or lacks a permission; trying again does not help."""


class RateLimitError(LichessError):
    """Too many requests: everything has to pause."""


def error_for(status: int, what: str) -> LichessError:
    """The error for an HTTP status of 400 or more; `what` names what was asked for."""
    if status == 404:
        return NotFoundError(f"{what} does not exist there")
    if status in (401, 403):
        return TokenError(f"{what}: the server refuses the token (HTTP {status}); check the token and its permissions")
    if status == 429:
        return RateLimitError(f"{what}: the server asks for a pause (HTTP 429)")
    return LichessError(f"{what}: the server answers with HTTP {status}")


class _RateLimit(msgspec.Struct):
    seconds: float = 0


class _Refusal(msgspec.Struct):
    ratelimit: _RateLimit = msgspec.field(default_factory=_RateLimit)


def asked_pause_ms(headers: Mapping[str, str], body: bytes) -> int:
    """How long a refusal with status 429 itself asks to wait; 0 if it does not say. Its body may be HTML or nothing."""
    try:
        seconds = msgspec.json.decode(body, type=_Refusal).ratelimit.seconds
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        seconds = 0
    after = headers.get("Retry-After", "")
    if after.isascii() and after.isdigit():
        seconds = max(seconds, int(after[:9]))
    return max(0, round(min(seconds, 1e6) * 1000))
