"""The moves of a game as people write them, and its position, without playing all of it again at each look."""

from collections.abc import Sequence

import chess

from bot.boards.placement import placement_of


class Played:
    """A game that is looked at again and again, and hardly changes between two looks.

    Attributes:
        sans: Its moves as people write them.
        placement: What stands on the board then.
    """

    def __init__(self) -> None:
        self.sans: list[str] = []
        self.placement = placement_of(chess.Board())
        self._board = chess.Board()
        self._moves: list[str] = []

    def follow(self, moves: Sequence[str]) -> None:
        """Have these moves, in UCI and legal from the start position on."""
        pairs = zip(moves, self._moves, strict=False)
        same = next((ply for ply, (one, other) in enumerate(pairs) if one != other), min(len(moves), len(self._moves)))
        if same == len(moves) == len(self._moves):
            return
        for _ in range(len(self._moves) - same):
            self._board.pop()
        del self._moves[same:], self.sans[same:]
        for move in moves[same:]:
            self.sans.append(self._board.san_and_push(chess.Move.from_uci(move)))
            self._moves.append(move)
        self.placement = placement_of(self._board)
