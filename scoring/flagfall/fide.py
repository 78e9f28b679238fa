"""Laws of Chess 6.9: a draw if no series of legal moves whatsoever lets the side with time left mate (RULES 10)."""

from collections.abc import Callable

import chess

from scoring.flagfall.verdict import Reason, Verdict
from scoring.flagfall.winnability import Winnability, winnability

Prove = Callable[[chess.Board, chess.Color], Winnability]
"""Whoever finds out whether a side can still win, or knows it already."""


def fide(board: chess.Board, side: chess.Color, prove: Prove = winnability) -> Verdict:
    """Draw if it is proved that `side`, which has time left, cannot mate; what is not proved drawn is won."""
    proof = prove(board, side)
    return Verdict("fide", side, proof.answer != "unwinnable", _reason(proof), proof.units, proof)


def _reason(found: Winnability) -> Reason:
    match found.proof:
        case "mate":
            return "mate_line" if found.witness else "mate_on_the_board"
        case "budget":
            return "undecided"
        case proof:
            return proof
