"""What a flag fall means (RULES 10): the policies, each a small function that says why."""

from collections.abc import Callable

import chess

from scoring.flagfall.chessmail import chessmail
from scoring.flagfall.lichess import lichess
from scoring.flagfall.verdict import Verdict
from scoring.options import Rules

__all__ = ["POLICIES", "Verdict", "flag_verdict"]

POLICIES: dict[str, Callable[[chess.Board, chess.Color], Verdict]] = {"chessmail": chessmail, "lichess": lichess}


def flag_verdict(board: chess.Board, flagged: chess.Color, rules: Rules) -> Verdict:
    """What it means if a side's flag falls in this position, under the policy of the rules.

    Under "server" it is what Lichess would decide: the server itself has not spoken yet.
    """
    policy = POLICIES["lichess" if rules.flag_fall == "server" else rules.flag_fall]
    return policy(board, not flagged)
