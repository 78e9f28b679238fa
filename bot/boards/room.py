"""The room: what LiveChess says goes to the boards, and each is looked at again when its time has come."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
import structlog

from bot.boards.audience import Audience
from bot.boards.control import Control
from bot.boards.keeping import read_kept
from bot.boards.livechess.session import NOT_RESPONDING
from bot.boards.livechess.wire import ListedBoard, Position
from bot.boards.tables import Tables
from bot.boards.view import RoomView, board_view, game_view
from bot.boards.words import said
from bot.clock import Clock, within
from bot.config.boards import BoardsSection

log = structlog.get_logger()


class Room:
    """A `Hearer` for LiveChess.

    Attributes:
        control: The operator's hand on the games.
        changed: Called after every change; may be set.
    """

    def __init__(
        self,
        settings: BoardsSection,
        clock: Clock,
        *,
        kept: bytes | None = None,
        keep: Callable[[bytes], None] = lambda _json: None,
    ) -> None:
        """Take who plays where, the time, what was kept before, and who keeps every change."""
        self.changed: Callable[[], None] = lambda: None
        self._clock = clock
        self._keep = keep
        self._connected = False
        self._note = "LiveChess has not been asked yet"
        self._notes: tuple[str, ...] = ()
        self._shown = asyncio.Event()
        self._tables = Tables(settings, read_kept(kept, clock.now_ms()))
        self.control = Control(self._tables, clock, self._show)

    def view(self) -> RoomView:
        """The room as it stands: named boards in their order, then the others."""
        tables = self._tables.in_order()
        boards = tuple(board_view(table) for table in tables)
        games = tuple(game_view(table, game) for table in tables for game in table.kept.games)
        note, notes = said(self._note) if self._note else None, tuple(said(note) for note in self._notes)
        return RoomView(self._connected, note, notes, self._tables.round, boards, games)

    def listen(self, audience: Audience) -> None:
        """Tell somebody of all games from now on, those that were played before included."""
        self._tables.listen(audience)

    # --- What LiveChess says

    def connected(self) -> None:
        """LiveChess is there."""
        self._connected, self._note = True, ""
        self.changed()

    def disconnected(self, reason: str) -> None:
        """LiveChess is not there: no board can be heard."""
        self._connected, self._note = False, reason
        for table in self._tables:
            table.contact.silence("away", reason)
        self.changed()

    def listed(self, boards: tuple[ListedBoard, ...], refused: tuple[str, ...]) -> None:
        """Take the list of the boards that are there."""
        self._notes = refused
        there = {board.serial for board in boards}
        for board in boards:
            table = self._tables.found(board.serial)
            if table is None:
                continue
            if board.state == NOT_RESPONDING:
                table.contact.listed = board
                table.contact.silence("silent", f"{table.kept.name} does not respond")
            else:
                table.contact.appear(board)
        for table in self._tables:
            if table.kept.serial not in there:
                table.contact.silence("away", f"{table.kept.name} is not connected")
        self._show()

    def placed(self, position: Position) -> None:
        """Take what stands on a board; an error of the program there does not disturb the others."""
        table = self._tables.found(position.serial)
        if table is None:
            return
        try:
            table.place(position, self._clock.now_ms())
        except Exception:
            log.exception("board not read after an error of the program", board=position.serial)
        self._show()

    # --- Time

    async def keep_time(self) -> None:
        """Look at boards again when what stands there has stood for long enough; until cancelled."""
        while True:
            self._shown.clear()
            due_ms = self.due_ms
            if due_ms is None:
                await self._change()
                continue
            with suppress(TimeoutError):
                await within(self._clock, due_ms - self._clock.now_ms(), self._change())
            if self._clock.now_ms() >= due_ms:
                self.tick()

    @property
    def due_ms(self) -> int | None:
        """When a board must be looked at again although nothing has changed; None if none must."""
        return min((due for table in self._tables if (due := table.due_ms) is not None), default=None)

    def tick(self) -> None:
        """Look at the boards whose time has come."""
        now_ms = self._clock.now_ms()
        for table in self._tables:
            try:
                table.tick(now_ms)
            except Exception:
                log.exception("board not read after an error of the program", board=table.kept.serial)
        self._show()

    async def _change(self) -> None:
        await self._shown.wait()

    def _show(self) -> None:
        """Keep how things stand, and show it."""
        self._keep(msgspec.json.encode(self._tables.kept()))
        self._shown.set()
        self.changed()
