"""The position of a FEN, if it can be judged."""

import chess

_NOT_TO_BE_JUDGED = {
    chess.STATUS_NO_WHITE_KING: "White has no king",
    chess.STATUS_NO_BLACK_KING: "Black has no king",
    chess.STATUS_TOO_MANY_KINGS: "a side has several kings",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on a back rank",
    chess.STATUS_OPPOSITE_CHECK: "the side that is not to move is in check",
}


class PositionError(ValueError):
    """A text is not a FEN, or its position cannot be judged; says why in one sentence."""


def position(fen: str) -> chess.Board:
    """The board of a FEN; castling rights may be those of Chess960, counters may be missing. Raises `PositionError`.

    What could never have arisen is judged all the same where moves can be made from it: nine pawns, say. Castling
    rights and en-passant squares that nothing on the board bears out are dropped.
    """
    try:
        board = chess.Board(fen)
    except ValueError as error:
        raise PositionError(f"this is not a FEN: {error}") from None
    board.promoted = chess.BB_EMPTY  # a king that a FEN marks as promoted would not count as a king
    status = board.status()
    for flag, why in _NOT_TO_BE_JUDGED.items():
        if status & flag:
            raise PositionError(f"this position cannot be judged: {why}")
    if status & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None  # otherwise there would be captures of nothing
    board.chess960 = board.has_chess960_castling_rights()
    board.castling_rights = board.clean_castling_rights()
    return board
