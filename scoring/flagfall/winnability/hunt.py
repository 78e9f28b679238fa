"""Which moves bring a mate of Black nearer, both sides helping: estimates that order a search, never its result.

White, who is to win, has a queen, a rook or a pawn here. The plan: Black's king walks to a corner and White's king
after it, pawns promote, and White's men take the squares around Black's king.
"""

from collections.abc import Iterable

import chess

from scoring.flagfall.winnability.attacks import diagonal, squares, straight
from scoring.flagfall.winnability.position import Position

MATE = -1000.0
"""The estimate of a move that looks like mate."""

Estimate = tuple[float, int, float, chess.Move]
"""How far a mate seems to be after a move, its number among the moves, what it adds up to without the squares around
Black's king, and the move."""

# What brings the mate nearer or puts it off, in plies of a kind, found by trying: over positions from games a search
# took 25 nodes in the median with these figures, 250 with guesses.
WHITE_KING_STEP = 3.9
BLACK_KING_STEP = 0.27
OPEN_SQUARE = 4.0
FEW_OPEN_SQUARES = 1.3
CAPTURE = 1.0
QUEEN_MADE = 20.0
PIECE_MADE = 10.0
PAWN_STEP = 1.04
PAWN_STEP_BESIDE_A_MAJOR = 0.2
MAJOR_LOST = 8.7
OTHER_LOST = 1.5
FREED = 6.0
OFFERED = 3.0

CORNERS = (chess.A1, chess.H1, chess.A8, chess.H8)
DISTANCE = [[chess.square_distance(source, target) for target in chess.SQUARES] for source in chess.SQUARES]


class Hunt:
    """Orders moves by how near they seem to bring a mate in one corner, chosen once."""

    step = 0.036
    """What every move costs."""
    spread = 0.31
    """What it costs to prefer the second of the moves to the first; the costs grow with the logarithm."""

    def __init__(self, position: Position) -> None:
        """Choose the corner that both kings reach soonest."""
        white_king, black_king = kings_of(position)
        self._corner = min(CORNERS, key=lambda corner: DISTANCE[corner][black_king] + _to_walk(corner, white_king))
        self._to_corner = DISTANCE[self._corner]

    def start(self, position: Position) -> float:
        """How far the mate seems to be, without the squares around Black's king."""
        white_king, black_king = kings_of(position)
        walk = WHITE_KING_STEP * _to_walk(self._corner, white_king)
        return BLACK_KING_STEP * self._to_corner[black_king] + walk

    def order(self, position: Position, moves: Iterable[chess.Move], so_far: float) -> list[Estimate]:
        """The legal moves of a position, the most promising first."""
        estimates = (self._white if position.turn else self._black)(position, moves, so_far)
        estimates.sort()
        return estimates

    def _white(self, position: Position, moves: Iterable[chess.Move], so_far: float) -> list[Estimate]:
        pawns, knights, bishops, rooks, queens, kings, white, black = position[:8]
        king = black & kings
        black_king = king.bit_length() - 1
        around = chess.BB_KING_ATTACKS[black_king]
        through = (white | black) & ~king  # what a king leaves is attacked through it
        open_squares = around & ~black & ~attacked_by_white(position, through)
        major = (rooks | queens) & white
        pawn_step = PAWN_STEP_BESIDE_A_MAJOR if major else PAWN_STEP
        stuck = 0 if major else pawns & white & (pawns & black) >> 8
        black_guards = _black_pawn_attacks(stuck << 8)
        to_corner = self._to_corner
        diagonals, straights = bishops | queens, rooks | queens
        estimates: list[Estimate] = []
        for number, move in enumerate(moves):
            source, target, promotion = move.from_square, move.to_square, move.promotion
            leaves, enters = 1 << source, 1 << target
            ahead = so_far
            attacks = 0
            if kings & leaves:
                attacks = chess.BB_KING_ATTACKS[target]
                ahead += WHITE_KING_STEP * (max(2, to_corner[target]) - max(2, to_corner[source]))
            elif promotion:
                ahead -= QUEEN_MADE if promotion == chess.QUEEN else PIECE_MADE
                attacks = _promoted_attacks(promotion, target, through & ~leaves)
            elif pawns & leaves:
                ahead -= pawn_step
                attacks = chess.BB_PAWN_ATTACKS[chess.WHITE][target]
            elif knights & leaves:
                attacks = chess.BB_KNIGHT_ATTACKS[target]
            else:
                if straights & leaves:
                    attacks = straight(target, through & ~leaves)
                if diagonals & leaves:
                    attacks |= diagonal(target, through & ~leaves)
            left = open_squares
            if stuck:
                if black & enters and (stuck << 8 & enters or stuck & leaves):
                    ahead -= FREED
                elif black_guards & enters:
                    ahead -= OFFERED
            if black & enters:
                ahead -= CAPTURE
                left |= enters & around
            left &= ~attacks
            if not left and attacks & king:
                estimates.append((MATE, number, ahead, move))
            else:
                estimates.append((ahead + OPEN_SQUARE * max(FEW_OPEN_SQUARES, left.bit_count()), number, ahead, move))
        return estimates

    def _black(self, position: Position, moves: Iterable[chess.Move], so_far: float) -> list[Estimate]:
        kings, white, black = position.kings, position.white, position.black
        king = black & kings
        around = chess.BB_KING_ATTACKS[king.bit_length() - 1]
        unattacked = ~attacked_by_white(position, (white | black) & ~king)
        to_corner = self._to_corner
        pawns = position.pawns
        stuck = 0 if (position.rooks | position.queens) & white else pawns & white & (pawns & black) >> 8
        white_guards = _white_pawn_attacks(stuck)
        estimates: list[Estimate] = []
        for number, move in enumerate(moves):
            source, target = move.from_square, move.to_square
            enters = 1 << target
            ahead = so_far
            if kings >> source & 1:
                ahead += BLACK_KING_STEP * (to_corner[target] - to_corner[source])
                left = chess.BB_KING_ATTACKS[target] & ~black & unattacked
            else:
                left = around & unattacked & ~(black & ~(1 << source) | enters)
            if stuck:
                if white & enters and stuck << 8 & 1 << source:
                    ahead -= FREED
                elif white_guards & enters and not kings >> source & 1:
                    ahead -= OFFERED
            if white & enters:
                ahead += MAJOR_LOST if (position.rooks | position.queens) & enters else OTHER_LOST
            estimates.append((ahead + OPEN_SQUARE * max(FEW_OPEN_SQUARES, left.bit_count()), number, ahead, move))
        return estimates


def kings_of(position: Position) -> tuple[chess.Square, chess.Square]:
    """Where White's and Black's king stand."""
    return (position.kings & position.white).bit_length() - 1, (position.kings & position.black).bit_length() - 1


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
