"""All classes of material with up to four units: their figures, and the decision for many positions of each."""

from time import perf_counter

import chess
import numpy as np
import pytest

from tests.scoring.flagfall.brute_force import truth
from tests.scoring.flagfall.classes import FOUR_UNITS, MORE_FOUR_UNITS, THREE_UNITS, Known, exceptions, positions
from tests.scoring.flagfall.comparing import chosen, compared
from tests.scoring.flagfall.unit_moves import Flags

SAMPLE = {3: 20_000, 4: 2_000}
"""How many positions of a class are decided, by its number of units."""
EXCEPTIONS = 4_000
"""How many of those in which the material misleads are decided besides; if there are fewer, then all."""


@pytest.mark.parametrize(
    "known", [*THREE_UNITS, *FOUR_UNITS, *MORE_FOUR_UNITS], ids=lambda known: f"{known.units}-{known.bishops}"
)
def test_winnability(known: Known) -> None:
    began_s = perf_counter()
    found, every, misleading = truth(known.units), positions(known), exceptions(known)
    solved_s = perf_counter() - began_s
    black, white = count(misleading[chess.BLACK]), count(misleading[chess.WHITE])
    exceptional = compared(chosen(found, misleading, EXCEPTIONS, seed=1))
    sample = compared(chosen(found, every, SAMPLE[len(known.units)], seed=2))
    wrong, undecided = exceptional.wrong + sample.wrong, exceptional.undecided + sample.undecided
    print(
        f"\n{known.units} ({known.bishops} bishops): {sum(map(count, every.values())):,} positions, "
        f"{black:,} + {white:,} exceptions, solved in {solved_s:.0f} s; "
        f"{exceptional.positions:,} exceptions and {sample.positions:,} others decided, "
        f"{len(wrong)} mismatches, {len(undecided)} undecided, {perf_counter() - began_s:.0f} s"
    )
    assert (black, white) == (known.black_to_move, known.white_to_move)
    assert wrong == []
    assert undecided == []


def count(flags: Flags) -> int:
    return int(np.count_nonzero(flags))
