"""The viewers who are connected to this server: frames go straight to their sockets, and nobody waits for anybody."""

import asyncio
import os
import time
from collections.abc import Callable

from aiohttp import WSCloseCode, web

from overlay.counts import Counts, CutOff
from overlay.hub import Client

SWEEP_S = 0.05
"""How soon it is looked whether those can take something again who could not …"""
RARELY_S = 0.4
"""… and how often while they still cannot."""
CLOSING_S = 2.0
"""How long a viewer has for answering the word that the connection ends."""
_CUT_OFF: dict[WSCloseCode, CutOff] = {
    WSCloseCode.POLICY_VIOLATION: "rights",
    WSCloseCode.TRY_AGAIN_LATER: "slow",
    WSCloseCode.SERVICE_RESTART: "restart",
}


class Viewer(Client):
    """One WebSocket. What its transport cannot take at once waits, one message a topic, until it can."""

    __slots__ = ("_audience", "_file", "_lasts", "_socket", "_transport")

    def __init__(self, audience: "Audience", lasts: Callable[[], bool] | None = None) -> None:
        """`lasts` tells whether the viewer may still be told what it is told; None: it always may."""
        super().__init__()
        self._audience = audience
        self._lasts = lasts
        self._socket: web.WebSocketResponse | None = None
        self._transport: asyncio.Transport | None = None
        self._file: int | None = None

    def open(self, socket: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        """Begin to send, with what has been offered by now."""
        transport.set_write_buffer_limits(0)  # so that every loop writes at once, and tells what it could not write
        self._socket, self._transport, self._file = socket, transport, _file_of(transport)
        if not self.catch_up():
            self._audience.stalled(self)

    def offer(self, topic: str, frame: bytes) -> None:
        """Send a frame now if all before it are gone, else let it wait."""
        transport = self._transport
        if transport is None or self.pending or transport.get_write_buffer_size() or transport.is_closing():
            self._audience.counts.waits(len(frame), replaces=topic in self.pending)
            self.pending[topic] = frame
            if transport is not None:
                self._audience.stalled(self)
        elif self._lasts is None or self._lasts():
            try:  # to write to the socket itself costs least, and nothing waits before it; the transport gets the rest
                taken = 0 if self._file is None else os.write(self._file, frame)
            except OSError:  # it is full, or broken, and the transport finds out which
                taken = 0
            if taken < len(frame):
                transport.write(frame[taken:])
        else:
            self._audience.counts.waits(len(frame), replaces=False)
            self.end(WSCloseCode.POLICY_VIOLATION, b"the token is not valid any more")

    def catch_up(self) -> bool:
        """Send what waits if it can be taken; whether nothing is left."""
        transport = self._transport
        if transport is None or not self.pending or transport.is_closing():  # uvloop's do not forgive a write then
            return True
        if transport.get_write_buffer_size():
            return False
        frames, self.pending = self.pending, {}
        if self._lasts is None or self._lasts():
            text = b"".join(frames.values())
            self._audience.counts.caught_up(len(frames), len(text))
            transport.write(text)
        else:
            self.end(WSCloseCode.POLICY_VIOLATION, b"the token is not valid any more")
        return True

    def end(self, code: WSCloseCode, reason: bytes) -> None:
        """Tell the viewer why the connection ends, and end it; nothing is sent any more."""
        socket, transport, self._transport = self._socket, self._transport, None
        self.pending.clear()
        if socket is not None and transport is not None:
            self._audience.counts.cut_off[_CUT_OFF[code]] += 1
            self._audience.close(socket, transport, code, reason)


class Audience:
    """Looks after those who cannot take anything, and ends connections."""

    def __init__(
        self, timeout_s: float, counts: Counts | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Whoever takes nothing for `timeout_s` is cut off; `counts` is where that is counted."""
        self._timeout_s = timeout_s
        self.counts = counts or Counts()
        self._clock = clock
        self._stalled: dict[Viewer, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._rest_s = SWEEP_S
        self._viewers: set[Viewer] = set()
        self._closing: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """How many viewers there are."""
        return len(self._viewers)

    @property
    def behind(self) -> int:
        """How many of them have something that waits."""
        return len(self._stalled)

    def enter(self, viewer: Viewer) -> None:
        """Somebody is connected."""
        self._viewers.add(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Somebody is gone."""
        self._viewers.discard(viewer)
        self._stalled.pop(viewer, None)

    def stalled(self, viewer: Viewer) -> None:
        """A viewer has something that waits."""
        if viewer not in self._stalled:
            self._stalled[viewer] = self._clock()
            if self._timer is None or self._rest_s > SWEEP_S:
                self._sweep_in(SWEEP_S)

    def close(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport, code: WSCloseCode, reason: bytes
    ) -> None:
        """End a connection, with a word on why; nobody waits for it."""
        task = asyncio.get_running_loop().create_task(_closed(socket, transport, code, reason))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def close_all(self) -> None:
        """When the server stops: tell everybody to come back, each at a moment of its own."""
        for viewer in tuple(self._viewers):
            viewer.end(WSCloseCode.SERVICE_RESTART, b"the server is restarting")
        if self._closing:
            await asyncio.wait(tuple(self._closing), timeout=CLOSING_S)

    def _sweep_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._rest_s = asyncio.get_running_loop().call_later(seconds, self._sweep), seconds

    def _sweep(self) -> None:
        now, behind, self._timer = self._clock(), len(self._stalled), None
        for viewer, since in tuple(self._stalled.items()):
            if viewer.catch_up():
                self._stalled.pop(viewer, None)
            elif now - since > self._timeout_s:
                del self._stalled[viewer]
                viewer.end(WSCloseCode.TRY_AGAIN_LATER, b"nothing was taken for too long")
        if self._stalled:
            moving = len(self._stalled) < behind
            self._sweep_in(SWEEP_S if moving else min(RARELY_S, 2 * self._rest_s))


def _file_of(transport: asyncio.Transport) -> int | None:
    """The file of a plain socket that one may write to; None where sockets are no files, or speak TLS."""
    socket = transport.get_extra_info("socket")
    if os.name == "nt" or socket is None or transport.get_extra_info("sslcontext") is not None:
        return None
    return int(socket.fileno())


async def _closed(
    socket: web.WebSocketResponse, transport: asyncio.Transport, code: WSCloseCode, reason: bytes
) -> None:
    try:
        async with asyncio.timeout(CLOSING_S):
            await socket.close(code=code, message=reason)
    except (TimeoutError, ConnectionError):
        pass
    finally:
        transport.abort()
