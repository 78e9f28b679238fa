"""The decision: one way to prove it after the other, the cheap ones first."""

import chess

from scoring.amounts import FLAG_FALL_NODES
from scoring.flagfall.winnability.answer import Answer, Proof, Winnability
from scoring.flagfall.winnability.corner import CornerMate
from scoring.flagfall.winnability.hunt import Hunt
from scoring.flagfall.winnability.material import cannot_mate
from scoring.flagfall.winnability.position import position_of
from scoring.flagfall.winnability.search import Search
from scoring.flagfall.winnability.walls import is_walled_in


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
    answer, proof, search = _decide(board.copy(stack=False) if winner == chess.WHITE else board.mirror(), nodes)
    if answer != "winnable":
        return Winnability(winner, answer, proof, search.nodes if search else 1)
    line = tuple(search.line if winner == chess.WHITE else map(_mirrored, search.line))
    return Winnability(winner, "winnable", "mate", search.nodes, line)


def _decide(board: chess.Board, nodes: int) -> tuple[Answer, Proof, Search]:
    """Decide whether White can mate; the board is used up."""
    walled_in_first = _walls(board)
    if walled_in_first and is_walled_in(board):
        return "unwinnable", "walled_in", None
    position = position_of(board)
    majors_and_pawns = (position.queens | position.rooks | position.pawns) & position.white
    start = board.copy(stack=False)
    search = Search(board, Hunt(position) if majors_and_pawns else CornerMate(position), _hopeless)
    found = search.run(min(nodes, FIRST_NODES))
    if found == "more":
        if not walled_in_first and is_walled_in(start):
            return "unwinnable", "walled_in", search
        search.hopeless = lambda board: _cannot_mate(board) or (PRUNE(board) and is_walled_in(board))
        found = search.run(nodes)
    if found == "more":
        return "undecided", "budget", search
    return ("unwinnable", "nothing_mates", search) if found == "no_mate" else ("winnable", "mate", search)

FIRST_NODES=60
PRUNE=lambda b: not (b.queens|b.rooks|b.knights)&b.occupied_co[True]
def _hopeless(board):
    return _cannot_mate(board) or (_walls(board) and is_walled_in(board))
def _walls(board):
    white = board.occupied_co[chess.WHITE]
    facing = (board.pawns & white) << 8 & board.pawns & board.occupied_co[chess.BLACK]
    return facing.bit_count() >= 3 and not (board.queens | board.rooks | board.knights) & white


def _cannot_mate(board: chess.Board):
    return cannot_mate(board, chess.WHITE)


def _mirrored(move: chess.Move) -> chess.Move:
    return chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)
