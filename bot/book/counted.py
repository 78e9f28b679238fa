"""What a database said of positions, as far as it was asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import chess

FRESH_MS = 30 * 24 * 60 * 60_000
"""After such a time an answer is asked for again; until that one comes, it goes on counting."""
MOST_POSITIONS = 20_000
"""How many positions are remembered, the latest ones: 30 MB at most."""


@dataclass(frozen=True, slots=True)
class CountedPosition:
    """How many games of a database went on from a position (as `Board.epd()`), and by which moves (UCI)."""

    database: str
    epd: str
    games: int
    moves: Mapping[str, int]
    at_ms: int


class Verdict(NamedTuple):
    """Whether a position is known, and how many plies before it the position is that is to be asked for.

    `known` is None while that is not to be told. `ask` is None if nothing is to be asked, 0 for the position itself.
    """

    known: bool | None
    ask: int | None = None


class CountedPositions:
    """Tells known positions from others: `min_games` games went on from them, or came to them by the last move.

    Both are needed for "unknown": games that ended in a position went on nowhere, and other games may have come to it
    by another order of moves. But one answer is enough for "known", often for two positions on end.
    """

    def __init__(self, min_games: int) -> None:
        """Take how many games make a position known."""
        self._min_games = min_games
        self._kept: dict[str, CountedPosition] = {}

    def take(self, positions: Iterable[CountedPosition]) -> None:
        """Remember answers, the older ones first."""
        for position in positions:
            self._kept.pop(position.epd, None)
            self._kept[position.epd] = position
            if len(self._kept) > MOST_POSITIONS:
                del self._kept[next(iter(self._kept))]

    def verdict(self, board: chess.Board, now_ms: int) -> Verdict:
        """What the answers so far say of a position."""

        def is_old(position: CountedPosition) -> bool:
            return now_ms - position.at_ms >= FRESH_MS

        own = self._kept.get(board.epd())
        if own and own.games >= self._min_games:
            return Verdict(True, 0 if is_old(own) else None)
        if not board.move_stack:
            return Verdict(None if own is None else False, 0 if own is None or is_old(own) else None)
        before, move = _one_ply_back(board)
        origin = self._kept.get(before)
        if origin and origin.moves.get(move, 0) >= self._min_games:
            return Verdict(True, 1 if is_old(origin) else None)
        if own is None or origin is None:
            return Verdict(None, 0 if own is None else 1)
        return Verdict(False, 0 if is_old(own) else 1 if is_old(origin) else None)


def _one_ply_back(board: chess.Board) -> tuple[str, str]:
    """The position before the last move, and that move."""
    before = board.copy(stack=1)
    move = before.pop()
    return before.epd(), move.uci()
