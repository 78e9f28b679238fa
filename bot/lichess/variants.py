"""Which of Lichess' variants are chess, and how their games begin."""

import chess

VARIANTS = frozenset({"standard", "chess960", "fromPosition"})
"""Variants that are chess; no other is scored."""


def start_position(variant: str, initial_fen: str | None) -> chess.Board:
    """The board that a game starts from; the usual one if it is not chess. Raises ValueError for a bad FEN."""
    if variant not in VARIANTS:
        return chess.Board()
    return chess.Board(initial_fen or chess.STARTING_FEN, chess960=variant == "chess960")
