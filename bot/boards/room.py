"""The room: all boards, which game is played at each, and what the operator says of them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import get_args

import msgspec
import structlog

from bot.boards.audience import Audience
from bot.boards.games import (
    LONGEST_NAME,
    LONGEST_ROUND,
    RESULTS,
    BoardEnding,
    BoardGame,
    BoardOutcome,
    Side,
    clean,
    ended_on_the_board,
    read_sans,
    record_of,
)
from bot.boards.keeping import KeptRoom, KeptTable, read_kept, tables_of
from bot.boards.livechess.session import NOT_RESPONDING
from bot.boards.livechess.wire import ListedBoard, Position
from bot.boards.table import Table
from bot.boards.view import RoomView, board_view, game_view
from bot.boards.words import said
from bot.clock import Clock, within
from bot.config.boards import BoardsSection
from bot.pgn.live import read_live

log = structlog.get_logger()

MAX_TABLES = 500
"""All further boards are left out."""
_LONGEST_BOARD = 40
_LOSERS: dict[BoardOutcome, Side] = {"white_wins": "black", "black_wins": "white"}


class Room:
    """All boards by their numbers: a `Hearer` for LiveChess, and the operator's hand on the games.

    What the operator says raises ValueError with a sentence if it cannot be. `changed` is called after every change.
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
        self._audience: Audience | None = None
        self._shown = asyncio.Event()
        known = read_kept(kept, clock.now_ms())
        self._round = known.round if known.configured_round == settings.round else settings.round
        self._configured_round = settings.round
        self._places = {place.board: number for number, place in enumerate(settings.games, 1)}
        self._tables: dict[str, Table] = {}
        for table in tables_of(settings.games, known):
            self._add(table)

    # --- What LiveChess says

    def connected(self) -> None:
        """LiveChess is there."""
        self._connected, self._note = True, ""
        self.changed()

    def disconnected(self, reason: str) -> None:
        """LiveChess is not there: no board can be heard."""
        self._connected, self._note = False, reason
        for table in self._tables.values():
            table.silence("away", reason)
        self.changed()

    def listed(self, boards: tuple[ListedBoard, ...], refused: tuple[str, ...]) -> None:
        """Take the list of the boards that are there."""
        self._notes = refused
        there = {board.serial: board for board in boards}
        for board in boards:
            table = self._at(board.serial)
            if table is None:
                continue
            if board.state == NOT_RESPONDING:
                table.listed = board
                table.silence("silent", f"{table.name} does not respond")
            else:
                table.appear(board)
        for serial, table in self._tables.items():
            if serial not in there:
                table.silence("away", f"{table.name} is not connected")
        self._show()

    def placed(self, position: Position) -> None:
        """Take what stands on a board; an error of the program there does not disturb the others."""
        table = self._at(position.serial)
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
                await self._shown.wait()
                continue
            with suppress(TimeoutError):
                await within(self._clock, due_ms - self._clock.now_ms(), self._change())
            if self._clock.now_ms() >= due_ms:
                self.tick()

    @property
    def due_ms(self) -> int | None:
        """When a board must be looked at again although nothing has changed; None if none must."""
        return min((due for table in self._tables.values() if (due := table.due_ms) is not None), default=None)

    def tick(self) -> None:
        """Look at the boards whose time has come."""
        now_ms = self._clock.now_ms()
        for table in self._tables.values():
            try:
                table.tick(now_ms)
            except Exception:
                log.exception("board not read after an error of the program", board=table.serial)
        self._show()

    # --- Who listens

    def listen(self, audience: Audience) -> None:
        """Tell somebody of all games from now on, those that were played before included."""
        self._audience = audience
        for table in self._tables.values():
            table.audience = audience
            table.tell_all()

    # --- What the operator sees and says

    def view(self) -> RoomView:
        """The room as it stands: named boards in their order, then the others."""
        tables = sorted(self._tables.values(), key=lambda table: (self._places.get(table.serial, 9999), table.serial))
        boards = tuple(board_view(table) for table in tables)
        games = tuple(game_view(table, game) for table in tables for game in table.kept.games)
        note, notes = said(self._note) if self._note else None, tuple(said(note) for note in self._notes)
        return RoomView(self._connected, note, notes, self._round, boards, games)

    def name_players(self, serial: str, white: str, black: str, round_name: str = "") -> None:
        """Name who plays at a board: in the game that goes on, or in the next one if it is over."""
        names = clean(white, LONGEST_NAME), clean(black, LONGEST_NAME)
        self._table(serial).name_players(*names, clean(round_name, LONGEST_ROUND), self._clock.now_ms())
        self._show()

    def name_board(self, serial: str, name: str) -> None:
        """Name a board; "" for its number."""
        self._table(serial).rename(clean(name, _LONGEST_BOARD))
        self._show()

    def name_game(self, game_id: str, white: str, black: str, round_name: str = "") -> None:
        """Correct the players or the round of any game that is remembered."""
        table, game = self._game(game_id)
        game.white, game.black = clean(white, LONGEST_NAME), clean(black, LONGEST_NAME)
        game.round = clean(round_name, LONGEST_ROUND)
        table.told(game)
        self._show()

    def begin_round(self, number: int) -> Callable[[], None]:
        """Games that have not begun belong to this round, whatever round was named for their boards before.

        Gives what takes that back.
        """
        if not 1 <= number <= 1000:
            raise ValueError("a round is a number from 1 to 1000")
        before, named = self._round, {serial: table.kept.names.round for serial, table in self._tables.items()}
        self._set_round(number, {})
        return partial(self._set_round, before, named)

    def end(
        self, game_id: str, outcome: BoardOutcome, ending: BoardEnding = "unknown", flagged: Side | None = None
    ) -> None:
        """End a game, or give it another end; `flagged` is the side whose flag fell, by default the one that lost."""
        if outcome not in RESULTS or ending not in get_args(BoardEnding) or flagged not in (None, *get_args(Side)):
            raise ValueError("a game cannot end like that")
        table, game = self._game(game_id)
        if outcome == "draw":
            ending = "flag_fall" if ending == "flag_fall" else "draw"
        elif ending == "draw":
            ending = "unknown"
        flagged = _LOSERS.get(outcome, flagged) if ending == "flag_fall" else None
        told = msgspec.structs.replace(game, outcome=outcome, ending=ending, flagged=flagged)
        finish = read_live(record_of(told).encode()).game.finish
        if finish is None or finish.outcome != outcome:
            raise ValueError("the position on the board ends the game otherwise")
        table.end(game, outcome, ending, flagged, self._clock.now_ms())
        self._show()

    def reopen(self, game_id: str) -> None:
        """Take the end of a game back: it goes on at its board."""
        table, game = self._game(game_id)
        if game is not table.game:
            raise ValueError("another game has begun at that board")
        if ended_on_the_board(game.position()):
            raise ValueError("the position ends the game: correct its moves instead")
        table.end(game, None, "unknown", None, self._clock.now_ms())
        self._show()

    def correct(self, game_id: str, sans: Sequence[str]) -> None:
        """Set the moves of a game, from its first move on."""
        table, game = self._game(game_id)
        table.correct(game, read_sans(sans), self._clock.now_ms())
        self._show()

    def new_game(self, serial: str, sans: Sequence[str] = ()) -> None:
        """Begin another game at a board with the moves that were made; for one whose beginning was not seen."""
        self._table(serial).begin_anew(read_sans(sans), self._clock.now_ms())
        self._show()

    def turn(self, serial: str) -> None:
        """Read a board from its other side from now on: White sits where Black was thought to."""
        self._table(serial).turn()
        self._show()

    # --- Within

    def _set_round(self, number: int, named: Mapping[str, str]) -> None:
        """The round, and for some boards by their numbers what it is called there."""
        self._round = number
        for serial, table in self._tables.items():
            table.begin_round(named.get(serial, ""))
        self._show()

    def _table(self, serial: str) -> Table:
        try:
            return self._tables[serial]
        except KeyError:
            raise ValueError("there is no such board") from None

    def _game(self, game_id: str) -> tuple[Table, BoardGame]:
        for table in self._tables.values():
            for game in table.kept.games:
                if game.id == game_id:
                    return table, game
        raise ValueError("there is no such game at a board")

    def _at(self, serial: str) -> Table | None:
        """The table of a board that LiveChess tells of; a new one for a board that nobody has named."""
        if serial not in self._tables:
            if len(self._tables) >= MAX_TABLES:
                return None
            self._add(KeptTable(serial=serial))
        return self._tables[serial]

    def _add(self, kept: KeptTable) -> None:
        table = self._tables[kept.serial] = Table(kept, lambda: self._round_at(kept.serial))
        if self._audience:
            table.audience = self._audience

    def _round_at(self, serial: str) -> str:
        """Round and board as records name them; a board that nobody has named has no place in a round."""
        place = self._places.get(serial)
        return f"{self._round}.{place}" if place else ""

    def _show(self) -> None:
        """Keep how things stand, and show it."""
        tables = [table.kept for table in self._tables.values()]
        kept = KeptRoom(round=self._round, configured_round=self._configured_round, tables=tables)
        self._keep(msgspec.json.encode(kept))
        self._shown.set()
        self.changed()

    async def _change(self) -> None:
        await self._shown.wait()
