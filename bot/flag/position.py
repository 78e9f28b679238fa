"""The position of a FEN, if it can be judged."""

import chess

from bot.fen import board_of, nothing_to_play


class PositionError(ValueError):
    """A text is not a FEN, or its position cannot be judged; says why in one sentence."""


def position(fen: str) -> chess.Board:
    """The board of a FEN. Raises `PositionError`."""
    try:
        board = board_of(fen)
    except ValueError as error:
        raise PositionError(f"this is not a FEN: {error}") from None
    why = nothing_to_play(board)
    if why:
        raise PositionError(f"this position cannot be judged: {why}")
    return board
