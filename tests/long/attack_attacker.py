"""The attackers, all from one address, each way of theirs bounded in rate, number and time.

They share a core with the viewers, and the server has the other one for itself.
"""

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Awaitable, Callable
from typing import cast

from bot.event_loop import loop_factory
from tests.long.attack_server import ATTACKER, TOPICS
from tests.long.attack_viewers import HANDSHAKE

Opened = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attack = Callable[["Attacker"], Awaitable[None]]

MANY = 10_000
HEAD = b"Host: 127.0.0.1\r\n"
NAMES = [f"game/live{number:04}" for number in range(TOPICS)]


def frame(payload: bytes, first: int = 0x81) -> bytes:
    """A masked frame, with a mask that changes nothing."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0xFE,)) + size.to_bytes(2)
    return bytes((first,)) + length + bytes(4) + payload


def handshake(topics: str, more: bytes = b"") -> bytes:
    """The request for a WebSocket."""
    return HANDSHAKE.replace(b"featured", topics.encode()).replace(b"\r\n\r\n", b"\r\n" + more + b"\r\n")


class Attacker:
    """Connects again and again until the time is over."""

    def __init__(self, port: int, seconds: float) -> None:
        self._port = port
        self._until = time.monotonic() + seconds
        self.connects = 0

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self._until

    async def connect(self, said: bytes = b"") -> Opened:
        """A new connection on which something is said."""
        self.connects += 1
        opened = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(ATTACKER, 0))
        opened[1].write(said)
        return opened

    async def again(
        self, workers: int, once: Callable[[], Awaitable[None]], rest_s: float = 0.01, most: int = 1_000_000
    ) -> None:
        """Do something in so many tasks, as often as there is time for; there are `most` connections at most."""

        async def work() -> None:
            while self.goes_on and self.connects < most:
                try:
                    async with asyncio.timeout(max(0.1, self._until - time.monotonic())):
                        await once()
                except (OSError, TimeoutError, RuntimeError):  # uvloop's transports raise that once they are closed
                    pass
                await asyncio.sleep(rest_s)

        await asyncio.gather(*(work() for _ in range(workers)))

    async def told(self, said: bytes) -> None:
        """Connect, say something, and hear what is answered until the end."""
        reader, writer = await self.connect(said)
        try:
            while await reader.read(1 << 16):
                pass
        finally:
            writer.transport.abort()

    async def asked(self, said: bytes) -> None:
        """Connect, say something, and go when there is an answer."""
        reader, writer = await self.connect(said)
        try:
            await reader.read(1 << 16)
        finally:
            writer.transport.abort()

    async def repeated(self, before: bytes, said: bytes, rest_s: float) -> None:
        """Connect, and say the same again and again until the other side ends it."""
        reader, writer = await self.connect(before)

        async def hear() -> None:
            while await reader.read(1 << 16):
                pass

        hearing = asyncio.create_task(hear())
        try:
            while self.goes_on and not hearing.done():
                writer.write(said)
                await writer.drain()
                await asyncio.sleep(rest_s)
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)
            writer.transport.abort()


async def connects(one: Attacker) -> None:
    """10,000 connections of one address."""
    request = b"GET /api/v1/games HTTP/1.1\r\nConnection: close\r\n" + HEAD + b"\r\n"
    await one.again(20, lambda: one.told(request), most=MANY)


async def slow_heads(one: Attacker) -> None:
    """A thousand handshakes, a byte a second."""
    await one.again(1000, lambda: one.repeated(b"GET /ws HTTP/1.1\r\nX-", b"x", 1.0), 1.0)


async def slow_bodies(one: Attacker) -> None:
    """Two hundred bodies, a byte a second."""
    post = b"POST /enter HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n" + HEAD + b"\r\n"
    await one.again(200, lambda: one.repeated(post, b" ", 1.0), 1.0)


async def idle(one: Attacker) -> None:
    """A thousand connections that rest after a request."""
    await one.again(1000, lambda: one.repeated(b"GET /healthz HTTP/1.1\r\n" + HEAD + b"\r\n", b"", 1.0), 1.0)


async def stalled(one: Attacker) -> None:
    """Two hundred viewers who ask for everything and take nothing."""

    async def once() -> None:
        _, writer = await one.connect(handshake(",".join(["lobby", *NAMES[:60]])))
        cast(asyncio.Transport, writer.transport).pause_reading()
        try:
            await asyncio.Event().wait()
        finally:
            writer.transport.abort()

    await one.again(200, once, 1.0)


async def subscriptions(one: Attacker) -> None:
    """Sockets that take all topics out and in again, as fast as they may and faster."""
    both = {"unsubscribe": ["lobby", *NAMES[:63]], "subscribe": ["lobby", *NAMES[:63]]}
    ask = frame(json.dumps(both, separators=(",", ":")).encode())
    await one.again(60, lambda: one.repeated(handshake("lobby"), ask, 0.05), 0.1)


async def pings(one: Attacker) -> None:
    """Sockets that send ten thousand pings at once, and again."""
    await one.again(20, lambda: one.repeated(handshake("featured"), frame(b"", 0x89) * 10_000, 0.05), 0.1)


async def oversized(one: Attacker) -> None:
    """Messages of 60 KB, and heads of 60 KB."""
    said = itertools.cycle([handshake("lobby") + frame(b"x" * 60_000) * 10, b"GET /" + b"x" * 60_000])
    await one.again(20, lambda: one.told(next(said)), 0.05)


async def malformed(one: Attacker) -> None:
    """Everything that is no WebSocket frame, or no request."""
    frames = [
        b"\x83\x80\0\0\0\0",  # an unknown opcode
        b"\x81\x01x",  # without a mask
        b"\xf1\x80\0\0\0\0",  # reserved bits
        frame(b"\xff\xfe"),  # no UTF-8
        frame(b"", 0x01) + frame(b"", 0x00) * 10_000,  # a message without an end
        frame(b"x" * 126, 0x89),  # a ping that is too long
        b"\x81\xff" + b"\xff" * 8,  # longer than the world
    ]
    requests = [
        b"\x16\x03\x01\x02\x00",
        b"GET / HTTX\r\n\r\n",
        b"GET / HTTP/1.1\r\nA\0: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\0\r\n\r\n",
        b"POST /enter HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
        + HEAD
        + b"\r\nzz\r\n",
    ]
    said = itertools.cycle([handshake("featured") + one for one in frames] + requests)
    await one.again(20, lambda: one.told(next(said)), 0.05)


async def origins(one: Attacker) -> None:
    """Sockets of another site's pages."""
    await one.again(20, lambda: one.asked(handshake("featured", b"Origin: http://evil.example\r\n")))


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        connects,
        slow_heads,
        slow_bodies,
        idle,
        stalled,
        subscriptions,
        pings,
        oversized,
        malformed,
        origins,
    )
}


async def main(port: int, name: str, seconds: float) -> None:
    """Attack for so long; print how many connections were tried."""
    attacker = Attacker(port, seconds)
    try:
        async with asyncio.timeout(seconds + 5):
            await ATTACKS[name](attacker)
    finally:
        print(attacker.connects, flush=True)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
