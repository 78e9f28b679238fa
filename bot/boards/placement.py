"""What stands on a physical board, and nothing else: no side to move, no rights, perhaps no king."""

import re
from typing import Final, NewType

import chess

Placement = NewType("Placement", str)
"""64 characters, from a1, b1 … to h8: the letter of the piece as in a FEN, or a dot."""

EMPTY: Final = "."
_RANK: Final = re.compile(r"[prnbqkPRNBQK1-8]{1,8}")


class PlacementError(ValueError):
    """A text does not say what stands on the 64 squares; says why in one sentence."""


def read_placement(fen_board: str) -> Placement:
    """What the board part of a FEN says; what follows a blank (a whole FEN) is ignored.

    Args:
        fen_board: The ranks from 8 to 1, as in a FEN.

    Raises:
        PlacementError: The text is something else.
    """
    ranks = fen_board[:100].strip().partition(" ")[0].split("/")
    if len(ranks) != 8:
        raise PlacementError(f"a board has 8 ranks, this text has {len(ranks)}")
    return Placement("".join(_rank(text) for text in reversed(ranks)))


def placement_of(board: chess.BaseBoard) -> Placement:
    """What stands on a board."""
    squares = [EMPTY] * 64
    for square, piece in board.piece_map().items():
        squares[square] = piece.symbol()
    return Placement("".join(squares))


def changed(placement: Placement, squares: dict[chess.Square, str]) -> Placement:
    """The placement with other contents on some squares."""
    contents = list(placement)
    for square, content in squares.items():
        contents[square] = content
    return Placement("".join(contents))


def turned(placement: Placement) -> Placement:
    """The placement seen from the other side: a1 is h8."""
    return Placement(placement[::-1])


def differing(one: Placement, other: Placement) -> tuple[chess.Square, ...]:
    """The squares on which two placements differ."""
    if one == other:
        return ()
    return tuple(square for square in chess.SQUARES if one[square] != other[square])


def _rank(text: str) -> str:
    squares = "".join(EMPTY * int(sign) if sign.isdigit() else sign for sign in text) if _RANK.fullmatch(text) else ""
    if len(squares) != 8:
        raise PlacementError("a rank of a board has 8 squares, each empty or with one of the pieces PRNBQKprnbqk")
    return squares


START: Final = placement_of(chess.Board())
"""What stands on a board where a game begins."""
