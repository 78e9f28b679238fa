"""A game on TV: what came before, and then one position after the other."""

from dataclasses import replace

import chess

from bot.lichess.bridge import bridge
from bot.lichess.positions import Positions
from bot.updates import Clocks, GameUpdate


class TvGame:
    """One game on show; `update` is what is known of it."""

    def __init__(self, before: GameUpdate) -> None:
        """Take the game as it was fetched; that may be ahead of the feed already."""
        self.update = replace(before, plies_behind=0)
        self._positions = Positions(before.info.start, before.moves)
        self._positions.rewind()

    @property
    def id(self) -> str:
        """The game's id."""
        return self.update.id

    def show(self, fen: str, last_move: str | None = None, clocks: Clocks | None = None) -> bool:
        """Take the next position; False if the moves that lead to it cannot be told, and the game must be fetched."""
        known = self._positions.moves
        if not self._take(fen, last_move, known):
            return False
        if self._positions.at_end:
            self.update = replace(self.update, moves=self._positions.moves, clocks=clocks or self.update.clocks)
        return True

    def _take(self, fen: str, last_move: str | None, known: tuple[chess.Move, ...]) -> bool:
        """Add the position, with the moves of lines that were lost, or that the record was late."""
        try:
            target = chess.Board(fen, chess960=self.update.info.start.chess960)
        except ValueError:
            return False
        start = self.update.info.start
        leap = target.ply() - start.ply() - len(known) > 1
        if leap and (lost := bridge(_played(start, known), target, last_move)):
            self._positions = Positions(start, (*known, *lost))
            return True
        if self._positions.add(fen, last_move) is None:
            return False
        # A position after a leap may have been there before: it is no takeback. Or the move number is wrong.
        return not leap or len(self._positions.moves) > len(known)


def _played(start: chess.Board, moves: tuple[chess.Move, ...]) -> chess.Board:
    board = start.copy(stack=False)
    for move in moves:
        board.push(move)
    return board
