"""The moves of a game with all its positions."""

from collections.abc import Sequence
from typing import Final

import chess

from bot.boards.position import Position

_LOOKED_AT: Final = 8
"""So many positions at the end know their legal moves. Those of all would be so many objects that Python's search for
garbage stops the program for a third of a second when thirty boards are in use."""


class Record:
    """A start position and legal moves; never changed."""

    def __init__(self, positions: tuple[Position, ...], moves: tuple[chess.Move, ...] = ()) -> None:
        self.positions = positions
        self.moves = moves

    @property
    def last(self) -> Position:
        """The position after all moves."""
        return self.positions[-1]

    def with_moves(self, moves: Sequence[chess.Move]) -> "Record":
        """The same game with other moves; ValueError names the first one that is not legal."""
        same = 0
        while same < min(len(moves), len(self.moves)) and moves[same] == self.moves[same]:
            same += 1
        positions = list(self.positions[: same + 1])
        for move in moves[same:]:
            if not positions[-1].board.is_legal(move):
                raise ValueError(f"move {len(positions)} of the game, {move.uci()}, is not legal")
            positions.append(positions[-1].after(move))
            old = len(positions) - 1 - _LOOKED_AT
            if old > 0:  # the first position tells how the next game begins
                positions[old] = Position(positions[old].board)
        return Record(tuple(positions), tuple(moves))
