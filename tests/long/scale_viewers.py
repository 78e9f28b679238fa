"""The viewers of the whole show, in a process of their own: each does what the script of a page does, and no more."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import cast
from zlib import crc32

import msgspec

from bot.event_loop import loop_factory
from tests.bench.fan.crowd import frame_end
from tests.bench.fan.orders import answer, orders

FIRST_WAIT_S, LONGEST_WAIT_S, SPREAD_S = 0.4, 15.0, 3.0
BACK_LATER = (1012, 1013)
TEXT, CLOSE, PING = 0x81, 0x88, 0x89
NONE = b"null"


class Order(msgspec.Struct):
    """Let viewers in, each with the port of its node and its topics, or compare, or write down what they hold.

    `bodies` are checksums of what should be held, by topic. In each order one of the three.
    """

    come: list[tuple[int, list[str]]] = []
    bodies: dict[str, int] = {}
    write: str = ""


class Held(msgspec.Struct):
    """What a viewer shows of a topic; the state is null while it never had one."""

    viewer: int
    port: int
    topic: str
    version: int
    state: msgspec.Raw


class Seen(msgspec.Struct):
    """What all of them saw.

    `backwards` counts frames that were older than one before. `arrivals` are when the last viewer heard of a version as
    news, in nanoseconds of the machine's monotonic clock. `gone` counts the connections that ended.
    """

    frames: int = 0
    bytes: int = 0
    backwards: int = 0
    gone: int = 0
    cpu_s: float = 0
    arrivals: list[tuple[str, int, int]] = []


class Frame(msgspec.Struct):
    """A message of the server."""

    topic: str
    version: int
    state: msgspec.Raw


_frame = msgspec.json.Decoder(Frame)


class Crowd:
    """All viewers, and what they saw."""

    def __init__(self) -> None:
        self.viewers: list[Viewer] = []
        self.seen = Seen()
        self.arrivals: dict[tuple[str, int], int] = {}
        self.random = Random(1)

    async def let_in(self, come: list[tuple[int, list[str]]]) -> None:
        """Let them in, until each has heard of all its topics."""
        for port, topics in come:
            self.viewers.append(Viewer(self, len(self.viewers), port, topics))
        for viewer in self.viewers:
            viewer.come()
        while not all(viewer.heard.issuperset(viewer.topics) for viewer in self.viewers):  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    def differing(self, bodies: dict[str, int]) -> list[str]:
        """Who holds something else than this, a line each."""
        return [
            f"viewer {viewer.number} of {viewer.port}: {topic} is at {held.version}"
            for viewer in self.viewers
            for topic, held in viewer.held.items()
            if topic in bodies and crc32(bytes(held.state)) != bodies[topic]
        ]

    def write(self, file: Path) -> None:
        """Write down what they hold, and what they saw."""
        self.seen.cpu_s = time.process_time()
        self.seen.arrivals = [(topic, version, at_ns) for (topic, version), at_ns in self.arrivals.items()]
        held = [held for viewer in self.viewers for held in viewer.held.values()]
        file.write_bytes(msgspec.json.encode((self.seen, held)))


class Viewer:
    """One page: it keeps what it was last told, and comes back whenever its connection has ended."""

    def __init__(self, crowd: Crowd, number: int, port: int, topics: list[str]) -> None:
        self.crowd = crowd
        self.number = number
        self.port = port
        self.topics = topics
        self.held = {topic: Held(number, port, topic, 0, msgspec.Raw(NONE)) for topic in topics}
        self.heard: set[str] = set()
        self._tries = 0
        self._coming: asyncio.Task[None] | None = None

    def come(self, after_s: float = 0) -> None:
        """Connect, a little later."""
        self._coming = asyncio.create_task(self._connect(after_s))

    async def _connect(self, after_s: float) -> None:
        await asyncio.sleep(after_s)
        try:
            await asyncio.get_running_loop().create_connection(lambda: Connection(self), "127.0.0.1", self.port)
        except OSError:
            self.gone(0)

    def gone(self, code: int) -> None:
        """A connection has ended, with this code or without one."""
        self.heard.clear()
        self.crowd.seen.gone += 1
        wait_s = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** min(self._tries, 10)) * (0.5 + self.crowd.random.random() / 2)
        self._tries += 1
        self.come(wait_s + (self.crowd.random.random() * SPREAD_S if code in BACK_LATER else 0))

    def told(self, text: bytes, now_ns: int) -> None:
        """Take a frame as a page does."""
        frame, seen = _frame.decode(text), self.crowd.seen
        held, is_snapshot = self.held[frame.topic], frame.topic not in self.heard
        self._tries = 0
        self.heard.add(frame.topic)
        seen.frames += 1
        seen.bytes += len(text)
        if is_snapshot and bytes(frame.state) == NONE:
            return  # the server may have just come back
        seen.backwards += frame.version < held.version
        if not is_snapshot and frame.version > held.version:
            self.crowd.arrivals[frame.topic, frame.version] = now_ns
        held.version, held.state = frame.version, msgspec.Raw(bytes(frame.state))


class Connection(asyncio.Protocol):
    """One connection of a viewer: as much of HTTP and WebSocket as it takes."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._rest = b""
        self._greeted = False
        self._code = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are none by their class
        topics = ",".join(self._viewer.topics)
        self._transport.write(
            f"GET /ws?topics={topics} HTTP/1.1\r\nHost: 127.0.0.1:{self._viewer.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now_ns = time.monotonic_ns()
        self._rest += data
        if not self._greeted and not self._greet():
            return
        for kind, body in self._frames():
            if kind == TEXT:
                self._viewer.told(body, now_ns)
            elif kind == PING:
                self._transport.write(b"\x8a" + bytes([0x80 | len(body)]) + bytes(4) + body)
            elif kind == CLOSE:
                self._code = int.from_bytes(body[:2])
                self._transport.close()

    def connection_lost(self, _error: Exception | None) -> None:
        self._viewer.gone(self._code)

    def _greet(self) -> bool:
        """Whether the answer is complete; one that is no greeting ends the connection."""
        head, end, rest = self._rest.partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 101 "):
            self._transport.close()
            return False
        self._greeted, self._rest = True, rest
        return True

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        """The frames that are complete, each with its first byte."""
        place = 0
        while end := frame_end(self._rest, place):
            size = self._rest[place + 1]
            body = place + (10 if size == 127 else 4 if size == 126 else 2)
            yield self._rest[place], self._rest[body:end]
            place = end
        self._rest = self._rest[place:]


async def main() -> None:
    """Look on, and answer every order."""
    crowd = Crowd()
    async for order in orders(Order):
        if order.come:
            await crowd.let_in(order.come)
            answer(len(crowd.viewers))
        elif order.write:
            crowd.write(Path(order.write))
            answer(len(crowd.viewers))
        else:
            answer(crowd.differing(order.bodies))


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main())
