"""The way of a stream's lines or games to the client: chunks, keepalives, and the faults that befall them."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from collections.abc import Iterable, Sequence
from typing import ClassVar

from aiohttp import web

from bot.clock import Clock
from bot.lichess.simulator.faults import Chunk, Fault, Step, Stop
from bot.lichess.simulator.views.move_stream import Line


class NdjsonStream:
    """One answer of newline-delimited JSON: each line is one chunk, unless a fault wills it otherwise.

    `done` is true once nothing more may be sent; `response` is the answer to return then.
    """

    content_type: ClassVar[str] = "application/x-ndjson"
    end: ClassVar[bytes] = b"\n"
    keepalive: ClassVar[bytes] = b"\n"

    def __init__(self, clock: Clock, keepalive_s: int | None, faults: Sequence[Fault]) -> None:
        self._clock = clock
        self._keepalive_ms = None if keepalive_s is None else keepalive_s * 1000
        self._faults = faults
        self.response = web.StreamResponse(headers={"Content-Type": self.content_type})
        self.response.enable_chunked_encoding()
        self._request: web.Request | None = None
        self._lines = 0
        self._written_ms = 0
        self.done = False

    async def open(self, request: web.Request) -> None:
        """Send the header."""
        self._request = request
        await self.response.prepare(request)
        self._written_ms = self._clock.now_ms()

    @property
    def keepalive_due_ms(self) -> int | None:
        """When a keepalive is due if nothing else is sent before."""
        return None if self._keepalive_ms is None else self._written_ms + self._keepalive_ms

    async def send(self, lines: Sequence[Line]) -> None:
        """Send the lines that are due now; if there are none, a keepalive if one is due."""
        chunks = [Chunk(line.data + self.end, self._lines + i, line.final) for i, line in enumerate(lines)]
        self._lines += len(chunks)
        if not chunks and self.keepalive_due_ms is not None and self.keepalive_due_ms <= self._clock.now_ms():
            chunks = [Chunk(self.keepalive)]
        await self._take(chunks)

    async def _take(self, chunks: Sequence[Chunk]) -> None:
        steps: Iterable[Step] = chunks
        for fault in self._faults:
            steps = fault.rewrite(steps)
        for step in steps:
            if isinstance(step, Stop):
                self.done = True
                await self._stop(step)
                return
            try:
                await self.response.write(step.data)
            except ConnectionError:  # the client has just left
                self.done = True
                return
        if chunks:
            # Also if a fault swallowed them all: the server believes that it has written.
            self._written_ms = self._clock.now_ms()

    async def _stop(self, stop: Stop) -> None:
        if stop is Stop.SILENCE:
            await asyncio.Event().wait()  # until the client gives up or the server stops
        transport = self._request.transport if self._request else None
        if stop is Stop.EOF or transport is None:
            return
        if stop is Stop.RESET:
            linger = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)  # closing then sends RST, not FIN
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            transport.abort()
        else:
            transport.close()


class PgnStream(NdjsonStream):
    """One answer of games in PGN, two blank lines after each; a keepalive is a blank that the next game follows."""

    content_type = "application/x-chess-pgn"
    end = b"\n\n\n"
    keepalive = b" "
