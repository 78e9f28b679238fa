"""How an answer is proved: one example or two for each proof."""

import chess
import pytest

from scoring.flagfall.winnability import Proof, winnability

PROOFS: list[tuple[str, chess.Color, Proof]] = [
    ("5k1K/5n1P/8/8/8/8/8/8 w - - 0 1", chess.BLACK, "mate"),  # on the board
    ("7k/8/7K/2Bb4/8/8/8/8 b - - 0 1", chess.WHITE, "mate"),  # Bg8, Bd4
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess.WHITE, "game_over"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess.BLACK, "bare_king"),
    ("1K6/7q/4N3/8/8/8/k7/8 w - - 0 1", chess.WHITE, "knight_cannot_mate"),
    ("2K5/8/8/6B1/8/7k/1b6/8 w - - 0 1", chess.WHITE, "no_mate_with_bishops"),
    ("8/1P6/K1k5/r7/8/8/8/8 w - - 0 1", chess.BLACK, "forced"),  # the rook must be captured
    ("5k2/8/8/8/7R/6rK/7P/8 w - - 0 1", chess.BLACK, "every_line_ends"),  # each of two captures takes the last piece
    ("8/8/2p5/8/k1K5/8/1p6/R7 b - - 0 1", chess.WHITE, "every_line_ends"),
    ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", chess.WHITE, "walled_in"),
    ("8/6p1/5pPk/5P2/5Pp1/4K1P1/8/8 w - - 0 1", chess.WHITE, "nothing_mates"),
    ("2b2kb1/1p1p1p1b/1P1P1PpK/6P1/1P5p/7P/8/8 w - - 0 1", chess.WHITE, "nothing_mates"),
]


@pytest.mark.parametrize(("fen", "winner", "proof"), PROOFS)
def test_proof(fen: str, winner: chess.Color, proof: Proof) -> None:
    found = winnability(chess.Board(fen), winner)
    assert (found.answer, found.proof) == ("winnable" if proof == "mate" else "unwinnable", proof)
    assert (found.witness is not None) == (proof == "mate")


def test_a_capture_en_passant_is_what_opens_a_wall() -> None:
    wall = "8/5k2/1p2p1p1/1P1pP1P1/3P4/7K/8/8 w - {} 0 1"
    assert winnability(chess.Board(wall.format("d6")), chess.WHITE).answer == "winnable"
    assert winnability(chess.Board(wall.format("-")), chess.WHITE).proof == "walled_in"
