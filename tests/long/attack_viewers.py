"""The healthy viewers of the attacked server, who measure how late each state comes."""

import asyncio
import json
import os
import re
import sys
import threading
import time
from typing import cast

from bot.event_loop import loop_factory

HANDSHAKE = (
    b"GET /ws?topics=featured HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PONG = b"\x8a\x80\0\0\0\0"
_TOLD = re.compile(rb"@([0-9]+)@")


class Crowd:
    """What all of them have seen since it was last asked."""

    def __init__(self) -> None:
        self.late_ns: list[int] = []
        self.lost = 0

    def take(self) -> dict[str, float]:
        """How late states were, in milliseconds, how many came, and how many viewers are lost."""
        late, self.late_ns = sorted(self.late_ns), []
        at = [late[int(len(late) * share)] / 1e6 if late else 0.0 for share in (0.5, 0.99)]
        return {"median_ms": at[0], "p99_ms": at[1], "states": len(late), "lost": self.lost}


class Viewer(asyncio.Protocol):
    """One of them: it only reads when what it was told was said."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(HANDSHAKE)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        self._crowd.late_ns += [now - int(told) for told in _TOLD.findall(data)]
        if b"\x89\x00" in data and self._transport:
            self._transport.write(PONG)

    def connection_lost(self, _exc: Exception | None) -> None:
        self._crowd.lost += 1


async def main(port: int, viewers: int) -> None:
    """Look on; for every line that is said, print what was seen since the last one."""
    crowd, loop = Crowd(), asyncio.get_running_loop()
    for _ in range(viewers):
        await loop.create_connection(lambda: Viewer(crowd), "127.0.0.1", port)

    def answers() -> None:
        print("all there", flush=True)
        for _ in sys.stdin:
            print(json.dumps(crowd.take()), flush=True)
        os._exit(0)  # the test is gone

    threading.Thread(target=answers, daemon=True).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main(*map(int, sys.argv[1:3])))
