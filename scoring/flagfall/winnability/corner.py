"""The hunt with minor pieces only: Black's king goes into a corner, and a unit of his own takes a square beside it.

Estimates that order a search, never its result.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import chess

from scoring.flagfall.winnability.attacks import attacked_by_white, squares
from scoring.flagfall.winnability.guide import CORNERS, DISTANCE, MATE, Estimate, kings_of, open_squares
from scoring.flagfall.winnability.position import Position, after


class Weights(NamedTuple):
    """What brings a mate nearer or puts it off, in plies of a kind."""

    step: float
    """What every move costs."""
    spread: float
    """What it costs more to take the second of the moves; the costs grow with the logarithm of the rank."""
    black_king_step: float
    white_king_step: float
    white_knight_step: float
    blocker_step: float
    open_square: float
    black_queen: float
    black_rook: float


# Found by trying variations on small endings, for the fewest nodes.
ONE_MINOR = Weights(0.043, 0.8, 4.0, 1.0, 1.0, 1.0, 0.25, 1.5, 0.5)
TWO_MINORS = Weights(0.108, 0.24, 1.8, 5.2, 1.124, 0.3, 0.056, 1.5, 0.5)

NO_BLOCKER = 100.0
NO_PIECE_LEFT = 1000.0
WRONG_CORNER = 100.0


KNIGHT_DISTANCE = [
    [chess.square_knight_distance(source, target) for target in chess.SQUARES] for source in chess.SQUARES
]
"""How many moves a knight needs from a square to another, on an empty board."""


class CornerMate:
    """Orders moves by how near they seem to bring a mate in one corner, chosen once."""

    def __init__(self, position: Position) -> None:
        """Choose the corner that seems nearest to a mate; bishops of one colour need one of their colour."""
        white = position.white
        bishops, knights = position.bishops & white, position.knights & white
        light = bool(bishops & chess.BB_LIGHT_SQUARES)
        self._one_colour = not knights and light != bool(bishops & chess.BB_DARK_SQUARES)
        two = not self._one_colour and (bishops | knights).bit_count() > 1
        self._weights = TWO_MINORS if two else ONE_MINOR
        self.step, self.spread = self._weights.step, self._weights.spread
        self._corner = min(
            CORNERS,
            key=lambda corner: (
                self._ahead(position, corner) + WRONG_CORNER * (self._one_colour and light != _is_light(corner))
            ),
        )

    def start(self, position: Position) -> float:
        """What is ahead at the first position."""
        return self._ahead(position, self._corner)

    def order(self, position: Position, moves: Iterable[chess.Move], _: float) -> list[Estimate]:
        """The legal moves of a position, the most promising first."""
        estimates = [self._move(position, number, move) for number, move in enumerate(moves)]
        estimates.sort()
        return estimates

    def _move(self, position: Position, number: int, move: chess.Move) -> Estimate:
        then = after(position, move.from_square, move.to_square, move.promotion or 0)
        king = then.kings & then.black
        attacked = attacked_by_white(then, (then.white | then.black) & ~king)
        escapes = open_squares(then, attacked)
        ahead = self._ahead(then, self._corner)
        if position.turn and attacked & king and not escapes:
            return (MATE, number, ahead, move)
        return (ahead + self._weights.open_square * escapes.bit_count(), number, ahead, move)

    def _ahead(self, position: Position, corner: chess.Square) -> float:
        white = position.white
        white_king, black_king = kings_of(position)
        if not (position.knights | position.bishops | position.rooks | position.queens | position.pawns) & white:
            return NO_PIECE_LEFT
        checks = tuple(squares(chess.BB_KNIGHT_ATTACKS[corner]))
        weights = self._weights
        ahead = weights.black_king_step * DISTANCE[corner][black_king]
        ahead += weights.white_king_step * max(0, DISTANCE[corner][white_king] - 2)
        for knight in squares(position.knights & white):
            ahead += weights.white_knight_step * min(KNIGHT_DISTANCE[knight][check] for check in checks)
        ahead += weights.black_queen * (position.queens & position.black).bit_count()
        ahead += weights.black_rook * (position.rooks & position.black).bit_count()
        return ahead + weights.blocker_step * self._blocker(position, corner)

    def _blocker(self, position: Position, corner: chess.Square) -> float:
        """How many moves the nearest of Black's units needs to a square beside the corner."""
        black = position.black
        beside = [corner + (1 if corner % 8 == 0 else -1), corner + (8 if corner < 8 else -8)]
        knights = (min(KNIGHT_DISTANCE[at][to] for to in beside) for at in squares(position.knights & black))
        bishops = (
            min(2, *(DISTANCE[at][to] for to in beside))
            for at in squares(position.bishops & black)
            if _is_light(at) != _is_light(corner)
        )
        rooks = (
            min(_rook_moves(at, to) for to in beside) + 2 * self._one_colour for at in squares(position.rooks & black)
        )
        pawns = (_pawn_moves(at, beside) for at in squares(position.pawns & black))
        return min((NO_BLOCKER, *knights, *bishops, *rooks, *pawns))


def _rook_moves(source: chess.Square, target: chess.Square) -> int:
    return (source % 8 != target % 8) + (source // 8 != target // 8)


def _pawn_moves(square: chess.Square, beside: Sequence[chess.Square]) -> float:
    """A pawn that does not stand there yet promotes and goes there as a knight, which counts less."""
    if square in beside:
        return 0
    return square // 8 + 0.7 * min(KNIGHT_DISTANCE[square % 8][target] for target in beside)


def _is_light(square: chess.Square) -> bool:
    return bool(chess.BB_LIGHT_SQUARES >> square & 1)
