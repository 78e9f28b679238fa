"""A position as plain numbers, cheap to keep, to compare and to move on, for searches that see thousands of them."""

from typing import NamedTuple

import chess


class Position(NamedTuple):
    """The units of both sides as bitboards, the side to move, castling rights and the en-passant square."""

    pawns: chess.Bitboard
    knights: chess.Bitboard
    bishops: chess.Bitboard
    rooks: chess.Bitboard
    queens: chess.Bitboard
    kings: chess.Bitboard
    white: chess.Bitboard
    black: chess.Bitboard
    turn: chess.Color
    castling: chess.Bitboard
    """The rooks that may castle."""
    ep_square: chess.Square | None
    """Only where a pawn stands ready to capture there."""


def position_of(board: chess.Board) -> Position:
    """The position on a board."""
    return Position(
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.turn,
        board.clean_castling_rights(),
        board.ep_square if board.has_legal_en_passant() else None,
    )


def put_on(board: chess.Board, position: Position) -> None:
    """Set up a position on a board, whose move stack is of no use afterwards."""
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = position[:6]
    board.occupied_co[chess.WHITE] = position.white
    board.occupied_co[chess.BLACK] = position.black
    board.occupied = position.white | position.black
    board.promoted = chess.BB_EMPTY
    board.turn, board.castling_rights, board.ep_square = position[8:]


def after(position: Position, source: chess.Square, target: chess.Square, promotion: int) -> Position:
    """The position after a legal move; castling is written as python-chess does, `promotion` 0 for none."""
    pawns, knights, bishops, rooks, queens, kings, white, black, turn, castling, ep_square = position
    own, other = (white, black) if turn else (black, white)
    leaves, enters = 1 << source, 1 << target
    if kings & leaves and castling:
        rook = _castling_rook(own & rooks, castling, source, target)
        if rook is not None:
            return _castled(position, source, rook)
        castling &= ~(chess.BB_RANK_1 if turn else chess.BB_RANK_8)
    taken = enters
    if target == ep_square and pawns & leaves:
        taken = 1 << (target - 8 if turn else target + 8)
    if other & taken:
        other &= ~taken
        stays = ~taken
        pawns, knights, bishops, rooks, queens = (
            pawns & stays,
            knights & stays,
            bishops & stays,
            rooks & stays,
            queens & stays,
        )
    ep_square = None
    if pawns & leaves:
        pawns ^= leaves
        if promotion == chess.QUEEN:
            queens |= enters
        elif promotion == chess.ROOK:
            rooks |= enters
        elif promotion == chess.BISHOP:
            bishops |= enters
        elif promotion == chess.KNIGHT:
            knights |= enters
        else:
            pawns |= enters
            if abs(target - source) == 16 and _beside(enters) & pawns & other:
                ep_square = (source + target) // 2
    elif knights & leaves:
        knights ^= leaves | enters
    elif bishops & leaves:
        bishops ^= leaves | enters
    elif rooks & leaves:
        rooks ^= leaves | enters
    elif queens & leaves:
        queens ^= leaves | enters
    else:
        kings ^= leaves | enters
    own ^= leaves | enters
    castling &= ~(leaves | enters)
    white, black = (own, other) if turn else (other, own)
    return Position(pawns, knights, bishops, rooks, queens, kings, white, black, not turn, castling, ep_square)


def _beside(square: chess.Bitboard) -> chess.Bitboard:
    return (square & ~chess.BB_FILE_A) >> 1 | (square & ~chess.BB_FILE_H) << 1


def _castling_rook(
    rooks: chess.Bitboard, castling: chess.Bitboard, king: chess.Square, target: chess.Square
) -> chess.Square | None:
    """The rook a king castles with: the own one it moves onto, or the one it moves two files towards."""
    if rooks & 1 << target:
        return target
    if abs(target - king) != 2:
        return None
    return next(
        rook
        for rook in chess.scan_forward(castling & rooks)
        if (rook > king) == (target > king) and rook >> 3 == king >> 3
    )


def _castled(position: Position, king: chess.Square, rook: chess.Square) -> Position:
    pawns, knights, bishops, rooks, queens, kings, white, black, turn, castling, _ = position
    rank = king & ~7
    king_side = rook > king
    leaves = 1 << king | 1 << rook
    king_enters, rook_enters = 1 << rank + (6 if king_side else 2), 1 << rank + (5 if king_side else 3)
    kings = kings & ~(1 << king) | king_enters
    rooks = rooks & ~(1 << rook) | rook_enters
    castling &= ~(chess.BB_RANK_1 if turn else chess.BB_RANK_8)
    if turn:
        white = white & ~leaves | king_enters | rook_enters
    else:
        black = black & ~leaves | king_enters | rook_enters
    return Position(pawns, knights, bishops, rooks, queens, kings, white, black, not turn, castling, None)
