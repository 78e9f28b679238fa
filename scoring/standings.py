"""Standings of an event: rows by points, then by the classical score; equal players share a place."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple


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


def standings(totals: Mapping[str, Total]) -> tuple[Standing, ...]:
    """The lines of all players, the best first; those who share a place in the order of their names."""
    best_first = sorted(totals.items(), key=lambda line: (*_rank(line[1]), line[0]))
    lines: list[Standing] = []
    for _, equal in groupby(best_first, key=lambda line: _rank(line[1])):
        place = len(lines) + 1
        lines += (Standing(place, player, total) for player, total in equal)
    return tuple(lines)


def _rank(total: Total) -> tuple[Fraction, Fraction]:
    """What decides about the place; less is better."""
    return -total.points, -total.classical
