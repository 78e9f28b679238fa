"""A game on TV: what came before, and then one position after the other."""

from dataclasses import replace

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
        """Take the next position; False if the moves that lead to it cannot be told."""
        if self._positions.add(fen, last_move) is None and not self._bridge(fen, last_move):
            return False
        if self._positions.at_end:
            self.update = replace(self.update, moves=self._positions.moves, clocks=clocks or self.update.clocks)
        return True

    def _bridge(self, fen: str, last_move: str | None) -> bool:
        """Find the moves of lines that were lost, or that the record was late."""
        start, moves = self.update.info.start, self._positions.moves
        board = start.copy(stack=False)
        for move in moves:
            board.push(move)
        lost = bridge(board, fen, last_move)
        if lost is None:
            return False
        self._positions = Positions(start, (*moves, *lost))
        return True
