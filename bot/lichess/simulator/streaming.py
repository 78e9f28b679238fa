"""The way of a stream's lines or games to the client: a chunk for each, and keepalives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from aiohttp import web

from bot.clock import Clock
from bot.lichess.simulator.faults import Chunk, Fault
from bot.lichess.simulator.outlet import Outlet
from bot.lichess.simulator.views.move_stream import Line


class NdjsonStream:
    """One answer of newline-delimited JSON: each line is one chunk, unless a fault wills it otherwise.

    `response` is the answer to return once it is `done` or has ended.
    """

    content_type: ClassVar[str] = "application/x-ndjson"
    end_mark: ClassVar[bytes] = b"\n"
    keepalive: ClassVar[bytes] = b"\n"
    steady: ClassVar[bool] = False
    """Whether keepalives come at equal times, whatever else is sent."""

    def __init__(self, clock: Clock, keepalive_s: int | None, faults: Sequence[Fault]) -> None:
        self._clock = clock
        self._keepalive_ms = None if keepalive_s is None else keepalive_s * 1000
        self.response = web.StreamResponse(headers={"Content-Type": self.content_type})
        self._outlet = Outlet(self.response, faults)
        self._lines = 0
        self._latest = b""
        self._written_ms = 0

    @property
    def done(self) -> bool:
        """Whether nothing more may be sent."""
        return self._outlet.done

    async def open(self, request: web.Request) -> None:
        """Send the header, or what faults leave of it."""
        await self._outlet.open(request)
        self._written_ms = self._clock.now_ms()

    @property
    def keepalive_due_ms(self) -> int | None:
        """When a keepalive is due if nothing else is sent before."""
        return None if self._keepalive_ms is None else self._written_ms + self._keepalive_ms

    async def send(self, lines: Sequence[Line]) -> None:
        """Send the lines that are due now; if there are none, a keepalive if one is due."""
        chunks = [self._chunk(line) for line in lines]
        due_ms = self.keepalive_due_ms
        beat = due_ms is not None and due_ms <= self._clock.now_ms() and (self.steady or not chunks)
        if beat:
            chunks.append(Chunk(self.keepalive))
        if chunks and not self.done:
            # Also if a fault swallows them all: the server believes that it has written.
            if beat or not self.steady:
                self._written_ms = self._clock.now_ms()
            await self._outlet.take(chunks)

    async def end(self) -> None:
        """Send what belongs to an orderly end."""
        await self._outlet.end()

    def close(self) -> None:
        """Nothing more is sent: the stream ends as soon as it wakes."""
        self._outlet.done = True

    def _chunk(self, line: Line) -> Chunk:
        chunk = Chunk(line.data + self.end_mark, self._lines, line.final, self._latest)
        self._lines += 1
        self._latest = chunk.data
        return chunk


class SteadyStream(NdjsonStream):
    """The answer of a stream for players."""

    steady = True


class PgnStream(NdjsonStream):
    """One answer of games in PGN, two blank lines after each; a keepalive is a blank that the next game follows."""

    content_type = "application/x-chess-pgn"
    end_mark = b"\n\n\n"
    keepalive = b" "
