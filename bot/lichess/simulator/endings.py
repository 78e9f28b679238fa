"""How a position ends a game without anybody's doing."""

from __future__ import annotations

from typing import Final

import chess

from bot.lichess.simulator import statuses
from bot.lichess.simulator.statuses import Status

_MAX_PLIES: Final = 600


def ending(board: chess.Board, *, offered: bool, plies: int) -> tuple[Status, chess.Color | None] | None:
    """How Lichess ends the game by itself after a move, and the winner; None: it goes on.

    Args:
        board: The position, with the moves that led to it.
        offered: Whether a draw offer stands: then a threefold repetition ends the game.
        plies: How many moves of both sides were made.
    """
    if board.is_variant_end():
        if board.is_variant_draw():
            return statuses.VARIANT_END, None
        return statuses.VARIANT_END, board.turn if board.is_variant_win() else not board.turn
    if board.is_checkmate():
        return statuses.MATE, not board.turn
    if board.is_stalemate():
        return statuses.STALEMATE, None
    drawn = (
        board.is_insufficient_material()
        or board.halfmove_clock >= 100
        or board.is_repetition(5)
        or (offered and board.is_repetition(3))
        or plies > _MAX_PLIES
    )
    return (statuses.DRAW, None) if drawn else None
