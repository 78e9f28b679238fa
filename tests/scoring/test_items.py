"""The items of a deficit (RULES 4): a search through all sums takes every small piece vector apart in the same way."""

from itertools import combinations_with_replacement, product

import pytest

from scoring.sacrifices import ITEMS, _decompose

# As printed: minors, rooks, queens, and the rate a move.
TABLE = {
    "minor": ((-1, 0, 0), 2),
    "rook": ((0, -1, 0), 4),
    "queen": ((0, 0, -1), 5),
    "exchange": ((+1, -1, 0), 1),
    "queen_for_rook": ((0, +1, -1), 4),
    "queen_for_minor": ((+1, 0, -1), 4),
    "queen_for_two_minors": ((+2, 0, -1), 2),
    "two_minors_for_rook": ((-2, +1, 0), 1),
}
LARGEST = 6
Vector = tuple[int, ...]
VECTORS = [v for v in product(range(-LARGEST, LARGEST + 1), repeat=3) if sum(map(abs, v)) <= LARGEST]


def all_sums() -> dict[Vector, list[tuple[str, ...]]]:
    """For every vector all sums of table rows, of which no class is won by one item and lost by another."""
    sums: dict[Vector, list[tuple[str, ...]]] = {}
    for many in range(LARGEST + 1):
        for names in combinations_with_replacement(TABLE, many):
            classes = list(zip(*(TABLE[name][0] for name in names), strict=True)) or [(), (), ()]
            if not any(min(parts, default=0) < 0 < max(parts, default=0) for parts in classes):
                sums.setdefault(tuple(map(sum, classes)), []).append(names)
    return sums


def best(sums: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The fewest items, then the smallest total rate, then the earliest rows."""
    rows = list(TABLE)
    return min(sums, key=lambda names: (len(names), sum(TABLE[name][1] for name in names), [*map(rows.index, names)]))


def test_the_table_is_as_printed() -> None:
    assert {item.name: (item.pieces, item.rate) for item in ITEMS} == {**TABLE, "pawn": ((0, 0, 0), 2)}
    assert [item.name for item in ITEMS] == [*TABLE, "pawn"]


def test_small_vectors() -> None:
    sums = all_sums()
    for vector in VECTORS:
        items = _decompose((vector[0], vector[1], vector[2]))
        expected = best(sums[vector]) if vector in sums else None
        assert (None if items is None else tuple(item.name for item in items)) == expected, vector


@pytest.mark.parametrize(
    ("vector", "items"),
    [
        ((0, 0, 0), ()),
        ((-2, 0, 0), ("minor", "minor")),
        ((-2, 1, 0), ("two_minors_for_rook",)),
        ((-1, -1, 0), ("minor", "rook")),
        ((1, -1, -1), ("queen", "exchange")),  # 5 + 1, not 4 + 4
        ((2, -1, -1), ("exchange", "queen_for_minor")),  # 1 + 4, not 4 + 2
        ((2, -2, 0), ("exchange", "exchange")),
        ((-2, 1, -1), ("queen", "two_minors_for_rook")),  # two items, not three
        ((3, 0, -2), ("queen_for_minor", "queen_for_two_minors")),
        ((1, 0, 0), None),  # a minor won is no sum
        ((-1, 1, 0), None),
        ((3, 0, -1), None),
        ((0, 2, -1), None),
    ],
)
def test_vectors_by_hand(vector: tuple[int, int, int], items: tuple[str, ...] | None) -> None:
    found = _decompose(vector)
    assert (None if found is None else tuple(item.name for item in found)) == items
