"""A room with simulated boards behind a LiveChess stand-in, and all that its source told."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

import chess

from bot.boards.room import Room
from bot.boards.stand_in.boards import STANDING_MS, SimulatedBoard
from bot.boards.stand_in.hands import kings_to_the_centre
from bot.boards.stand_in.server import StandIn, serving
from bot.boards.view import BoardView
from bot.clock import ManualClock
from bot.config.boards import BoardSection, BoardsSection
from bot.sources.livechess import LiveChessSource
from bot.updates import Listener
from tests.bot.live import Background
from tests.bot.sources.notes import Notes

SERIAL = "10001"
NIGHT_MS = 1_796_061_600_000
"""2026-11-30, 18:00 UTC."""
GAME = "board-10001-20261130-1"
SETTLED_MS = 6_000
"""After so long every move that stands on a board is known."""


def named(*boards: BoardSection, **more: int) -> BoardsSection:
    """The configuration of boards."""
    return BoardsSection(livechess="ws://127.0.0.1:1982/api/v1.0", games=list(boards), **more)


TABLE = BoardSection(board=SERIAL, white="Amsel", black="Birke")


@dataclass
class Evening:
    """What runs, and what was told."""

    clock: ManualClock
    stand_in: StandIn
    room: Room
    kept: list[bytes]
    notes: Notes = field(default_factory=Notes)
    frames: list[bytes] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(7))
    positions: dict[str, chess.Board] = field(default_factory=dict)

    @property
    def board(self) -> SimulatedBoard:
        """The first board."""
        return self.stand_in.boards[0]

    async def turn(self, ms: int = SETTLED_MS) -> None:
        """Let time go by."""
        await self.clock.advance(ms)

    async def by_hand(self, sans: str, board: SimulatedBoard | None = None, settle_ms: int = SETTLED_MS) -> None:
        """Make moves at a board by hand, each with its touches, and let the last one stand."""
        board = board or self.board
        position = self.positions.setdefault(board.serial, chess.Board())
        for san in sans.split():
            move = position.parse_san(san)
            await self.during(board.make(position, move, self.clock, self.random))
            await self.turn(1_000)
        await self.turn(settle_ms)

    async def kings(self, outcome: str) -> None:
        """Put the kings in the centre."""
        seen = kings_to_the_centre(self.positions[self.board.serial], outcome)
        await self.during(self.board.touch(seen, self.clock))
        await self.turn(STANDING_MS)

    async def set_up(self, board: SimulatedBoard | None = None) -> None:
        """Put up the pieces for the next game."""
        board = board or self.board
        self.positions.pop(board.serial, None)
        await self.during(board.set_up(self.clock, self.random))
        await self.turn()

    async def during(self, work: Coroutine[None, None, None]) -> None:
        """Let time go by until something is done."""
        task = asyncio.create_task(work)
        for _ in range(1_000):
            if task.done():
                break
            await self.clock.advance(50)
        await task

    def told(self, game_id: str = GAME) -> list[str]:
        """What was told of a game."""
        return self.notes.told(game_id)

    def seen(self, serial: str = SERIAL) -> BoardView:
        """A board as the operator sees it."""
        return next(board for board in self.room.view().boards if board.serial == serial)


@asynccontextmanager
async def evening(
    *boards: SimulatedBoard,
    settings: BoardsSection | None = None,
    kept: bytes | None = None,
    at_ms: int = NIGHT_MS,
) -> AsyncIterator[Evening]:
    """Run a room with these boards; the source hears of them at once."""
    clock = ManualClock(at_ms, settle=Background().quiet)
    async with (
        serving(boards or [SimulatedBoard(SERIAL)], clock) as stand_in,
        watched(clock, stand_in, settings=settings, kept=kept) as watch,
    ):
        yield watch


@asynccontextmanager
async def watched(
    clock: ManualClock,
    stand_in: StandIn,
    *,
    settings: BoardsSection | None = None,
    kept: bytes | None = None,
    listener: Listener | None = None,
) -> AsyncIterator[Evening]:
    """Run the program's side alone."""
    written: list[bytes] = []
    room = Room(settings or named(TABLE), clock, kept=kept, keep=written.append)
    watch = Evening(clock, stand_in, room, written)
    source = LiveChessSource(
        stand_in.url, room, clock, received=lambda _, frame: watch.frames.append(frame), random=Random(1)
    )
    task = asyncio.create_task(source.run(listener or watch.notes))
    try:
        await clock.advance(0)
        yield watch
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()
