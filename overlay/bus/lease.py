"""The lease: a bus has one bot at a time, so that no two of them contradict each other."""

import asyncio
import os
import secrets
import socket
from datetime import UTC, datetime

import msgspec
from redis.asyncio import Redis

from overlay.bus.connect import AWAY, Outage, away, promptly, redis_now_ms

_TAKE = """
local held = redis.call('get', KEYS[1])
if held and held ~= ARGV[1] then return {held, redis.call('pttl', KEYS[1])} end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {}
"""


class LeaseTaken(Exception):  # noqa: N818 - it says what the matter is
    """Another bot serves the bus; the text says which one, in one sentence."""


class LeaseLost(Exception):  # noqa: N818 - it says what the matter is
    """Another bot has taken the bus meanwhile; the text says which one, in one sentence."""


class Holder(msgspec.Struct, frozen=True):
    """Who holds a lease, since when by the time of Redis; the id tells apart two that have the same name."""

    id: str
    name: str
    since_ms: int


class Lease:
    """The right to tell states and to answer on a bus.

    Attributes:
        value: What stands in Redis while this one holds it; scripts compare it. Empty before `take`.
    """

    LASTS_MS = 10_000
    """It runs out so long after the last renewal …"""
    RENEW_S = 3.0
    """… and is renewed so often;"""
    RETRY_S = 0.5
    """so often while that fails, or another one has it."""

    def __init__(self, redis: Redis, name: str, holder: str = "") -> None:
        """The lease of the bus of this name; `holder` says who wants it, by default with host and process."""
        self.key = _key(name)
        self.value = b""
        self._redis = redis
        self._bus = name
        self._holder = holder or f"process {os.getpid()} on {socket.gethostname()}"
        self._take = redis.register_script(_TAKE)
        self._outage = Outage("the lease")

    async def take(self, wait_s: float = 12) -> None:
        """Take the lease, if need be when that of a bot that was killed runs out.

        Raises `LeaseTaken` if another bot goes on renewing it, `BusError`.
        """
        since_ms = await redis_now_ms(self._redis)
        value = msgspec.json.encode(Holder(secrets.token_hex(8), self._holder, since_ms))
        loop, before = asyncio.get_running_loop(), None
        end = loop.time() + wait_s
        while now := await self._held_by(value):
            renewed = before is not None and (now[0] != before[0] or now[1] > before[1])
            if renewed or loop.time() > end:
                raise LeaseTaken(f"the bus {self._bus!r} has a bot already: {_told(now[0])}")
            before = now
            await asyncio.sleep(self.RETRY_S)
        self.value = value

    async def keep(self) -> None:
        """Renew the lease until cancelled, and take it again when Redis has forgotten it.

        Raises `LeaseLost` when another one has taken it; Redis may be away for as long as it likes.
        """
        while True:
            try:
                await self.renew()
                self._outage.end()
                await asyncio.sleep(self.RENEW_S)
            except AWAY as error:
                self._outage.begin(error)
                await asyncio.sleep(self.RETRY_S)

    @property
    def can_renew(self) -> bool:
        """Whether Redis was there when it was last to be renewed, three seconds ago at most."""
        return not self._outage.lasts

    async def renew(self) -> None:
        """Let it last from now on, also when it had run out and nobody has taken it. Raises `LeaseLost`, `AWAY`."""
        held = await promptly(self._take(keys=[self.key], args=[self.value, self.LASTS_MS]))
        if held:
            raise LeaseLost(f"another bot has taken the bus {self._bus!r}: {_told(held[0])}")

    async def _held_by(self, value: bytes) -> tuple[bytes, int] | None:
        try:
            held = await promptly(self._take(keys=[self.key], args=[value, self.LASTS_MS]))
        except AWAY as error:
            raise away(self._redis, error) from None
        return (held[0], held[1]) if held else None


async def holder_of(redis: Redis, name: str) -> str | None:
    """Who is the bot of a bus now, for people; None: nobody. Raises `BusError`."""
    try:
        value = await promptly(redis.get(_key(name)))
    except AWAY as error:
        raise away(redis, error) from None
    return None if value is None else _told(value)


def _key(name: str) -> str:
    return f"{name}:bot"


def _told(value: bytes | str) -> str:
    try:
        holder = msgspec.json.decode(value, type=Holder)
        since = datetime.fromtimestamp(holder.since_ms / 1000, UTC)
    except (msgspec.MsgspecError, UnicodeError, ValueError, OverflowError, OSError):
        return "one that does not say who it is"
    return f"{holder.name}, since {since:%Y-%m-%d %H:%M:%S} UTC"
