"""Standings of an event: rows by points, then by the classical score; equal players share a place."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Total:
    """What a player has from all games that count; totals can be added and taken away again, exactly."""

    points: Fraction = Fraction(0)
    classical: Fraction = Fraction(0)
    games: int = 0

    def __add__(self, other: "Total") -> "Total":
        """Both together."""
        return Total(self.points + other.points, self.classical + other.classical, self.games + other.games)

    def __sub__(self, other: "Total") -> "Total":
        """What is left without the other one."""
        return Total(self.points - other.points, self.classical - other.classical, self.games - other.games)


class Standing(NamedTuple):
    """A player's line: the first place is 1; after two who share it comes the third."""

    place: int
    player: str
    total: Total


def ranked(lines: Iterable[T], rank: Callable[[T], Any]) -> Iterator[tuple[int, T]]:
    """Lines with their places, the least rank first; those of equal rank share a place, in the order given."""
    number = 0
    for _, equal in groupby(sorted(lines, key=rank), key=rank):
        place = number + 1
        for line in equal:
            number += 1
            yield place, line


def standings(totals: Mapping[str, Total]) -> tuple[Standing, ...]:
    """The lines of all players, the best first; those who share a place in the order of their names."""
    lines = ranked(sorted(totals.items(), key=lambda line: line[0]), lambda line: _rank(line[1]))
    return tuple(Standing(place, player, total) for place, (player, total) in lines)


def _rank(total: Total) -> tuple[Fraction, Fraction]:
    """What decides about the place; less is better."""
    return -total.points, -total.classical
