"""Whatever the server reports (RULES 10): before it has spoken, what Lichess' own server would decide."""

import chess

from scoring.flagfall.lichess import lichess
from scoring.flagfall.verdict import Verdict


def server(board: chess.Board, side: chess.Color) -> Verdict:
    """What the server will decide, as far as its rule is known."""
    return lichess(board, side)._replace(policy="server")
