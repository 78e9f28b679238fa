"""What a flag fall means (RULES 10): the policies, each a small function that says why."""

from collections.abc import Callable

import chess

from scoring.flagfall.chessmail import chessmail
from scoring.flagfall.fide import Prove, fide
from scoring.flagfall.lichess import lichess
from scoring.flagfall.proofs import Proofs
from scoring.flagfall.server import server
from scoring.flagfall.verdict import Policy, Reason, Verdict
from scoring.flagfall.winnability import Winnability, seen_at_once, winnability
from scoring.options import Rules

__all__ = [
    "POLICIES",
    "Policy",
    "Proofs",
    "Prove",
    "Reason",
    "Verdict",
    "Winnability",
    "flag_verdict",
    "seen_at_once",
    "winnability",
]

POLICIES: dict[str, Callable[[chess.Board, chess.Color], Verdict]] = {
    "chessmail": chessmail,
    "fide": fide,
    "lichess": lichess,
    "server": server,
}


def flag_verdict(board: chess.Board, flagged: chess.Color, rules: Rules, prove: Prove | None = None) -> Verdict:
    """What it means if a side's flag falls in this position, under the policy of the rules.

    Under "server" it is what Lichess would decide: the server itself has not spoken yet. `prove` is asked under "fide"
    only; by default it is found out here, which may take seconds.
    """
    if rules.flag_fall == "fide":
        return fide(board, not flagged, prove or Proofs(rules))
    return POLICIES[rules.flag_fall](board, not flagged)
