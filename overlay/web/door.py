"""The door before the web server: who is too many, too fast or too slow gets no further than here.

A connection is let in with the whole head of its first request. Until then it costs little memory, no task and no timer
of its own. After that its bytes go straight to the web server, and the door only learns when it is over.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import cast

from aiohttp import web

from overlay.access.limits import Buckets
from overlay.access.local import PROXIES
from overlay.access.proxies import Proxies, counted, ip_of
from overlay.counts import Counts, Refusal
from overlay.web.keys import HUB, LIMITS, Limits
from overlay.web.open_files import most_open_files

MAX_HEAD_BYTES = 16 << 10
FILES = 128
"""Open files that are not connections: the store, logs, the connections to Lichess, and what Python reads."""
KEPT_FREE = 64
"""Connections that only this machine and proxies may have, so that strangers never lock OBS out."""

_END = b"\r\n\r\n"
_STATUS = {"address": 429, "requests": 429, "viewers": 503, "slow": 408, "malformed": 400}
_REASONS = {400: "Bad Request", 408: "Request Timeout", 429: "Too Many Requests", 503: "Service Unavailable"}
_ANSWER = "HTTP/1.1 {} {}\r\nContent-Length: 0\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"
_ANSWERS = {status: _ANSWER.format(status, reason).encode() for status, reason in _REASONS.items()}


class Door:
    """Makes the protocols of new connections, and lets them through to a web server."""

    def __init__(
        self,
        server: Callable[[], asyncio.Protocol],
        limits: Limits,
        proxies: Proxies,
        counts: Counts,
        *,
        room: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`server` makes the protocol of a connection that is let in; `room` is how many there may be in all."""
        self._server = server
        self._limits = limits
        self._proxies = proxies
        self._counts = counts
        self._room = room
        self._now = now
        self._rates = Buckets(limits.connects_per_s, limits.connects_burst, now)
        self._count = 0
        self._open: Counter[str] = Counter()
        self._waiting: dict[Waiting, float] = {}  # until when; the first of them first, as all have the same time
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self) -> asyncio.Protocol:
        """The protocol of a new connection."""
        return Waiting(self)

    def __len__(self) -> int:
        """How many connections there are."""
        return self._count

    def close(self) -> None:
        """End those who were not let in yet."""
        if self._timer:
            self._timer.cancel()
        for waiting in tuple(self._waiting):
            waiting.abort()

    # --- What the connections tell

    def come(self, waiting: "Waiting", peer: str | None) -> str:
        """Somebody is there, and is let stay or refused; gives the name under which they are counted."""
        ip = ip_of(peer)
        known, address = self._proxies.trust(ip), counted(ip)
        own = self._open[address]
        self._open[address] += 1
        self._count += 1
        if self._count > self._room - (0 if known else KEPT_FREE):
            self.refuse(waiting, "viewers")
        elif not known and own >= self._limits.connections_each:
            self.refuse(waiting, "address")
        elif not known and self._rates.wait_s(address):
            self.refuse(waiting, "requests")
        else:
            if not known:
                self._rates.take(address)
            self._waiting[waiting] = self._now() + self._limits.head_s
            self._timer = self._timer or asyncio.get_running_loop().call_later(self._limits.head_s, self._time_is_up)
        return address

    def refuse(self, waiting: "Waiting", why: Refusal) -> None:
        """Turn somebody away."""
        self._counts.refused[why] += 1
        self._waiting.pop(waiting, None)
        waiting.turn_away(_ANSWERS[_STATUS[why]])

    def let_in(self, waiting: "Waiting", transport: asyncio.Transport, address: str, head: bytes) -> None:
        """Give the connection to the web server, with what it has sent so far."""
        del self._waiting[waiting]
        protocol = self._server()
        transport.set_protocol(Inside(protocol, lambda: self.leave(waiting, address)))
        protocol.connection_made(transport)
        protocol.data_received(head)

    def leave(self, waiting: "Waiting", address: str) -> None:
        """Somebody is gone."""
        self._waiting.pop(waiting, None)
        self._count -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _time_is_up(self) -> None:
        now, self._timer = self._now(), None
        for waiting, until in tuple(self._waiting.items()):
            if until > now:
                self._timer = asyncio.get_running_loop().call_later(until - now, self._time_is_up)
                return
            self.refuse(waiting, "slow")


class Waiting(asyncio.Protocol):
    """A connection whose first request is not there yet."""

    __slots__ = ("_address", "_door", "_head", "_transport")

    def __init__(self, door: Door) -> None:
        self._door = door
        self._head = bytearray()
        self._address = ""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask whether there is room."""
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self._address = self._door.come(self, peer[0] if peer else None)

    def data_received(self, data: bytes) -> None:
        """Collect the head of the request, and go in with it."""
        if self._transport is None or self._transport.is_closing():
            return
        searched = max(0, len(self._head) - len(_END) + 1)
        self._head += data
        end = self._head.find(_END, searched, MAX_HEAD_BYTES)
        if end > 0:
            self._door.let_in(self, self._transport, self._address, bytes(self._head))
        elif len(self._head) >= MAX_HEAD_BYTES or not self._head[:1].isupper():
            self._door.refuse(self, "malformed")

    def connection_lost(self, _exc: Exception | None) -> None:
        """They went away, or were sent."""
        self._door.leave(self, self._address)

    def turn_away(self, answer: bytes) -> None:
        """End the connection with an answer; what comes is not read any more."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(answer)
            self._transport.close()

    def abort(self) -> None:
        """End the connection at once."""
        if self._transport is not None:
            self._transport.abort()


class Inside(asyncio.BaseProtocol):
    """A connection that was let in: everything goes to the web server, and at the end the door is told."""

    __slots__ = ("_gone", "_protocol", "data_received", "eof_received")

    def __init__(self, protocol: asyncio.Protocol, gone: Callable[[], None]) -> None:
        self._protocol = protocol
        self._gone = gone
        self.data_received = protocol.data_received
        self.eof_received = protocol.eof_received

    def pause_writing(self) -> None:
        """The connection takes nothing more for now."""
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """It does again."""
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._gone()
        self._protocol.connection_lost(exc)


def door_of(app: web.Application, server: Callable[[], asyncio.Protocol]) -> Door:
    """The door of an application, with as much room as the system gives this process."""
    return Door(server, app[LIMITS], app[PROXIES], app[HUB].counts, room=most_open_files() - FILES)
