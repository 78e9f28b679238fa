"""Which moves bring a mate of Black nearer, both sides helping: estimates that order a search, never its result.

White, who is to win, has a queen, a rook or a pawn here. The plan: Black's king walks to a corner and White's king
after it, pawns promote, and White's men take the squares around Black's king.
"""

from collections.abc import Iterable
from typing import NamedTuple

import chess

from scoring.flagfall.winnability.attacks import diagonal, squares, straight
from scoring.flagfall.winnability.position import Position, after

MATE = -1000.0
"""The estimate of a move that looks like mate."""

Estimate = tuple[float, int, float, chess.Move]
"""How far a mate seems to be after a move, its number among the moves, what it adds up to without the squares around
Black's king, and the move."""


class Weights(NamedTuple):
    """What brings a mate nearer or puts it off, in plies of a kind."""

    step: float
    """What every move costs."""
    spread: float
    """What it costs more to take the second of the moves; the costs grow with the logarithm of the rank."""
    white_king_step: float
    black_king_step: float
    open_square: float
    few_open_squares: float
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
CORNERS = (chess.A1, chess.H1, chess.A8, chess.H8)
DISTANCE = [[chess.square_distance(source, target) for target in chess.SQUARES] for source in chess.SQUARES]


class Hunt:
    """Orders moves by how near they seem to bring a mate in one corner, chosen once."""

    def __init__(self, position: Position, weights: Weights) -> None:
        """Choose the corner that both kings reach soonest."""
        self.step, self.spread = weights.step, weights.spread
        self._weights = weights
        white_king, black_king = kings_of(position)
        self._corner = min(CORNERS, key=lambda corner: DISTANCE[corner][black_king] + _to_walk(corner, white_king))
        self._to_corner = DISTANCE[self._corner]

    def start(self, position: Position) -> float:
        """How far the mate seems to be, without the squares around Black's king."""
        white_king, black_king = kings_of(position)
        w = self._weights
        walk = w.white_king_step * _to_walk(self._corner, white_king)
        return w.black_king_step * self._to_corner[black_king] + walk

    def order(self, position: Position, moves: Iterable[chess.Move], so_far: float) -> list[Estimate]:
        """The legal moves of a position, the most promising first."""
        estimates = (self._white if position.turn else self._black)(position, moves, so_far)
        estimates.sort()
        return estimates

    def _white(self, position: Position, moves: Iterable[chess.Move], so_far: float) -> list[Estimate]:
        w = self._weights
        pawns, knights, bishops, rooks, queens, kings, white, black = position[:8]
        king = black & kings
        black_king = king.bit_length() - 1
        around = chess.BB_KING_ATTACKS[black_king]
        through = (white | black) & ~king  # what a king leaves is attacked through it
        open_squares = around & ~black & ~attacked_by_white(position, through)
        diagonals, majors = bishops | queens, rooks | queens
        pawn_step = w.pawn_step_beside_a_major if majors & white else w.pawn_step
        stuck = 0 if majors & white else pawns & white & (pawns & black) >> 8
        black_guards = _black_pawn_attacks(stuck << 8)
        to_corner = self._to_corner
        estimates: list[Estimate] = []
        for number, move in enumerate(moves):
            source, target, promotion = move.from_square, move.to_square, move.promotion
            leaves, enters = 1 << source, 1 << target
            ahead = so_far
            attacks = 0
            if kings & leaves:
                attacks = chess.BB_KING_ATTACKS[target]
                ahead += w.white_king_step * (max(2, to_corner[target]) - max(2, to_corner[source]))
            elif promotion:
                ahead -= w.queen_made if promotion == chess.QUEEN else w.piece_made
                if promotion < chess.ROOK and not (majors | pawns & ~leaves) & white:
                    ahead += PLAN_LOST
                attacks = _promoted_attacks(promotion, target, through & ~leaves)
            elif pawns & leaves:
                ahead -= pawn_step
                attacks = chess.BB_PAWN_ATTACKS[chess.WHITE][target]
            elif knights & leaves:
                attacks = chess.BB_KNIGHT_ATTACKS[target]
            else:
                if majors & leaves:
                    attacks = straight(target, through & ~leaves)
                if diagonals & leaves:
                    attacks |= diagonal(target, through & ~leaves)
            left = open_squares
            if stuck:
                if black & enters and (stuck << 8 & enters or stuck & leaves):
                    ahead -= w.pawn_freed
                elif black_guards & enters:
                    ahead -= w.offered
            if black & enters:
                ahead -= w.capture
                left |= enters & around
            left &= ~attacks
            if not left and attacks & king and _looks_like_mate(after(position, source, target, promotion or 0)):
                estimates.append((MATE, number, ahead, move))
            else:
                estimates.append(
                    (ahead + w.open_square * max(w.few_open_squares, left.bit_count()), number, ahead, move)
                )
        return estimates

    def _black(self, position: Position, moves: Iterable[chess.Move], so_far: float) -> list[Estimate]:
        w = self._weights
        kings, white, black = position.kings, position.white, position.black
        king = black & kings
        around = chess.BB_KING_ATTACKS[king.bit_length() - 1]
        unattacked = ~attacked_by_white(position, (white | black) & ~king)
        to_corner = self._to_corner
        pawns, majors = position.pawns, position.rooks | position.queens
        stuck = 0 if majors & white else pawns & white & (pawns & black) >> 8
        white_guards = _white_pawn_attacks(stuck)
        estimates: list[Estimate] = []
        for number, move in enumerate(moves):
            source, target = move.from_square, move.to_square
            enters = 1 << target
            ahead = so_far
            if kings >> source & 1:
                ahead += w.black_king_step * (to_corner[target] - to_corner[source])
                left = chess.BB_KING_ATTACKS[target] & ~black & unattacked
            else:
                left = around & unattacked & ~(black & ~(1 << source) | enters)
            if stuck:
                if white & enters and stuck << 8 & 1 << source:
                    ahead -= w.pawn_freed
                elif white_guards & enters and not kings >> source & 1:
                    ahead -= w.offered
            if white & enters:
                ahead += w.major_lost if majors & enters else w.other_lost
                if not (majors | pawns) & white & ~enters:
                    ahead += PLAN_LOST
            estimates.append((ahead + w.open_square * max(w.few_open_squares, left.bit_count()), number, ahead, move))
        return estimates


