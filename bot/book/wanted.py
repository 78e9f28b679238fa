"""Positions that are to be asked for: those of the best games first."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import chess

MOST_WANTED = 5_000
"""Beyond that, what would come last is given up; a game never waits for more than one position."""


@dataclass(slots=True)
class Wanted:
    """A position to be asked for, and how to come to it from the normal start."""

    epd: str
    moves: Sequence[chess.Move]
    rank: int
    order: int
    tries: int = 0

    @property
    def place(self) -> tuple[int, int, int]:
        """Its place among all, the lowest first: what was asked for in vain does not keep others waiting."""
        return self.tries, self.rank, self.order


class WantedPositions:
    """Each position once, with the rank of the best game that waits for it."""

    def __init__(self) -> None:
        """Begin without any."""
        self._wanted: dict[str, Wanted] = {}
        self._order = 0
        self._more = asyncio.Event()

    def __len__(self) -> int:
        return len(self._wanted)

    @property
    def epds(self) -> list[str]:
        """All of them."""
        return list(self._wanted)

    def add(self, board: chess.Board, rank: int) -> None:
        """Want a position for a game of this rank; the lowest is the best."""
        epd = board.epd()
        if (known := self._wanted.get(epd)) is not None:
            known.rank = min(known.rank, rank)
            return
        self._order += 1
        self._wanted[epd] = Wanted(epd, tuple(board.move_stack), rank, self._order)
        if len(self._wanted) > MOST_WANTED:
            del self._wanted[max(self._wanted.values(), key=lambda wanted: wanted.place).epd]
        self._more.set()

    def done(self, epd: str) -> None:
        """Want a position no more."""
        self._wanted.pop(epd, None)

    async def next(self) -> Wanted:
        """The first one, as soon as there is one. It stays among them until it is `done`."""
        while not self._wanted:
            self._more.clear()
            await self._more.wait()
        first = min(self._wanted.values(), key=lambda wanted: wanted.place)
        first.tries += 1
        return first
