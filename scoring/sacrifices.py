"""Deficits and the sacrifices they make (RULES 4): what a side is short of, since when and for how long."""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
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
    """All sacrifices in the order in which they began, White's first, void and ended ones included."""
    stretches = _stretches(played)
    sides = (_of_side(side, played, stretches, one_pawn_at_a_time) for side in (chess.WHITE, chess.BLACK))
    return sorted((sacrifice for side in sides for sacrifice in side), key=lambda sacrifice: sacrifice.start)


def _of_side(
    side: chess.Color, played: Played, stretches: list[tuple[int, int]], one_pawn_at_a_time: bool
) -> list[Sacrifice]:
    begun: list[Sacrifice] = []
    running: list[Sacrifice] = []
    at_start = played.facts[0].material.balance
    for first, last in stretches:
        items = _items(side, played.facts[first].material.balance, at_start, one_pawn_at_a_time)
        if items or running:
            running = [sacrifice for sacrifice in running if sacrifice.runs_at(first - 1)]
            missing = _match(running, items, last)
            if missing:
                new = _start(side, missing, first, last, promotion=played.facts[first].promoted)
                begun += new
                running += new
    return begun


def _stretches(played: Played) -> list[tuple[int, int]]:
    """First and last ply of every stretch with the same material, from ply 1: within one nothing new can happen."""
    facts = played.facts
    changes = [ply for ply in played.events if facts[ply].captured or facts[ply].promoted]
    return [(first, after - 1) for first, after in pairwise([*changes, played.last_ply + 1])]


@cache
def _items(
    side: chess.Color,
    balance: tuple[int, int, int, int],
    at_start: tuple[int, int, int, int],
    one_pawn_at_a_time: bool,
) -> tuple[Item, ...]:
    """What a side is short of, item by item; nothing when it is not behind in value."""
    sign = 1 if side == chess.WHITE else -1
    pawns, minors, rooks, queens = (sign * (now - then) for now, then in zip(balance, at_start, strict=True))
    value = PAWN_VALUE * pawns + MINOR_VALUE * minors + ROOK_VALUE * rooks + QUEEN_VALUE * queens
    if value >= 0:
        return ()
    pieces = _decompose((minors, rooks, queens))
    if pieces is None:
        return ()
    short = max(0, -pawns)
    return pieces + (PAWN,) * (min(short, 1) if one_pawn_at_a_time else short)


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


def _match(running: list[Sacrifice], items: tuple[Item, ...], seen: int) -> list[Item]:
    """Match items to running sacrifices, oldest first and counting ones before void ones; what is left is new."""
    missing = list(items)
    for sacrifice in sorted(running, key=lambda sacrifice: (sacrifice.start, sacrifice.void)):
        if sacrifice.item in missing:
            missing.remove(sacrifice.item)
            sacrifice.seen = seen
    return missing


def _start(side: chess.Color, missing: list[Item], first: int, last: int, *, promotion: bool) -> list[Sacrifice]:
    """Begin a sacrifice for every new item. A ply takes one unit, so only the dearest counts, and a promotion none."""
    counts = max(range(len(missing)), key=lambda index: (missing[index].rate, -ITEMS.index(missing[index])))
    return [
        Sacrifice(side, item, start=first, seen=last, void=promotion or index != counts)
        for index, item in enumerate(missing)
    ]
