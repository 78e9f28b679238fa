"""Results shown by the kings: both on light squares of the centre, both on dark ones, or one on each."""

from typing import Final

import chess

from bot.boards.placement import Placement
from scoring import Outcome

CENTRE: Final = (chess.D4, chess.E4, chess.D5, chess.E5)
"""Kings are put there to show a result."""
_OUTCOMES: Final[dict[int, Outcome]] = {2: "white_wins", 1: "draw", 0: "black_wins"}
"""By how many kings stand on light squares."""


def shown_result(seen: Placement) -> Outcome | None:
    """The result that two kings in the centre show; in a game they never stand so, for they stand side by side."""
    kings = [square for square in CENTRE if seen[square] in "kK"]
    if len(kings) != 2 or seen.count("K") != 1 or seen.count("k") != 1:
        return None
    return _OUTCOMES[sum(bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES) for square in kings)]


def is_part_of_result(board: chess.Board, move: chess.Move, seen: Placement) -> bool:
    """Whether the last move of a game only brought a king to where it shows the result.

    Args:
        board: The board before the move.
        move: The move.
        seen: What stands on the board when the kings show the result.
    """
    king = chess.Piece(chess.KING, board.turn)
    return board.piece_at(move.from_square) == king and seen[move.to_square] == king.symbol()
