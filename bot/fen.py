"""The board of a FEN, and whether anything can be played from it."""

import chess

_NOTHING_TO_PLAY = {
    chess.STATUS_NO_WHITE_KING: "White has no king",
    chess.STATUS_NO_BLACK_KING: "Black has no king",
    chess.STATUS_TOO_MANY_KINGS: "a side has several kings",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on a back rank",
    chess.STATUS_OPPOSITE_CHECK: "the side that is not to move is in check",
}


def board_of(fen: str) -> chess.Board:
    """The board of a FEN; castling rights may be those of Chess960, counters may be missing.

    Castling rights and en-passant squares that nothing on the board bears out are dropped. Raises ValueError if the
    text is not a FEN.
    """
    board = chess.Board(fen)
    board.promoted = chess.BB_EMPTY  # a king that a FEN marks as promoted would not count as a king
    if board.status() & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None  # otherwise there would be captures of nothing
    board.chess960 = board.has_chess960_castling_rights()
    board.castling_rights = board.clean_castling_rights()
    return board


def nothing_to_play(board: chess.Board) -> str | None:
    """Why nothing can be played from a position, if that is so.

    What could never have arisen passes where moves can be made from it: nine pawns, say.
    """
    status = board.status()
    return next((why for flag, why in _NOTHING_TO_PLAY.items() if status & flag), None)