def kings_of(position: Position) -> tuple[chess.Square, chess.Square]:
    """Where White's and Black's king stand."""
    return (position.kings & position.white).bit_length() - 1, (position.kings & position.black).bit_length() - 1


def _looks_like_mate(position: Position) -> bool:
    """Whether Black's king is attacked and so is every square it could step to."""
    king = position.kings & position.black
    attacked = attacked_by_white(position, (position.white | position.black) & ~king)
    return not chess.BB_KING_ATTACKS[king.bit_length() - 1] & ~position.black & ~attacked


def attacked_by_white(position: Position, occupied: chess.Bitboard) -> chess.Bitboard:
    """The squares that White attacks, with other occupied squares than the position's if wanted."""
    white = position.white
    pawns = position.pawns & white
    attacked = _white_pawn_attacks(pawns)
    for square in squares(position.knights & white):
        attacked |= chess.BB_KNIGHT_ATTACKS[square]
    for square in squares((position.bishops | position.queens) & white):
        attacked |= diagonal(square, occupied)
    for square in squares((position.rooks | position.queens) & white):
        attacked |= straight(square, occupied)
    return attacked | chess.BB_KING_ATTACKS[(position.kings & white).bit_length() - 1]


def _white_pawn_attacks(pawns: chess.Bitboard) -> chess.Bitboard:
    return (pawns & ~chess.BB_FILE_A) << 7 | (pawns & ~chess.BB_FILE_H) << 9


def _black_pawn_attacks(pawns: chess.Bitboard) -> chess.Bitboard:
    return (pawns & ~chess.BB_FILE_A) >> 9 | (pawns & ~chess.BB_FILE_H) >> 7


def _to_walk(corner: chess.Square, white_king: chess.Square) -> int:
    """White's king helps from two squares away."""
    return max(0, DISTANCE[corner][white_king] - 2)


def _promoted_attacks(kind: chess.PieceType, square: chess.Square, occupied: chess.Bitboard) -> chess.Bitboard:
    if kind == chess.KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[square]
    attacks = straight(square, occupied) if kind != chess.BISHOP else 0
    return attacks | diagonal(square, occupied) if kind != chess.ROOK else attacks
