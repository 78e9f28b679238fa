"""Prizes: by place, equal players share the sum of theirs."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.model import EventGame
from bot.events.prizes import prizes
from bot.events.table import table
from tests.bot.events.making import F, entrants, event, game

TABLES: dict[str, tuple[list[str], list[str], dict[str, str]]] = {
    # points of the players A, B, C, … and the prizes: who gets what
    "all apart": (["0.9", "0.8", "0.7"], ["100", "50"], {"A": "100", "B": "50"}),
    "two share the first two": (["0.9", "0.9", "0.7"], ["100", "50", "20"], {"A": "75", "B": "75", "C": "20"}),
    "three share two": (["0.9", *["0.8"] * 3], ["90", "50", "20"], {"A": "90", **dict.fromkeys("BCD", "70/3")}),
    "more players than prizes": (["0.9", "0.8"], ["100"], {"A": "100"}),
    "more prizes than players": (["0.9"], ["100", "50"], {"A": "100"}),
    "none": (["0.9"], [], {}),
}  # fmt: skip


def games(points: list[str]) -> list[EventGame]:
    return [game(name, "x", (mine, "0"), "draw") for name, mine in zip("ABCDEFGH", points, strict=False)]


@pytest.mark.parametrize(("points", "by_place", "expected"), TABLES.values(), ids=TABLES)
def test_prizes(points: list[str], by_place: list[str], expected: dict[str, str]) -> None:
    """The one against whom all have played is left out."""
    rows = [row for row in table(event(games(points))) if row.entrant.name != "x"]
    shares = prizes(rows, [F(prize) for prize in by_place])
    assert {row.entrant.name: share for row, share in shares} == {name: F(share) for name, share in expected.items()}


def test_who_has_not_played_gets_nothing() -> None:
    evening = event(games(["0"]), entrants=entrants("A", "x", "absent"), tie_breaks=())
    assert [row.entrant.name for row, _ in prizes(table(evening), [F(30)])] == ["A", "x"]


@given(
    st.lists(st.sampled_from(["0.1", "0.2", "0.3"]), min_size=1, max_size=8),
    st.lists(st.fractions(0, 500), max_size=9).map(lambda amounts: sorted(amounts, reverse=True)),
)
def test_nothing_is_lost_and_a_better_place_never_gets_less(points: list[str], by_place: list[Fraction]) -> None:
    rows = table(event(games(points)))
    shares = prizes(rows, by_place)
    assert sum(share for _, share in shares) == sum(by_place[: len(rows)])
    amounts = [share for _, share in shares]
    assert amounts == sorted(amounts, reverse=True)
