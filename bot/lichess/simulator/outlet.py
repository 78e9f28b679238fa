"""The last step of an answer on its way to the client, where faults befall it."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

from aiohttp import web

from bot.lichess.simulator.faults import Chunk, Fault, Gzip, Step, Stop

_GZIP_BITS: Final = 31


class Outlet:
    """Writes the chunks of one answer, unless a fault wills it otherwise.

    `done` is true once nothing more may be sent.
    """

    def __init__(self, response: web.StreamResponse, faults: Sequence[Fault]) -> None:
        self._response = response
        self._response.enable_chunked_encoding()
        self._faults = sorted(faults, key=lambda fault: fault.cuts)
        self._gzip = zlib.compressobj(wbits=_GZIP_BITS) if any(isinstance(f, Gzip) for f in faults) else None
        if self._gzip:
            response.headers["Content-Encoding"] = "gzip"
        self._request: web.Request | None = None
        self.done = False
        self._broken = False

    async def open(self, request: web.Request) -> None:
        """Send the header."""
        self._request = request
        await self._response.prepare(request)
        for stop in filter(None, (fault.at_open() for fault in self._faults)):
            await self._stop(stop)
            return

    async def take(self, chunks: Sequence[Chunk]) -> None:
        """Send what is due now."""
        steps: Iterable[Step] = chunks
        for fault in self._faults:
            steps = fault.rewrite(steps)
        for step in steps:
            if self.done:
                return
            if isinstance(step, Stop):
                await self._stop(step)
            else:
                data = step.data
                if self._gzip:
                    data = self._gzip.compress(data) + self._gzip.flush(zlib.Z_SYNC_FLUSH)
                await self._write(data)

    async def end(self) -> None:
        """Send what belongs to an orderly end."""
        if self._gzip and not self._broken:
            await self._write(self._gzip.flush())

    async def _write(self, data: bytes) -> None:
        try:
            await self._response.write(data)
        except ConnectionError:  # the client has just left
            self.done = self._broken = True

    async def _stop(self, stop: Stop) -> None:
        self.done = True
        if stop is Stop.EOF:
            return
        self._broken = True
        if stop is Stop.SILENCE:
            await asyncio.Event().wait()  # until the client gives up or the server stops
        if self._request:
            break_off(self._request, stop)


def break_off(request: web.Request, stop: Stop) -> None:
    """End the connection of a request in one of the ways that are no orderly end."""
    transport = request.transport
    if transport is None:
        return
    if stop is Stop.RESET:
        linger = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)  # closing then sends RST, not FIN
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        transport.abort()
        return
    if stop is Stop.SHORT:
        transport.write(b"400\r\n{")
    elif stop is Stop.GARBLED:
        transport.write(b"no size\r\n")
    transport.close()
