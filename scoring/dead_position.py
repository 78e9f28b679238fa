"""The dead position by proof: neither side can mate by any series of legal moves (RULES 10, under "fide")."""

import chess

from scoring.facts import Game
from scoring.flagfall import Prove


def is_dead(board: chess.Board, prove: Prove) -> bool:
    """Whether it is proved of both sides that they cannot mate; a game that is over on the board is not dead."""
    if not any(board.generate_legal_moves()):
        return False
    return all(prove(board, side).answer == "unwinnable" for side in (board.turn, not board.turn))


def note_dead_position(game: Game, prove: Prove) -> None:
    """End a game at the first position that is proved dead, if there is one.

    A dead position stays dead, so it is looked for from the end backwards, which for nearly every game means one
    position only.
    """
    board = game.board.copy()
    if board.move_stack and not any(board.generate_legal_moves()):
        board.pop()
    while is_dead(board, prove):
        game.end_dead(len(board.move_stack))
        if not board.move_stack:
            break
        board.pop()
