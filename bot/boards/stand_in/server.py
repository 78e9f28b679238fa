"""LiveChess on the loopback, with simulated boards and every misbehaviour that a program has to live with."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from websockets.asyncio.server import Server, ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

from bot.boards.stand_in.boards import SimulatedBoard
from bot.clock import Clock

HOST = "127.0.0.1"
PATH = "/api/v1.0"


class StandIn:
    """A LiveChess: `boards` may be changed at any time; use `serving` to run one."""

    def __init__(self, boards: Iterable[SimulatedBoard], clock: Clock) -> None:
        """Take the boards that are connected, and the time that messages bear."""
        self.boards = list(boards)
        self.answers = True
        """Whether calls are answered; a LiveChess that hangs does not."""
        self.calls: list[dict[str, Any]] = []
        """All calls that came, as they came."""
        self._clock = clock
        self._server: Server | None = None
        self._port = 0
        self._feeds: dict[ServerConnection, dict[int, SimulatedBoard]] = {}

    @property
    def url(self) -> str:
        """Its address."""
        return f"ws://{HOST}:{self._port}{PATH}"

    async def start(self) -> None:
        """Listen: at a free port, and after a stop at the same one again."""
        self._server = await serve(self._talk, HOST, self._port, ping_interval=None, close_timeout=1)
        self._port = next(iter(self._server.sockets)).getsockname()[1]
        for board in self.boards:
            board.changed = self._tell

    async def stop(self) -> None:
        """Be gone; whoever was connected notices."""
        if self._server:
            self._server.close()
            await self._server.wait_closed()
        self._feeds.clear()

    async def drop(self) -> None:
        """Break all connections, as if LiveChess had forgotten everybody."""
        for connection in list(self._feeds):
            await connection.close()

    async def send(self, frame: str | bytes) -> None:
        """Send anything to everybody who is connected."""
        for connection in list(self._feeds):
            await connection.send(frame)

    def connect(self, board: SimulatedBoard) -> None:
        """Plug a board in."""
        self.boards.append(board)
        board.changed = self._tell

    def disconnect(self, board: SimulatedBoard) -> None:
        """Pull a board out."""
        self.boards.remove(board)
        for feeds in self._feeds.values():
            for feed in [feed for feed, fed in feeds.items() if fed is board]:
                del feeds[feed]

    async def _talk(self, connection: ServerConnection) -> None:
        self._feeds[connection] = {}
        try:
            async for frame in connection:
                await self._answer(connection, msgspec.json.decode(frame, type=dict[str, Any]))
        except ConnectionClosed:
            pass
        finally:
            self._feeds.pop(connection, None)

    async def _answer(self, connection: ServerConnection, call: dict[str, Any]) -> None:
        self.calls.append(call)
        if not self.answers:
            return
        if call["call"] == "eboards":
            await self._send(connection, "call", call["id"], [board.shown(feed=False) for board in self.boards])
            return
        await self._send(connection, "call", call["id"], None)
        if call["call"] == "subscribe":
            feed, serial = call["param"]["id"], call["param"]["param"]["serialnr"]
            board = next((board for board in self.boards if board.serial == serial), None)
            if board:
                self._feeds[connection][feed] = board
                await self._send(connection, "feed", feed, board.shown(feed=True))

    def _tell(self, board: SimulatedBoard) -> None:
        """Send what stands on a board to everybody who has subscribed to it."""
        for connection, feeds in self._feeds.items():
            for feed in [feed for feed, fed in feeds.items() if fed is board]:
                broadcast([connection], self._message("feed", feed, board.shown(feed=True)))

    async def _send(self, connection: ServerConnection, response: str, number: int, param: object) -> None:
        await connection.send(self._message(response, number, param))

    def _message(self, response: str, number: int, param: object) -> str:
        message = {"response": response, "id": number, "param": param, "time": self._clock.now_ms()}
        return msgspec.json.encode(message).decode()


@asynccontextmanager
async def serving(boards: Iterable[SimulatedBoard], clock: Clock) -> AsyncIterator[StandIn]:
    """Run a LiveChess with these boards."""
    stand_in = StandIn(boards, clock)
    await stand_in.start()
    try:
        yield stand_in
    finally:
        await stand_in.stop()
