"""Just enough of a position to see what a legal move does, at a fraction of the cost of a full board.

Whether a move is legal is not asked here: moves reach the rules from a board that has checked them.
"""

import chess

CASTLED = -1
"""What `Position.make` answers when the move was castling."""


class Position:
    """Which unit stands on which square, both sides' pawns, and the rooks that may still castle.

    `squares` holds piece types, White's positive and Black's negative; `pawns` a bitboard for each colour.
    """

    __slots__ = ("pawns", "rights", "squares")

    def __init__(self, board: chess.Board) -> None:
        """Copy the units and castling rights of a board."""
        self.squares = [0] * 64
        for square, piece in board.piece_map().items():
            self.squares[square] = piece.piece_type if piece.color else -piece.piece_type
        self.pawns = [board.pieces_mask(chess.PAWN, color) for color in (chess.BLACK, chess.WHITE)]
        self.rights = board.clean_castling_rights()

    def make(self, move: chess.Move) -> int:
        """Make a legal move; the piece type it captured, 0 if none, `CASTLED` for castling."""
        squares, source, target = self.squares, move.from_square, move.to_square
        unit, captured = squares[source], squares[target]
        kind = abs(unit)
        if kind == chess.KING:
            rook = self._castling_rook(source, target)
            if self.rights:
                self.rights &= ~_back_rank(unit)
            if rook is not None:
                self._castle(source, rook, target > source)
                return CASTLED
        elif kind == chess.PAWN:
            captured = self._make_pawn_move(unit, source, target, captured)
            unit = unit // kind * (move.promotion or kind)
        if self.rights:
            self.rights &= ~(chess.BB_SQUARES[source] | chess.BB_SQUARES[target])
        if abs(captured) == chess.PAWN:
            self.pawns[captured > 0] &= ~chess.BB_SQUARES[target]
        squares[source], squares[target] = 0, unit
        return abs(captured)

    def _make_pawn_move(self, pawn: int, source: int, target: int, captured: int) -> int:
        """Move a pawn among the pawns, off to promotion or past the one it takes en passant; what it captures."""
        color = pawn > 0
        self.pawns[color] ^= chess.BB_SQUARES[source]
        if chess.BB_SQUARES[target] & ~chess.BB_BACKRANKS:
            self.pawns[color] |= chess.BB_SQUARES[target]
        if captured or (target - source) % 8 == 0:
            return captured
        beside = target - 8 if color else target + 8
        self.pawns[not color] ^= chess.BB_SQUARES[beside]
        self.squares[beside] = 0
        return -pawn * chess.PAWN

    def _castling_rook(self, king: int, target: int) -> int | None:
        """The rook a king castles with: the own one it moves onto, or the one it moves two files towards."""
        rook = chess.ROOK if self.squares[king] > 0 else -chess.ROOK
        if self.squares[target] == rook:
            return target
        if abs(target - king) != 2:
            return None
        rooks = chess.scan_forward(self.rights & _back_rank(rook))
        return next(square for square in rooks if (square > king) == (target > king))

    def _castle(self, king: int, rook: int, king_side: bool) -> None:
        squares, rank = self.squares, king & ~7
        king_unit, rook_unit = squares[king], squares[rook]
        squares[king] = squares[rook] = 0
        squares[rank + (6 if king_side else 2)] = king_unit
        squares[rank + (5 if king_side else 3)] = rook_unit


def _back_rank(unit: int) -> chess.Bitboard:
    return chess.BB_RANK_1 if unit > 0 else chess.BB_RANK_8
