"""The decision: one way to prove it after the other, the cheap ones first."""

import chess

from scoring.amounts import FLAG_FALL_NODES
from scoring.flagfall.winnability.answer import Winnability
from scoring.flagfall.winnability.material import cannot_mate


def winnability(board: chess.Board, winner: chess.Color, nodes: int = FLAG_FALL_NODES) -> Winnability:
    """Decide whether `winner` can still mate by any series of legal moves from a position, whoever is to move.

    `nodes` limits the positions whose legal moves are looked at; what is not proved within them is undecided.
    The board is left as it is. The 50- and 75-move rules and repetitions play no part (RULES 10).
    """
    if not any(board.generate_legal_moves()):
        if board.turn != winner and board.is_check():
            return Winnability(winner, "winnable", "mate", 1, (), board.checkers_mask())
        return Winnability(winner, "unwinnable", "game_over", 1, None, board.occupied)
    material = cannot_mate(board, winner)
    if material:
        return Winnability(winner, "unwinnable", material, 1, None, board.occupied_co[winner])
    return Winnability(winner, "undecided", "budget", nodes)
