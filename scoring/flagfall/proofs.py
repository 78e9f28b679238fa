"""Proofs under "fide", each found once."""

import chess

from scoring.flagfall.winnability import Winnability, winnability
from scoring.options import Rules


class Proofs:
    """Finds out whether a side can still win a position, with the nodes that the rules allow, and remembers it."""

    def __init__(self, rules: Rules) -> None:
        """Begin without any."""
        self._nodes = rules.flag_fall_nodes
        self._known: dict[tuple[str, chess.Color], Winnability] = {}

    def __call__(self, board: chess.Board, winner: chess.Color) -> Winnability:
        """The proof for one side, which may take seconds."""
        key = (board.epd(), winner)
        if key not in self._known:
            self._known[key] = winnability(board, winner, self._nodes)
        return self._known[key]
