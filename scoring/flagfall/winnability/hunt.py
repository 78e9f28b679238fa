"""Which moves bring a mate of Black nearer, both sides helping: estimates that order a search, never its result.

White, who is to win, has a queen, a rook or a pawn here. The plan: Black's king walks to a corner and White's king
after it, pawns promote, and White's men take the squares around Black's king. While all of White's pawns stand before
Black's and White has no major piece, units are offered to pawns until one of them is free.
"""

from collections.abc import Iterable
from typing import NamedTuple

import chess

from scoring.flagfall.winnability.attacks import (
    attacked_by_white,
    black_pawn_attacks,
    unit_attacks,
    white_pawn_attacks,
)
from scoring.flagfall.winnability.guide import CORNERS, DISTANCE, MATE, Estimate, kings_of, looks_like_mate
from scoring.flagfall.winnability.position import Position, after


class Weights(NamedTuple):
    """What brings a mate nearer or puts it off, in plies of a kind."""

    step: float
    """What every move costs."""
    spread: float
    """What it costs more to take the second of the moves; the costs grow with the logarithm of the rank."""
    white_king_step: float
    black_king_step: float
    open_square: float
    """A square that Black's king could step to …"""
    few_open_squares: float
    """… counted from so many on."""
    capture: float
    queen_made: float
    piece_made: float
    pawn_step: float
    pawn_step_beside_a_major: float
    major_lost: float
    other_lost: float
    pawn_freed: float
    offered: float


# Found by trying variations on positions from games, for the fewest nodes: QUICK on any (22 in the median), PATIENT on
# those that QUICK does not decide within 100 (38 in the median, 187 at the ninth of ten).
QUICK = Weights(0.01, 0.181, 10.382, 0.052, 4.5, 2.08, 3.2, 30.25, 11.0, 4.16, 0.158, 8.456, 2.43, 2.88, 4.455)
PATIENT = Weights(0.013, 2.278, 2.106, 1.65, 1.0, 0.11, 4.0, 22.0, 3.96, 3.25, 0.092, 3.48, 2.11, 8.1, 11.719)

PLAN_LOST = 60.0
"""What it costs to be left without a queen, a rook or a pawn: only another plan leads to mate then."""


class Hunt:
    """Orders moves by how near they seem to bring a mate in one corner, chosen once."""

    def __init__(self, position: Position, weights: Weights) -> None:
        """Choose the corner that both kings reach soonest."""
        self.step, self.spread = weights.step, weights.spread
        self._weights = weights
        white_king, black_king = kings_of(position)
        corner = min(CORNERS, key=lambda corner: DISTANCE[corner][black_king] + max(2, DISTANCE[corner][white_king]))
        self._to_corner = DISTANCE[corner]

    def start(self, position: Position) -> float:
        """What is ahead at the first position, without the squares around Black's king."""
        white_king, black_king = (self._to_corner[king] for king in kings_of(position))
        return self._weights.black_king_step * black_king + self._weights.white_king_step * max(0, white_king - 2)

    def order(self, position: Position, moves: Iterable[chess.Move], ahead: float) -> list[Estimate]:
        """The legal moves of a position, the most promising first."""
        look = _Look(position)
        estimate = self._white_move if position.turn else self._black_move
        estimates = [estimate(look, number, move, ahead) for number, move in enumerate(moves)]
        estimates.sort()
        return estimates

    def _white_move(self, look: "_Look", number: int, move: chess.Move, ahead: float) -> Estimate:
        weights, position = self._weights, look.position
        source, target = move.from_square, move.to_square
        leaves, enters = 1 << source, 1 << target
        kind = move.promotion or look.kind(leaves)
        if kind == chess.KING:
            ahead += weights.white_king_step * (max(2, self._to_corner[target]) - max(2, self._to_corner[source]))
        elif move.promotion:
            ahead -= weights.queen_made if kind == chess.QUEEN else weights.piece_made
            if kind < chess.ROOK and not look.plan & ~leaves:
                ahead += PLAN_LOST
        elif kind == chess.PAWN:
            ahead -= weights.pawn_step_beside_a_major if look.majors else weights.pawn_step
        left = look.open_squares
        if position.black & enters:
            ahead -= weights.capture
            left |= enters & look.around
            if look.stuck & (leaves | enters >> 8):
                ahead -= weights.pawn_freed
        elif look.black_guards & enters:
            ahead -= weights.offered
        attacks = unit_attacks(kind, chess.WHITE, target, look.through & ~leaves)
        left &= ~attacks
        if not left and attacks & look.king and looks_like_mate(after(position, source, target, move.promotion or 0)):
            return (MATE, number, ahead, move)
        return (ahead + self._escapes(left), number, ahead, move)

    def _black_move(self, look: "_Look", number: int, move: chess.Move, ahead: float) -> Estimate:
        weights, position = self._weights, look.position
        source, target = move.from_square, move.to_square
        leaves, enters = 1 << source, 1 << target
        if leaves == look.king:
            ahead += weights.black_king_step * (self._to_corner[target] - self._to_corner[source])
            left = chess.BB_KING_ATTACKS[target] & ~position.black & ~look.attacked
        else:
            left = look.around & ~look.attacked & ~(position.black & ~leaves | enters)
            if look.white_guards & enters:
                ahead -= weights.offered
        if position.white & enters:
            ahead += weights.major_lost if look.majors & enters else weights.other_lost
            if look.stuck << 8 & leaves:
                ahead -= weights.pawn_freed
            if not look.plan & ~enters:
                ahead += PLAN_LOST
        return (ahead + self._escapes(left), number, ahead, move)

    def _escapes(self, open_squares: chess.Bitboard) -> float:
        return self._weights.open_square * max(self._weights.few_open_squares, open_squares.bit_count())


class _Look:
    """What all moves of a position are estimated by, as bitboards."""

    __slots__ = (
        "around",
        "attacked",
        "black_guards",
        "king",
        "majors",
        "open_squares",
        "plan",
        "position",
        "stuck",
        "through",
        "white_guards",
    )

    def __init__(self, position: Position) -> None:
        self.position = position
        white, black, pawns = position.white, position.black, position.pawns
        self.king = position.kings & black
        self.around = chess.BB_KING_ATTACKS[self.king.bit_length() - 1]
        self.through = (white | black) & ~self.king
        """The occupied squares without Black's king, through whose square an attack goes on when he leaves."""
        self.attacked = attacked_by_white(position, self.through)
        self.open_squares = self.around & ~black & ~self.attacked
        self.majors = (position.rooks | position.queens) & white
        self.plan = self.majors | pawns & white
        """The units without one of which this plan is lost."""
        self.stuck = 0 if self.majors else pawns & white & (pawns & black) >> 8
        """White's pawns that stand before a pawn, if White has no major piece."""
        self.black_guards = black_pawn_attacks(self.stuck << 8)
        self.white_guards = white_pawn_attacks(self.stuck)

    def kind(self, square: chess.Bitboard) -> chess.PieceType:
        """What stands on a square."""
        position = self.position
        if position.pawns & square:
            return chess.PAWN
        if position.kings & square:
            return chess.KING
        if position.knights & square:
            return chess.KNIGHT
        if position.bishops & square:
            return chess.BISHOP
        return chess.ROOK if position.rooks & square else chess.QUEEN
