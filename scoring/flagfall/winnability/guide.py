"""What the guides of a search have in common: estimates of how far a mate of Black in a corner is."""

from collections.abc import Iterable
from typing import Protocol

import chess

from scoring.flagfall.winnability.attacks import attacked_by_white
from scoring.flagfall.winnability.position import Position

Estimate = tuple[float, int, float, chess.Move]
"""How far a mate seems to be after a move; the number of the move; what is ahead without the squares around Black's
king, which the next estimates go on from; the move."""

MATE = -1000.0
"""The estimate of a move that looks like mate."""

CORNERS = (chess.A1, chess.H1, chess.A8, chess.H8)
DISTANCE = [[chess.square_distance(source, target) for target in chess.SQUARES] for source in chess.SQUARES]
"""How many steps a king needs from a square to another."""


class Guide(Protocol):
    """Whoever estimates how far a mate is, and orders moves by it."""

    step: float
    """What every move costs."""
    spread: float
    """What it costs more to take the second of the moves; the costs grow with the logarithm of the rank."""

    def start(self, position: Position) -> float:
        """What is ahead at the first position."""

    def order(self, position: Position, moves: Iterable[chess.Move], ahead: float, /) -> list[Estimate]:
        """The legal moves of a position, the most promising first."""


def kings_of(position: Position) -> tuple[chess.Square, chess.Square]:
    """Where White's and Black's king stand."""
    return (position.kings & position.white).bit_length() - 1, (position.kings & position.black).bit_length() - 1


def open_squares(position: Position, attacked: chess.Bitboard) -> chess.Bitboard:
    """The squares around Black's king that he could step to."""
    king = position.kings & position.black
    return chess.BB_KING_ATTACKS[king.bit_length() - 1] & ~position.black & ~attacked


def looks_like_mate(position: Position) -> bool:
    """Whether Black's king is attacked and has no square to step to; captures and blocks are not looked at."""
    king = position.kings & position.black
    attacked = attacked_by_white(position, (position.white | position.black) & ~king)
    return bool(attacked & king) and not open_squares(position, attacked)
