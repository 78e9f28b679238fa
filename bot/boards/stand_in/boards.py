"""A simulated board: what stands on it, and a game that is played on it by hand at given times."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import chess

from bot.boards.stand_in.hands import arrangements, kings_to_the_centre, set_up
from bot.clock import Clock

TOUCH_MS = 250
"""The time from one touch of a piece to the next."""
STANDING_MS = 4_000
"""How long everything stands still before the kings are put in the centre, and again before the next set-up."""


@dataclass(frozen=True, slots=True)
class TimedMove:
    """A move, when it is complete, and what both clocks show then, in milliseconds; the time counts from the start."""

    at_ms: int
    move: chess.Move
    white_ms: int | None = None
    black_ms: int | None = None


@dataclass
class SimulatedBoard:
    """A board as LiveChess would tell of it. Whoever changes it by hand calls `put`."""

    serial: str
    source: str = "COM3"
    battery: str = "84%"
    state: str = "ACTIVE"
    placement: str = chess.STARTING_BOARD_FEN
    turned: bool = False
    """Whether it stands the wrong way round."""
    clock: dict[str, Any] | None = None
    sans: list[str] | None = None
    changed: Callable[["SimulatedBoard"], None] = field(default=lambda _: None, repr=False)

    def shown(self, feed: bool) -> dict[str, Any]:
        """What a message tells of it: in the list of all boards, or in a feed."""
        placement = self.placement[::-1] if self.turned else self.placement
        told = {"serialnr": self.serial, "flipped": False, "board": placement, "clock": self.clock}
        if feed:
            return told | ({"san": self.sans} if self.sans is not None else {})
        return told | {"source": self.source, "state": self.state, "battery": self.battery, "comment": None}

    def put(self, placement: str) -> None:
        """Let something else stand there."""
        self.placement = placement
        if self.state == "ACTIVE":
            self.changed(self)

    async def make(self, board: chess.Board, move: chess.Move, clock: Clock, random: Random) -> None:
        """Make a move by hand, from now on, touch by touch; `board` is the position before it, and after it then."""
        await self.touch(arrangements(board, move, random), clock)
        board.push(move)

    async def play(self, moves: Sequence[TimedMove], outcome: str, clock: Clock, random: Random) -> None:
        """Play a whole game from the start position, and put the kings in the centre if that tells the result."""
        began_ms, board, before_ms = clock.now_ms(), chess.Board(), 0
        for timed in moves:
            seen = arrangements(board, timed.move, random)
            pace_ms = max(1, min(TOUCH_MS, (timed.at_ms - before_ms) // (len(seen) + 1)))
            await clock.sleep_until_ms(began_ms + timed.at_ms - len(seen) * pace_ms)
            await self.touch(seen, clock, pace_ms)
            board.push(timed.move)
            before_ms = timed.at_ms
            if timed.white_ms is not None and timed.black_ms is not None:
                self._show_clock(timed, board.turn)
        if not board.is_game_over():
            await clock.sleep_until_ms(clock.now_ms() + STANDING_MS)
            await self.touch(kings_to_the_centre(board, outcome), clock)
        await clock.sleep_until_ms(clock.now_ms() + STANDING_MS)

    async def set_up(self, clock: Clock, random: Random) -> None:
        """Put up the pieces for the next game."""
        await self.touch(set_up(self.placement, random), clock)

    async def touch(self, seen: Sequence[str], clock: Clock, pace_ms: int = TOUCH_MS) -> None:
        """Let one arrangement after the other stand there."""
        for placement in seen:
            await clock.sleep_until_ms(clock.now_ms() + pace_ms)
            self.put(placement)

    def _show_clock(self, timed: TimedMove, turn: chess.Color) -> None:
        assert timed.white_ms is not None
        assert timed.black_ms is not None
        running = "white" if turn else "black"
        self.clock = {"white": timed.white_ms // 1000, "black": timed.black_ms // 1000, "running": running}
        self.put(self.placement)
