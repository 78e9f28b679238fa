"""The viewers of the fan-out bench, thousands in one process, as cheap as can be, so that it takes little of the
machine that is measured: they speak just enough of HTTP and WebSocket, and read of a state only its stamp.
"""

import asyncio
import base64
import gc
import os
import socket
import time
from array import array
from itertools import count
from typing import cast

import msgspec
import numpy as np
import uvloop

from tests.bench.fan.orders import STAMP, answer, orders

AT_ONCE = 50
"""So many connect at a time."""
SMALL = 4096
SEGMENT = 536
"""A stalled viewer offers this little of buffers: how much this machine's loopback could hold is not what is asked."""
PING = 0x89
MARK = STAMP.encode()
LIKE_A_BROWSER = (
    "Pragma: no-cache\r\nCache-Control: no-cache\r\nAccept-Encoding: gzip, deflate\r\nAccept-Language: en,de;q=0.9\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.0.0\r\n"
)
"""What a server may have to remember of a viewer."""


class Order(msgspec.Struct):
    """Let more viewers in, or begin to measure, or say what was measured: in this order, as far as ordered.

    Viewer after viewer follows one of the `topics`.
    """

    port: int = 0
    viewers: int = 0
    topics: list[str] = []
    stalled: bool = False
    begin: bool = False
    report: bool = False


class Report(msgspec.Struct):
    """What the healthy viewers saw since `begin`; times in milliseconds from the stamp.

    `fewest` and `most` are the states that one viewer got, `slowest_ms` is the latest that any state was anywhere, and
    `flush_ms` the median over all states of the time until the last viewer had it.
    """

    viewers: int
    deliveries: int
    fewest: int
    most: int
    median_ms: float
    p99_ms: float
    slowest_ms: float
    flush_ms: float


class Seen:
    """When states were published and arrived, in nanoseconds; all viewers write into this one."""

    def __init__(self) -> None:
        self.published = array("q")
        self.arrived = array("q")


class Viewer(asyncio.Protocol):
    """One that reads everything."""

    def __init__(self, request: bytes, seen: Seen) -> None:
        self._request = request
        self._seen = seen
        self._rest = b""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.states = 0
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are none by their class
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server let a viewer go"))

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        if self._rest:
            data = self._rest + data
        place = 0 if self.ready.done() else self._greeted(data)
        while end := frame_end(data, place):
            self._got(data, place, end, now)
            place = end
        self._rest = data[place:]

    def _greeted(self, data: bytes) -> int:
        """Where the first frame begins; 0 while the answer is not complete."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101 "):
            self.ready.set_exception(ConnectionError(data.split(b"\r\n")[0].decode()))
            return len(data)
        self.ready.set_result(None)
        return end + 4

    def _got(self, data: bytes, start: int, end: int, now: int) -> None:
        stamp = data.find(MARK, start, end)
        if stamp >= 0:
            stamp += len(MARK)
            self._seen.published.append(int(data[stamp : data.index(b'"', stamp)]))
            self._seen.arrived.append(now)
            self.states += 1
        elif data[start] == PING:
            body = data[start + 2 : end]
            self._transport.write(b"\x8a" + bytes([0x80 | len(body)]) + bytes(4) + body)


class Stalled(Viewer):
    """One that reads no more once it is connected."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.ready.done():
            self._transport.pause_reading()


def frame_end(data: bytes, start: int) -> int:
    """Where the frame ends that begins there; 0 while it is not complete."""
    if len(data) < start + 2:
        return 0
    size, body = data[start + 1], start + 2
    if size == 126:
        size, body = int.from_bytes(data[body : body + 2]), body + 2
    elif size == 127:
        size, body = int.from_bytes(data[body : body + 8]), body + 8
    return body + size if len(data) >= body + size else 0


class Crowd:
    """All viewers."""

    def __init__(self) -> None:
        self.healthy: list[Viewer] = []
        self.stalled: list[Viewer] = []
        self.seen = Seen()
        self._numbers = count()

    async def let_in(self, order: Order) -> None:
        for begin in range(0, order.viewers, AT_ONCE):
            await asyncio.gather(*(self._connect(order) for _ in range(begin, min(order.viewers, begin + AT_ONCE))))

    async def _connect(self, order: Order) -> None:
        topic = order.topics[next(self._numbers) % len(order.topics)]
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /ws?topics={topic} HTTP/1.1\r\nHost: 127.0.0.1:{order.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\n{LIKE_A_BROWSER}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        door = socket.socket()
        door.setblocking(False)
        if order.stalled:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            door.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(door, ("127.0.0.1", order.port))
        viewer = Stalled(request, Seen()) if order.stalled else Viewer(request, self.seen)
        await loop.create_connection(lambda: viewer, sock=door)
        await viewer.ready
        (self.stalled if order.stalled else self.healthy).append(viewer)

    def begin(self) -> None:
        self.seen.published, self.seen.arrived = array("q"), array("q")
        for viewer in self.healthy:
            viewer.states = 0

    def report(self) -> Report:
        published, arrived = np.array(self.seen.published), np.array(self.seen.arrived)
        waited = (arrived - published) / 1e6
        last = {moment: waited[published == moment].max() for moment in np.unique(published)}
        states = [viewer.states for viewer in self.healthy]
        return Report(
            viewers=sum(not viewer.closed for viewer in self.healthy),
            deliveries=len(waited),
            fewest=min(states),
            most=max(states),
            median_ms=float(np.median(waited)) if len(waited) else float("inf"),
            p99_ms=float(np.percentile(waited, 99)) if len(waited) else float("inf"),
            slowest_ms=float(waited.max()) if len(waited) else float("inf"),
            flush_ms=float(np.median(list(last.values()))) if last else float("inf"),
        )


async def main() -> None:
    gc.disable()
    crowd = Crowd()
    async for order in orders(Order):
        await crowd.let_in(order)
        if order.begin:
            crowd.begin()
        if order.report:
            answer(crowd.report())
        else:
            answer(len(crowd.healthy))


if __name__ == "__main__":
    uvloop.run(main())
