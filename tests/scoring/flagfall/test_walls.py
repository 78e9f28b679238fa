"""Blocked positions: the decision is what all the positions tell that can be reached from them."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import chess
import pytest

from tests.scoring.flagfall.comparing import compared
from tests.scoring.flagfall.reachable import can_mate

MOST = 1_500
TRIES = 40

POSITIONS = [
    ("7K/5k1P/8/8/8/8/8/8 w - - 0 1", False),
    ("8/8/8/8/8/6p1/5kPp/7K w - - 0 1", False),
    ("7k/6pP/6P1/5K2/8/8/8/8 w - - 0 1", False),
    ("7k/5K1p/7P/8/8/8/8/8 b - - 0 1", False),
    ("K1k5/P7/8/8/8/8/8/8 w - - 0 1", False),
    ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", False),
    ("8/2k5/1p1p1p1p/pPpPpPpP/P1P1P1PK/8/8/8 w - - 0 1", False),
    ("8/1K6/8/pkp1p1p1/PpPpPpPp/1P1P1P1P/8/8 b - - 0 1", True),
    ("1K5k/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/8 b - - 0 1", True),
    ("8/8/8/8/8/6b1/4B2p/5K1k b - - 0 1", True),
]


@pytest.mark.parametrize(("fen", "winnable"), POSITIONS)
def test_chosen_positions(fen: str, winnable: bool) -> None:
    board = chess.Board(fen)
    assert can_mate(board, 3_000) is winnable
    comparison = compared([(board, winnable)])
    assert comparison.wrong + comparison.undecided == []


def test_random_walls() -> None:
    known = [(board, can_mate(board, MOST)) for board in walls(Random(3))]
    settled = [(board, winnable) for board, winnable in known if winnable is not None]
    comparison = compared(settled)
    assert comparison.wrong + comparison.undecided == []
    counts = Counter(winnable for _, winnable in settled)
    assert counts[False] >= 10


def walls(random: Random) -> Iterator[chess.Board]:
    """Legal positions with a wall of pawns across the board: some with a gap, some with a black piece."""
    for _ in range(TRIES):
        board = chess.Board(None)
        low, gap = random.randint(1, 3), random.choice((*range(8), *[None] * 24))
        for file in range(8):
            rank = low + (file + low) % 2
            if file != gap:
                board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, chess.WHITE))
                board.set_piece_at(chess.square(file, rank + 1), chess.Piece(chess.PAWN, chess.BLACK))
        below = [square for square in chess.SQUARES if chess.square_rank(square) < low]
        above = [square for square in chess.SQUARES if chess.square_rank(square) > low + 2]
        black = "k" + random.choice(("", "", "n", "b"))
        board.set_piece_at(random.choice(below), chess.Piece(chess.KING, chess.WHITE))
        for square, man in zip(random.sample(above, len(black)), black, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = random.random() < 0.5
        if board.is_valid():
            yield board
