"""The positions of a game, ply by ply, so that a viewer can go back in it.

They come from a state and from nothing else: who is told a game later than it is played gets no position earlier.
"""

from functools import lru_cache

import chess
import msgspec

from overlay.state import GameState


class Position(msgspec.Struct, frozen=True):
    """One position, and the move that led to it in UCI, null at the start."""

    fen: str
    last_move: str | None


def positions_of(state: GameState) -> tuple[Position, ...]:
    """The position of every ply from 0 to the last; only the start while no moves are known."""
    return _replayed(state.start_fen, state.chess960, state.moves)


@lru_cache(maxsize=256)
def _replayed(start_fen: str, chess960: bool, moves: tuple[str, ...]) -> tuple[Position, ...]:
    """Many viewers of a game ask for the same."""
    board = chess.Board(start_fen, chess960=chess960)
    found = [Position(board.fen(), None)]
    for san in moves:
        move = board.push_san(san)
        found.append(Position(board.fen(), move.uci()))
    return tuple(found)
