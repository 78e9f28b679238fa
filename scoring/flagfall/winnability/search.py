"""A search for a mate of Black by White: through all positions that can be reached, the promising first, none twice.

One loop answers both ways: it finds a mating line, or it runs out of positions and so proves that there is none.
"""

import math
from array import array
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Literal

import chess

from scoring.flagfall.winnability.guide import Estimate, Guide
from scoring.flagfall.winnability.position import Position, after, position_of, put_on

Found = Literal["mate", "no_mate", "more"]

_BEHIND = [round(math.log2(1 + rank), 6) for rank in range(64 * 27)]
"""How far a move is behind by its rank among the moves of a position, of which 64 queens would have fewer.

Rounded, because the last digits of a logarithm are not the same on every machine, and nodes must be.
"""


class _Node:
    """A position that was looked at, and the moves from it, the most promising first."""

    __slots__ = ("ahead", "came_by", "estimates", "moves", "parent", "position", "spent")

    def __init__(self, position: Position, parent: "_Node | None", came_by: int, spent: float) -> None:
        self.position = position
        self.parent = parent
        self.came_by = came_by
        self.spent = spent

    def order(self, estimates: list[Estimate]) -> None:
        """Keep the moves in little space: a search holds thousands of positions."""
        self.estimates = array("f", [estimate for estimate, _, _, _ in estimates])
        self.ahead = array("f", [ahead for _, _, ahead, _ in estimates])
        self.moves = array("H", [_packed(move) for _, _, _, move in estimates])


class Search:
    """Looks for a mate of Black by White, with Black's help, as far as it is told to."""

    def __init__(self, board: chess.Board, guide: Guide, hopeless: Callable[[chess.Board], bool]) -> None:
        """Begin at a position.

        `hopeless` is asked after captures and pawn moves: from such a position White can be known never to mate.
        """
        self._board = board.copy(stack=False)
        self._guide = guide
        self._hopeless = hopeless
        self._start = position_of(board)
        self._seen: set[Position] = set()
        self._open: list[tuple[float, int, _Node, int]] = []
        self._offered = 0
        self._mate: _Node | None = None
        self.nodes = 0
        """Positions whose legal moves were looked at."""
        self.forced = True
        """Whether there never was a choice."""
        self.came_back = False
        """Whether different lines came to the same position."""

    def run(self, nodes: int) -> Found:
        """Go on until a mate is found, no position is left, or so many nodes were looked at in all."""
        if not self.nodes:
            self._look_at(_Node(self._start, None, 0, 0.0), self._guide.start(self._start))
        while self._open and not self._mate:
            if self.nodes >= nodes:
                return "more"
            _, _, parent, rank = heappop(self._open)
            self._offer(parent, rank + 1)
            self._follow(parent, rank)
        return "mate" if self._mate else "no_mate"

    @property
    def line(self) -> tuple[chess.Move, ...]:
        """The moves to the mate that was found."""
        moves = []
        node = self._mate
        while node and node.parent:
            moves.append(_unpacked(node.came_by))
            node = node.parent
        return tuple(reversed(moves))

    def _offer(self, node: _Node, rank: int) -> None:
        """Keep a move of a position for later; the ones behind it follow when its turn comes."""
        if rank < len(node.moves):
            self._offered += 1
            cost = node.estimates[rank] + node.spent + self._guide.spread * _BEHIND[rank]
            heappush(self._open, (cost, -self._offered, node, rank))

    def _follow(self, parent: _Node, rank: int) -> None:
        """Make a move, unless it leads to where White cannot mate or where the search has been before."""
        packed, before = parent.moves[rank], parent.position
        source, target = packed & 63, packed >> 6 & 63
        position = after(before, source, target, packed >> 12)
        if position in self._seen:
            self.came_back = True
            return
        put_on(self._board, position)
        for_good = (before.pawns >> source | before.white >> target | before.black >> target) & 1
        if for_good and self._hopeless(self._board):
            self._seen.add(position)
            return
        spent = parent.spent + self._guide.step + self._guide.spread * _BEHIND[rank]
        self._look_at(_Node(position, parent, packed, spent), parent.ahead[rank])

    def _look_at(self, node: _Node, ahead: float) -> None:
        """Look at the legal moves of the position that is on the board."""
        self.nodes += 1
        self._seen.add(node.position)
        moves = list(self._board.generate_legal_moves())
        self.forced &= len(moves) <= 1
        if moves:
            node.order(self._guide.order(node.position, moves, ahead))
            self._offer(node, 0)
        elif self._board.turn == chess.BLACK and self._board.is_check():
            self._mate = node


def _packed(move: chess.Move) -> int:
    return move.from_square | move.to_square << 6 | (move.promotion or 0) << 12


def _unpacked(packed: int) -> chess.Move:
    return chess.Move(packed & 63, packed >> 6 & 63, packed >> 12 or None)
