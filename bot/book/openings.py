"""The opening of a game: its name, and its code in the Encyclopaedia of Chess Openings.

The names are those that Lichess uses, as far as the catalogue OCN-1 in the package `ocn-chess` tells them and their
positions; `CREDIT` is to be shown where the names are.
"""

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import chess

from bot.book.polyglot import polyglot_key
from scoring.book import look_up
from scoring.facts import Game

CREDIT = "Names of openings: OCN-1, Club d'Escacs Figueres, CC BY 4.0, https://github.com/escacsfigueres/ocn"


class Opening(NamedTuple):
    """An opening as people call it."""

    code: str
    """Like "C65"."""
    name: str

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


def opening_of(game: Game) -> Opening | None:
    """The opening whose position the game had last; None for a game without any, and for all other starts.

    The names are read at the first call, which takes a tenth of a second.
    """
    named = NamedPositions()
    look_up(game, named)
    return named.opening


class NamedPositions:
    """The positions that have a name, as a book that notes the opening of the last one asked for."""

    name = "OCN-1"
    opening: Opening | None = None

    def knows(self, board: chess.Board) -> bool:
        """Whether the position has a name."""
        opening = _openings().get(polyglot_key(board))
        self.opening = opening or self.opening
        return opening is not None


@cache
def _openings() -> dict[int, Opening]:
    """All openings, by the Polyglot keys of their positions; the first of a position that has several names."""
    names = {
        row["ocn1"]: Opening(row["lichess_eco"], row["lichess_name"])
        for row in _rows("ocn-1.lichess-xref.tsv")
        if row["match_kind"] == "exact"
    }
    openings: dict[int, Opening] = {}
    for row in _rows("ocn-1.positions.tsv"):
        if row["ocn1"] in names:
            openings.setdefault(int(row["zobrist"]), names[row["ocn1"]])
    return openings


def _rows(file: str) -> Iterator[Mapping[str, str]]:
    """The rows of a table of the catalogue."""
    with (files("ocn") / "data" / file).open(encoding="utf-8") as table:
        yield from csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
