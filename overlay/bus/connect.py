"""The connection to Redis or Valkey."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import TypeVar
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, NoPermissionError, RedisError

log = logging.getLogger(__name__)

CONNECT_TIMEOUT_S = 3.0
ANSWER_TIMEOUT_S = 5.0
"""How long an answer may take."""
WAIT_S = 1
"""How long to wait for something to happen before it is asked for again; it is part of that time."""
HEALTH_CHECK_S = 15
"""A connection that has rested for so long is tried before it is used again."""
OLDEST = (6, 2)
"""The oldest version of Redis that can do all that is needed."""
AWAY = (RedisError, OSError)
"""What is raised while the bus cannot be used."""


T = TypeVar("T")


class BusError(Exception):
    """The bus cannot be used; the text says why in one sentence, without any password."""


@asynccontextmanager
async def connect(url: str, password: str | None) -> AsyncIterator[Redis]:
    """A connection to `redis://host:port/db` or `rediss://…`, tried once. Raises `BusError`.

    Later breaks are up to those who use it: they meet them as `AWAY`, and try again.
    """
    place = _place(url)
    try:
        redis = Redis.from_url(
            url,
            password=password,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            socket_timeout=None,  # see `promptly`
            health_check_interval=HEALTH_CHECK_S,
            retry=Retry(NoBackoff(), 1),  # for a connection that has broken while it rested
        )
    except ValueError as error:
        raise BusError(f"the bus at {place} cannot be used: {error}") from None
    try:
        await _try(redis, place)
        yield redis
    finally:
        await redis.aclose()


async def promptly(what: Awaitable[T]) -> T:
    """Let Redis answer in time; raises TimeoutError, which is one of `AWAY`.

    The client's own time limit for sending is `asyncio.wait_for`, which in Python 3.11 can swallow a cancellation.
    """
    async with asyncio.timeout(ANSWER_TIMEOUT_S):
        return await what


async def redis_now_ms(redis: Redis) -> int:
    """The time of the machine on which Redis runs. Raises `BusError`."""
    try:
        seconds, micros = await promptly(redis.time())
    except AWAY as error:
        raise away(redis, error) from None
    return seconds * 1000 + micros // 1000


def away(redis: Redis, error: Exception) -> BusError:
    """The sentence for a bus that has just failed."""
    options = redis.connection_pool.connection_kwargs
    return BusError(f"the bus at {options.get('host')}:{options.get('port')} cannot be reached: {why(error)}")


def why(error: Exception) -> str:
    """What is wrong, in a few words."""
    if isinstance(error, AuthenticationError):
        return "it wants another user or password"
    return str(error).rstrip(".") or "it does not answer"


async def _try(redis: Redis, place: str) -> None:
    try:
        await promptly(redis.ping())
        version = str((await promptly(redis.info("server"))).get("redis_version", ""))
    except NoPermissionError:
        return  # whoever may not ask how old it is has set it up with care
    except AWAY as error:
        raise BusError(f"the bus at {place} cannot be reached: {why(error)}") from None
    if (found := _numbers(version)) and found < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise BusError(f"the bus at {place} is Redis {version}; Redis {needed} or newer, or Valkey, is needed")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())


def _place(url: str) -> str:
    """Host and port, without user and password."""
    try:
        parts = urlsplit(url)
        return f"{parts.hostname}:{parts.port or 6379}"
    except ValueError:
        return "this address"


class Outage:
    """Logs once that the bus is away, and once that it is there again.

    Attributes:
        lasts: Whether it could not be used the last time.
    """

    def __init__(self, what: str) -> None:
        """`what` waits for the bus meanwhile."""
        self._what = what
        self.lasts = False

    def begin(self, error: Exception) -> None:
        """It cannot be used, again or still."""
        if not self.lasts:
            self.lasts = True
            log.warning("the bus is away, %s waits: %s", self._what, why(error))

    def end(self) -> None:
        """It could be used."""
        if self.lasts:
            self.lasts = False
            log.info("the bus is there again for %s", self._what)
