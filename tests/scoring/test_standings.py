"""Standings: by points, then by the classical score; equal players share a place."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import Total, ranked, standings

F = Fraction


def total(points: str, classical: str = "0", games: int = 1) -> Total:
    return Total(F(points), F(classical), games)


TABLES: dict[str, tuple[dict[str, Total], list[tuple[int, str]]]] = {
    "nobody": ({}, []),
    "points decide": ({"a": total("0.31"), "b": total("0.32")}, [(1, "b"), (2, "a")]),
    "then the classical score": ({"a": total("1", "0.5"), "b": total("1", "1")}, [(1, "b"), (2, "a")]),
    "the number of games does not": ({"b": total("1", "1", 2), "a": total("1", "1", 9)}, [(1, "a"), (1, "b")]),
    "equal players share a place": (
        {"d": total("0.1"), "c": total("0.5"), "b": total("0.5"), "a": total("0.9"), "e": total("0.1")},
        [(1, "a"), (2, "b"), (2, "c"), (4, "d"), (4, "e")],
    ),
    "three thirds are a whole one": ({"a": total("1"), "b": total(str(F(1, 3) * 3))}, [(1, "a"), (1, "b")]),
    "a difference that no figure shows": (
        {"a": total("0.3333"), "b": total(str(F(1, 3)))},
        [(1, "b"), (2, "a")],
    ),
    "who has not finished a game is last": ({"a": Total(), "b": total("0.01")}, [(1, "b"), (2, "a")]),
}


@pytest.mark.parametrize(("totals", "lines"), TABLES.values(), ids=TABLES)
def test_standings(totals: dict[str, Total], lines: list[tuple[int, str]]) -> None:
    table = standings(totals)
    assert [(line.place, line.player) for line in table] == lines
    assert {line.player: line.total for line in table} == totals


def test_equal_lines_share_a_place_in_the_order_given() -> None:
    lines = ["pear", "fig", "apple", "plum", "date"]
    assert list(ranked(lines, len)) == [(1, "fig"), (2, "pear"), (2, "plum"), (2, "date"), (5, "apple")]


points = st.fractions(0, 1, max_denominator=220)


@given(st.lists(st.tuples(points, st.sampled_from(["0", "0.5", "1"])), max_size=30), st.data())
def test_what_was_added_can_be_taken_away(games: list[tuple[Fraction, str]], data: st.DataObject) -> None:
    """In any order, and nothing is left over."""
    results = [Total(mine, F(classical), 1) for mine, classical in games]
    everything = sum(results, Total())
    for result in data.draw(st.permutations(results)):
        everything -= result
    assert everything == Total()
