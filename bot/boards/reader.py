"""The moves of a game from what stands on an electronic board, message by message.

It does no input or output and knows no clock: the time comes with every call, in milliseconds that never go back.
docs/boards.md tells how it reads.
"""

from collections.abc import Sequence
from typing import Final

import chess

from bot.boards.answered import is_answered
from bot.boards.meaning import BEFORE_MS, STAND_MS, Meaning, late_meaning, meaning
from bot.boards.placement import Placement, differing, turned
from bot.boards.position import Position
from bot.boards.record import Record
from bot.boards.seen import Seen, State
from scoring import Outcome

BEGUN_MS: Final = 20_000
"""How long a move may take to be carried out before the arrangement is called odd."""


class BoardReader:
    """Reads one board."""

    def __init__(self, start: chess.Board | None = None, moves: Sequence[chess.Move] = (), *, game: int = 1) -> None:
        """Go on with a game: where it starts, and its moves so far; ValueError if one of them is not legal."""
        board = chess.Board() if start is None else start.copy(stack=False)
        self._record = Record((Position(board),)).with_moves(moves)
        self._game = game
        self._result: Outcome | None = None
        self._is_set_up = bool(moves)
        """Whether a position of the game has been on the board."""
        self._is_turned = False
        self._seen: Placement | None = None
        self._now_ms = self._since_ms = self._moved_ms = 0
        self._meaning: Meaning | None = None
        """What it means for the game if that which is on the board stays."""
        self._shown: chess.Move | None = None
        """The next move that was last on the board, if only for a moment."""
        self._due_ms: int | None = None
        """When it has stayed long enough."""
        self._is_odd = False
        self._has_run = False
        """Whether the clock of the side to move has been seen running in this position."""

    def see(self, placement: Placement, at_ms: int, *, running: chess.Color | None = None) -> Seen:
        """Take what stands on the board, and whose clock runs, if that is known."""
        self._wait_until(at_ms)
        seen = turned(placement) if self._is_turned else placement
        if seen != self._seen:
            meant, before = self._meaning, self._seen
            if self._is_set_up and meant and before and is_answered(self._record, meant, before, seen):
                self._accept()
            self._seen, self._since_ms = seen, self._now_ms
            self._judge()
        if running is not None:
            self._hear_clock(running)
        return self._told()

    def tick(self, at_ms: int) -> Seen:
        """Nothing has changed on the board until now."""
        self._wait_until(at_ms)
        return self._told()

    def set_moves(self, moves: Sequence[chess.Move]) -> Seen:
        """Take the moves of this game from others who know them; it goes on even if the kings have shown a result.

        Raises:
            ValueError: One of the moves is not legal; nothing has changed.
        """
        record = self._record.with_moves(moves)
        if self._result or record.moves != self._record.moves:
            self._record, self._result, self._is_set_up = record, None, True
            self._shown, self._has_run = None, False
            self._judge()
            if self._meaning and self._meaning.result:  # it does not count as long as the kings stay there
                self._meaning = self._due_ms = None
        return self._told()

    def _wait_until(self, at_ms: int) -> None:
        self._now_ms = max(self._now_ms, at_ms)
        while self._due_ms is not None and self._due_ms <= self._now_ms:
            self._due_ms = None
            if self._meaning is None:
                assert self._seen is not None
                self._meaning = late_meaning(self._record, self._seen, self._shown)
            if self._meaning:
                self._accept()
                self._judge()
            else:
                self._is_odd = True

    def _judge(self) -> None:
        """Say what the board means, and take what is certain at once."""
        self._meaning = self._due_ms = None
        while self._seen is not None:
            over = self._result is not None
            if self._seen == self._record.last.placement and not over:
                self._is_set_up, self._is_odd = True, False
                return
            ago_ms = self._since_ms - self._moved_ms
            self._meaning = meaning(self._record, self._seen, shown=self._shown, over=over, moved_ms_ago=ago_ms)
            if self._meaning and self._meaning.result and not self._is_set_up:
                self._meaning = None  # the kings show the result of a game that was played before
            self._shown = self._next_move() or self._shown
            wait_ms = self._waits_ms()
            if wait_ms != 0:
                self._due_ms = None if wait_ms is None else self._since_ms + wait_ms
                return
            self._accept()

    def _waits_ms(self) -> int | None:
        """How long what is on the board has to stay; None: it may stay as it is."""
        if self._meaning and (self._is_set_up or self._meaning.turns):
            return self._meaning.wait_ms
        if not self._is_set_up:
            return BEFORE_MS
        if self._result:
            return None
        assert self._seen is not None
        position = self._record.last
        return BEGUN_MS if position.is_lifted(self._seen) or position.is_begun(self._seen) else STAND_MS

    def _next_move(self) -> chess.Move | None:
        """The move that the board shows, if it shows the game with one more."""
        moves = self._meaning.moves if self._meaning else ()
        return moves[-1] if moves and moves[:-1] == self._record.moves else None

    def _hear_clock(self, running: chess.Color) -> None:
        """A move is certain when its clock has been stopped."""
        if running == self._record.last.board.turn:
            self._has_run = True
        elif self._has_run and self._next_move():
            self._accept()
            self._judge()
            self._has_run = running == self._record.last.board.turn

    def _accept(self) -> None:
        """What the board means is certain."""
        meant = self._meaning
        assert meant is not None
        self._record, self._shown = meant.applied_to(self._record), None
        self._game += meant.begins
        self._result = meant.result
        self._is_set_up, self._is_odd, self._has_run = True, False, False
        self._moved_ms = self._since_ms
        if meant.turns and self._seen is not None:
            self._is_turned, self._seen = not self._is_turned, turned(self._seen)

    def _told(self) -> Seen:
        return Seen(
            moves=self._record.moves,
            state=self._state(),
            differs=differing(self._seen, self._record.last.placement) if self._seen and not self._result else (),
            result=self._result,
            game=self._game,
            settle_ms=self._due_ms,
        )

    def _state(self) -> State:
        if self._result:
            return "over"
        if not self._is_set_up:
            return "set_up"
        return "odd" if self._is_odd else "playing"
