"""How the events of a game set its two clocks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import chess

from bot.lichess.simulator.state import Clocks

if TYPE_CHECKING:
    from bot.lichess.simulator.model import TimeControl


class GameClocks:
    """Both clocks of a game on its way through its events.

    `shown` is what they show since the last event, `berserk` holds the sides that gave half of their time up. Times
    are milliseconds after the creation of the game.
    """

    def __init__(self, control: TimeControl | None) -> None:
        start_ms = control.start_ms if control else None
        self._increment_ms = control.increment_ms if control else 0
        self._ticking = False
        self.shown = Clocks(start_ms, start_ms)
        self.berserk: frozenset[chess.Color] = frozenset()

    def moved(self, mover: chess.Color, at_ms: int, told_ms: int | None) -> None:
        """A side has moved; `told_ms` is its clock after that, if it is known."""
        self.put(mover, self._after_move(mover, at_ms) if told_ms is None else told_ms)

    def _after_move(self, mover: chess.Color, at_ms: int) -> int | None:
        left_ms = self.shown.left_ms(mover, at_ms)
        if left_ms is None or not self._ticking or mover in self.berserk:
            return left_ms
        return left_ms + self._increment_ms

    def turn(self, side: chess.Color, plies: int, at_ms: int) -> None:
        """It is the turn of a side: its clock runs once both have moved; a takeback does not stop it again."""
        self._ticking = self._ticking or plies > 1
        self.shown = replace(self.shown, running=side if self._ticking else None, since_ms=at_ms)

    def put(self, side: chess.Color, ms: int | None) -> None:
        """The clock of a side is set."""
        self.shown = self.shown.with_side(side, ms)

    def give(self, side: chess.Color, ms: int) -> None:
        """A side is given time."""
        set_ms = self._set_ms(side)
        self.put(side, None if set_ms is None else set_ms + ms)

    def go_berserk(self, side: chess.Color) -> None:
        """In an arena a player may halve his time before his first move, and forgo the increment."""
        self.berserk |= {side}
        set_ms = self._set_ms(side)
        self.put(side, None if set_ms is None else set_ms // 2)

    def _set_ms(self, side: chess.Color) -> int | None:
        """What the clock showed at the last event."""
        return self.shown.white_ms if side == chess.WHITE else self.shown.black_ms

    def stop(self, at_ms: int) -> None:
        """The game is over."""
        self.shown = self.shown.stopped(at_ms)
