"""What LiveChess tells of a board, read: the arrangement as White sees it, and the moves that led there."""

from collections.abc import Sequence

import chess

from bot.boards.livechess.wire import Position
from bot.boards.placement import START, Placement, placement_of, read_placement, turned

MAX_SANS = 1_000


def arrangement(position: Position, is_turned: bool | None) -> tuple[Placement, bool | None]:
    """What stands there as White sees it, and whether White sits where Black usually does, as far as that is known.

    The start position tells; before it has been seen (`is_turned` is None), LiveChess is believed. Raises
    `PlacementError`.
    """
    as_told = read_placement(position.placement)
    other_way = turned(as_told)
    if START in (as_told, other_way):
        return START, as_told != START
    return other_way if (position.flipped if is_turned is None else is_turned) else as_told, is_turned


def moves_to(placement: Placement, sans: Sequence[str]) -> tuple[chess.Move, ...] | None:
    """The moves from the start that LiveChess tells, if they are legal and lead to what stands on the board."""
    board = chess.Board()
    try:
        moves = tuple(board.push_san(san) for san in sans[:MAX_SANS])
    except ValueError:
        return None
    return moves if placement_of(board) == placement else None
