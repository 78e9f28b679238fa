"""What Lichess' own server decides from the material of both sides (RULES 10)."""

import chess

from scoring.flagfall.verdict import Reason, Verdict


def lichess(board: chess.Board, side: chess.Color) -> Verdict:
    """Draw if `side`, which has time left, has insufficient material; python-chess knows the same rule."""
    wins = not board.has_insufficient_material(side)
    return Verdict("lichess", side, wins, "can_mate" if wins else _why(board, side), board.occupied_co[side])


def _why(board: chess.Board, side: chess.Color) -> Reason:
    units = board.occupied_co[side]
    if units & board.knights:
        return "knight_cannot_mate"
    return "no_mate_with_bishops" if units & board.bishops else "bare_king"
