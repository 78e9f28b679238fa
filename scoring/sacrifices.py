"""Deficits and the sacrifices they make (RULES 4): what a side is short of, since when and for how long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import chess

from scoring.amounts import (
    MINOR_VALUE,
    PAWN_VALUE,
    QUEEN_VALUE,
    ROOK_VALUE,
    SACRIFICE_COUNTED_MOVES,
    SACRIFICE_FREE_MOVES,
    SACRIFICE_GRACE_PLIES,
)
from scoring.facts import Played


class Item(NamedTuple):
    """One row of the table of sacrifices: what is missing and what it earns a move, in hundredths."""

    name: str
    pieces: tuple[int, int, int]
    """Minors, rooks and queens won (+) and lost (-)."""
    rate: int


ITEMS = (
    Item("minor", (-1, 0, 0), 2),
    Item("rook", (0, -1, 0), 4),
    Item("queen", (0, 0, -1), 5),
    Item("exchange", (+1, -1, 0), 1),
    Item("queen_for_rook", (0, +1, -1), 4),
    Item("queen_for_minor", (+1, 0, -1), 4),
    Item("queen_for_two_minors", (+2, 0, -1), 2),
    Item("two_minors_for_rook", (-2, +1, 0), 1),
    Item("pawn", (0, 0, 0), 2),
)
PAWN = ITEMS[-1]
PIECE_ITEMS = ITEMS[:-1]

_AGE = attrgetter("start", "void")


@dataclass(slots=True)
class Sacrifice:
    """An item a side is short of, from the ply `start` to the ply at which it was last `seen`."""

    side: chess.Color
    item: Item
    start: int
    seen: int
    void: bool

    @property
    def length(self) -> int:
        """How long it has lasted, in full moves."""
        return (self.seen - self.start) // 2

    @property
    def credit(self) -> int:
        """What it earns its side, in hundredths."""
        if self.void:
            return 0
        return self.item.rate * max(0, min(self.length, SACRIFICE_COUNTED_MOVES) - SACRIFICE_FREE_MOVES)

    def runs_at(self, ply: int) -> bool:
        """Whether it has not ended after a ply; a recapture under way does not end one."""
        return ply - self.seen <= SACRIFICE_GRACE_PLIES


def find_sacrifices(played: Played, *, one_pawn_at_a_time: bool) -> list[Sacrifice]:
    """All sacrifices in the order in which they began, void and ended ones included."""
    facts = played.facts
    at_start = facts[0].material.counts
    begun: list[Sacrifice] = []
    for first, last in _stretches(played):
        side, items = _shortage(facts[first].material.counts, at_start, one_pawn_at_a_time)
        if items:
            running = [sacrifice for sacrifice in begun if sacrifice.side == side and sacrifice.runs_at(first - 1)]
            missing = _match(running, items, last) if running else items
            if missing:
                begun += _start(side, missing, first, last, promotion=facts[first].promoted)
    return begun


def _stretches(played: Played) -> Iterator[tuple[int, int]]:
    """First and last ply of every stretch with the same material, from ply 1: within one nothing new can happen."""
    facts = played.facts
    changes = [ply for ply in played.events if facts[ply].captured or facts[ply].promoted]
    return ((first, after - 1) for first, after in pairwise([*changes, played.last_ply + 1]))


@cache
def _shortage(
    counts: tuple[int, ...], at_start: tuple[int, ...], one_pawn_at_a_time: bool
) -> tuple[chess.Color, tuple[Item, ...]]:
    """The side that is behind in value, and what it is short of, item by item (there may be no such items)."""
    changes = [now - then for now, then in zip(counts, at_start, strict=True)]
    ahead = [white - black for white, black in zip(changes[:4], changes[4:], strict=True)]
    value = sum(
        amount * each for amount, each in zip(ahead, (PAWN_VALUE, MINOR_VALUE, ROOK_VALUE, QUEEN_VALUE), strict=True)
    )
    side, sign = (chess.WHITE, 1) if value < 0 else (chess.BLACK, -1)
    pawns, minors, rooks, queens = (sign * amount for amount in ahead)
    pieces = _decompose((minors, rooks, queens))
    if value == 0 or pieces is None:
        return side, ()
    short = max(0, -pawns)
    return side, pieces + (PAWN,) * (min(short, 1) if one_pawn_at_a_time else short)


@cache
def _decompose(vector: tuple[int, int, int], first_row: int = 0) -> tuple[Item, ...] | None:
    """The sum of table rows that makes a piece vector: fewest items, then smallest rate, then earliest rows.

    No class may be won by one item and lost by another, so every row moves each class only towards zero.
    None if there is no such sum.
    """
    if vector == (0, 0, 0):
        return ()
    sums: list[tuple[Item, ...]] = []
    for row, item in enumerate(PIECE_ITEMS[first_row:], first_row):
        if all(part == 0 or part * whole >= part * part for part, whole in zip(item.pieces, vector, strict=True)):
            minors, rooks, queens = (w - p for w, p in zip(vector, item.pieces, strict=True))
            rest = _decompose((minors, rooks, queens), row)
            if rest is not None:
                sums.append((item, *rest))
    return min(sums, key=_preference, default=None)


def _preference(items: tuple[Item, ...]) -> tuple[int, int, list[int]]:
    return len(items), sum(item.rate for item in items), [ITEMS.index(item) for item in items]


def _match(running: list[Sacrifice], items: Sequence[Item], seen: int) -> list[Item]:
    """Match items to running sacrifices, oldest first and counting ones before void ones; what is left is new."""
    missing = list(items)
    for sacrifice in sorted(running, key=_AGE) if len(running) > 1 else running:
        if sacrifice.item in missing:
            missing.remove(sacrifice.item)
            sacrifice.seen = seen
    return missing


def _start(side: chess.Color, missing: Sequence[Item], first: int, last: int, *, promotion: bool) -> list[Sacrifice]:
    """Begin a sacrifice for every new item. A ply takes one unit, so only the dearest counts, and a promotion none."""
    if len(missing) == 1:
        return [Sacrifice(side, missing[0], first, last, promotion)]
    counts = max(range(len(missing)), key=lambda index: (missing[index].rate, -ITEMS.index(missing[index])))
    return [Sacrifice(side, item, first, last, promotion or index != counts) for index, item in enumerate(missing)]
