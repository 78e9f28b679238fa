"""Classes of material with up to four units, and how many of their positions are not as the material lets expect."""

from itertools import product
from typing import Literal, NamedTuple

import chess
import numpy as np

from tests.scoring.flagfall.brute_force import Sides, truth
from tests.scoring.flagfall.unit_moves import Flags, at

Bishops = Literal["any", "same", "opposite"]


class Known(NamedTuple):
    """How many positions of a class are not like the others."""

    units: str
    winnable: bool
    """Whether White can still mate in most positions."""
    black_to_move: int
    """Ongoing positions in which it is the other way round; like units are told apart."""
    white_to_move: int
    bishops: Bishops = "any"
    """Where there are two bishops: only those positions in which they stand on squares of the same colour, or not."""


# The figures of these two lists were found by other programs.
THREE_UNITS = [
    Known("Kkq", False, 0, 0),
    Known("Kkp", False, 0, 0),
    Known("KNk", False, 0, 0),
    Known("KBk", False, 0, 0),
    Known("KPk", True, 10, 0),
    Known("KRk", True, 412, 0),
    Known("KQk", True, 2_420, 0),
]

FOUR_UNITS = [
    Known("KNkq", False, 0, 0),
    Known("KNkr", True, 24, 7_168),
    Known("KNkb", True, 24, 8),
    Known("KNkn", True, 0, 0),
    Known("KNkp", True, 72, 0),
    Known("KBkq", False, 0, 0),
    Known("KBkr", False, 0, 0),
    Known("KBkb", False, 0, 0, "same"),
    Known("KBkb", True, 0, 0, "opposite"),
    Known("KBkn", True, 8, 24),
    Known("KBkp", True, 230, 6),
    Known("KNNk", True, 3_664, 0),
    Known("KBBk", False, 0, 0, "same"),
    Known("KBBk", True, 15_904, 48, "opposite"),
    Known("KBNk", True, 8_956, 120),
    Known("KRkn", True, 7_168, 0),
    Known("KRkb", True, 7_480, 0),
    Known("KRkr", True, 7_624, 0),
    Known("KRkq", True, 6_352, 100),
    Known("KQkn", True, 142_660, 8),
    Known("KQkb", True, 134_664, 0),
    Known("KQkr", True, 124_484, 8),
    Known("KQkq", True, 103_144, 312),
    Known("KPkn", True, 0, 0),
    Known("KPkb", True, 4, 0),
    Known("KPkr", True, 8, 0),
    Known("KPkq", True, 22, 24),
]

MORE_FOUR_UNITS = [
    Known("KQQk", True, 0, 0),
    Known("KQRk", True, 0, 0),
    Known("KQBk", True, 205_408, 0),
    Known("KQNk", True, 169_900, 0),
    Known("KQPk", True, 2, 0),
    Known("KRRk", True, 0, 0),
    Known("KRBk", True, 45_240, 0),
    Known("KRNk", True, 35_220, 0),
    Known("KRPk", True, 0, 0),
    Known("KBPk", True, 2_672, 10),
    Known("KNPk", True, 2_078, 46),
    Known("KPPk", True, 0, 0),
]
"""Figures found by this very program. Left out: pawns of both sides, and a bare white king, which never mates."""


def positions(known: Known) -> Sides:
    """All legal positions of the class."""
    wanted = _bishops(known)
    return {side: flags & wanted for side, flags in truth(known.units).positions.items()}


def exceptions(known: Known) -> Sides:
    """The ongoing positions in which it is not as in most others."""
    found, wanted = truth(known.units), _bishops(known)
    return {side: found.ongoing[side] & (found.winnable[side] != known.winnable) & wanted for side in chess.COLORS}


def _bishops(known: Known) -> Flags:
    wanted = np.ones((64,) * len(known.units), np.bool_)
    if known.bishops == "any":
        return wanted
    one, other = (axis for axis, unit in enumerate(known.units) if unit in "Bb")
    for first, second in product(range(64), repeat=2):
        same = (first + first // 8 + second + second // 8) % 2 == 0
        if same != (known.bishops == "same"):
            wanted[at({one: first, other: second})] = False
    return wanted
