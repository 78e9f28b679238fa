"""A database of games as the opening explorer uses it: how games went on from each position, and how they ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import chess

from bot.lichess.simulator.model import Game


@dataclass(slots=True)
class Results:
    """How many games were won by White, drawn, and won by Black."""

    white: int = 0
    draws: int = 0
    black: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.white + self.draws + self.black

    def count(self, winner: chess.Color | None, times: int) -> None:
        """Count games with the same winner; None: drawn."""
        if winner is None:
            self.draws += times
        elif winner == chess.WHITE:
            self.white += times
        else:
            self.black += times


class OpeningTable:
    """Positions, compared by `Board.epd()`; games that end in one do not go on from it.

    `plies` is how much of each game counts; None: all of it.
    """

    def __init__(self, plies: int | None = None) -> None:
        self._plies = plies
        self._moves: dict[str, dict[chess.Move, Results]] = {}
        self._taken: set[str] = set()

    def add(self, moves: Sequence[chess.Move], winner: chess.Color | None = None, times: int = 1) -> None:
        """Add games with the same legal moves from the normal start."""
        board = chess.Board()
        for move in moves[: self._plies]:
            self._moves.setdefault(board.epd(), {}).setdefault(move, Results()).count(winner, times)
            board.push(move)

    def add_line(self, text: str, winner: chess.Color | None = None, times: int = 1) -> None:
        """Add games with the same moves, in SAN or UCI separated by blanks; ValueError if one is impossible."""
        board = chess.Board()
        for word in text.split():
            board.push_san(word)
        self.add(board.move_stack, winner, times)

    def take_finished(self, games: Iterable[Game], now_ms: int) -> None:
        """Add the rated games of standard chess that are finished by now, each of them once."""
        for game in games:
            state = game.state_at(now_ms)
            if game.id in self._taken or not (game.rated and game.variant == "standard" and state.status.finished):
                continue
            self._taken.add(game.id)
            self.add([chess.Move.from_uci(position.uci) for position in state.positions[1:]], state.winner)

    def moves(self, board: chess.Board) -> list[tuple[chess.Move, Results]]:
        """How games went on from a position, the most common move first."""
        found = self._moves.get(board.epd(), {}).items()
        return sorted(found, key=lambda item: (-item[1].games, item[0].uci()))
