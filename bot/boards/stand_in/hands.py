"""How people make a move on a board: the arrangements that a board sees from the first touch to the last."""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import chess

Act: TypeAlias = tuple[chess.Square, chess.Piece | None]
"""A piece put on a square, or a square left empty."""

SLIDING = 0.3
"""How often a piece is slid over the squares between, so that the board sees it there."""
_CENTRE = {
    "white_wins": (chess.E4, chess.D5),
    "black_wins": (chess.E5, chess.D4),
    "draw": (chess.E4, chess.E5),
}
"""Where the kings are put at the end: White's, and Black's. Both on white squares say that White has won."""


def arrangements(board: chess.Board, move: chess.Move, random: Random) -> list[str]:
    """What stands there after every touch of a legal move, the last time after the move; each as a FEN's board part."""
    return list(_seen(board, _acts(board, move, random)))


def kings_to_the_centre(board: chess.Board, outcome: str) -> list[str]:
    """What is seen while both kings are put where they show the result."""
    acts: list[Act] = []
    for side, square in zip((chess.WHITE, chess.BLACK), _CENTRE[outcome], strict=True):
        king = board.king(side)
        assert king is not None
        if king != square:
            acts += [(king, None), (square, chess.Piece(chess.KING, side))]
    return list(_seen(board, acts))


def set_up(placement: str, random: Random) -> list[str]:
    """What is seen while the pieces are put back to the start: cleared away first, then put up one by one."""
    board, start = chess.BaseBoard(placement), chess.BaseBoard()
    away = [square for square in board.piece_map() if board.piece_at(square) != start.piece_at(square)]
    back = [square for square in start.piece_map() if board.piece_at(square) != start.piece_at(square)]
    random.shuffle(away)
    random.shuffle(back)
    return list(_seen(board, [*((square, None) for square in away), *((s, start.piece_at(s)) for s in back)]))


def _seen(board: chess.BaseBoard, acts: list[Act]) -> Iterator[str]:
    physical = chess.BaseBoard(board.board_fen())
    for square, piece in acts:
        physical.set_piece_at(square, piece)
        yield physical.board_fen()


def _acts(board: chess.Board, move: chess.Move, random: Random) -> list[Act]:
    piece = board.piece_at(move.from_square)
    assert piece is not None
    if board.is_castling(move):
        return _castling(board, move, random)
    placed = chess.Piece(move.promotion, piece.color) if move.promotion else piece
    lift: list[Act] = [(move.from_square, None)]
    put: list[Act] = [(move.to_square, placed)]
    if move.promotion and random.random() < 0.5:
        put = [(move.to_square, piece), (move.to_square, None), *put]
    if board.is_en_passant(move):
        taken: Act = (move.to_square + (-8 if piece.color else 8), None)
        return random.choice([[taken, *lift, *put], [*lift, taken, *put], [*lift, *put, taken]])
    if board.is_capture(move):
        return random.choice([[(move.to_square, None), *lift, *put], [*lift, (move.to_square, None), *put]])
    if random.random() < SLIDING:
        for square in chess.SquareSet(chess.between(move.from_square, move.to_square)):
            lift += [(square, piece), (square, None)]
        between = lift[1:]
        if move.to_square < move.from_square:
            pairs = [between[index : index + 2] for index in range(0, len(between), 2)]
            lift = [lift[0], *(act for pair in reversed(pairs) for act in pair)]
    return [*lift, *put]


def _castling(board: chess.Board, move: chess.Move, random: Random) -> list[Act]:
    after = board.copy(stack=False)
    after.push(move)
    king_to = after.king(board.turn)
    gone = [square for square in board.piece_map() if after.piece_at(square) is None]
    rook_from = next(square for square in gone if square != move.from_square)
    come = [square for square in after.piece_map() if board.piece_at(square) is None]
    rook_to = next(square for square in come if square != king_to)
    assert king_to is not None
    king: list[Act] = [(move.from_square, None), (king_to, after.piece_at(king_to))]
    rook: list[Act] = [(rook_from, None), (rook_to, after.piece_at(rook_to))]
    return king + rook if random.random() < 0.8 else rook + king
