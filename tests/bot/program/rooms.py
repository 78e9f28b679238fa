"""A room whose boards a test sets, and the desk's view of it."""

from collections.abc import Sequence

import chess

from bot.boards.livechess.session import NOT_RESPONDING
from bot.boards.livechess.wire import ListedBoard, Position
from bot.boards.room import Room
from bot.clock import ManualClock
from bot.config.boards import BoardSection, BoardsSection
from bot.program.boards import LiveRooms
from overlay.state import RoomBoard

NIGHT_MS = 1_796_061_600_000
SETTLED_MS = 60_000
START = chess.STARTING_BOARD_FEN


class Seated:
    """A room with boards "1", "2" …, on which pieces stand as a test wants."""

    def __init__(self, players: Sequence[tuple[str, str]] = (("Amsel", "Birke"),), battery: str = "87 %") -> None:
        self.clock = ManualClock(NIGHT_MS)
        boards = [BoardSection(board=str(n), white=white, black=black) for n, (white, black) in enumerate(players, 1)]
        self.room = Room(BoardsSection(livechess="ws://127.0.0.1:1982/api/v1.0", games=boards), self.clock)
        self.rooms = LiveRooms(self.room)
        self._battery = battery
        self._there = [board.board for board in boards]
        self.room.connected()
        self.respond()

    def respond(self, *silent: str) -> None:
        """All boards answer but these."""
        states = {serial: NOT_RESPONDING if serial in silent else "ACTIVE" for serial in self._there}
        self.room.listed(tuple(ListedBoard(n, "COM3", state, self._battery) for n, state in states.items()), ())

    async def stands(self, fen: str, serial: str = "1", *, for_ms: int = SETTLED_MS) -> None:
        """This stands on a board, and stays."""
        self.room.placed(Position(serial, fen))
        until_ms = self.clock.now_ms() + for_ms
        while self.room.due_ms is not None and self.room.due_ms <= until_ms:
            await self.clock.advance(self.room.due_ms - self.clock.now_ms())
            self.room.tick()
        await self.clock.advance(until_ms - self.clock.now_ms())

    async def plays(self, sans: str, serial: str = "1") -> None:
        """A game is played from the start."""
        board = chess.Board()
        await self.stands(START, serial)
        for san in sans.split():
            board.push_san(san)
            await self.stands(board.board_fen(), serial)

    def board(self, serial: str = "1") -> RoomBoard:
        """A board as the operator sees it."""
        return next(board for board in self.rooms.state().boards if board.serial == serial)
