"""The prizes by place; equal players share the sum of the prizes of their places."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from bot.events.table import Row


def prizes(rows: Iterable[Row], by_place: Sequence[Fraction]) -> tuple[tuple[Row, Fraction], ...]:
    """The rows that get something, and how much, exactly. Who has not finished a game gets nothing.

    What is left when there are fewer players than prizes stays with the organiser.
    """
    shares: list[tuple[Row, Fraction]] = []
    first = 0
    for _, equal in groupby((row for row in rows if row.games), key=lambda row: row.place):
        sharing = tuple(equal)
        share = sum(by_place[first : first + len(sharing)], Fraction(0)) / len(sharing)
        first += len(sharing)
        shares += ((row, share) for row in sharing if share)
    return tuple(shares)
