"""All classes of material with up to four units: their figures, and the decision for many positions of each."""

from time import perf_counter

import chess
import numpy as np
import pytest

from tests.scoring.flagfall.brute_force import truth
from tests.scoring.flagfall.classes import FOUR_UNITS, MORE_FOUR_UNITS, THREE_UNITS, Known, exceptions
from tests.scoring.flagfall.comparing import chosen, compared

SAMPLE = 2_000
EXCEPTIONS = 4_000
"""The first are a class's ordinary positions, the second those in which the material misleads; if fewer, then all."""


@pytest.mark.parametrize(
    "known", [*THREE_UNITS, *FOUR_UNITS, *MORE_FOUR_UNITS], ids=lambda known: f"{known.units}-{known.bishops}"
)
def test_winnability(known: Known) -> None:
    began_s = perf_counter()
    found, misleading = truth(known.units), exceptions(known)
    solved_s = perf_counter() - began_s
    black, white = (int(np.count_nonzero(misleading[side])) for side in (chess.BLACK, chess.WHITE))
    exceptional = compared(chosen(found, misleading, EXCEPTIONS, seed=1))
    sample = compared(chosen(found, found.positions, SAMPLE, seed=2))
    wrong, undecided = exceptional.wrong + sample.wrong, exceptional.undecided + sample.undecided
    positions = sum(int(np.count_nonzero(flags)) for flags in found.positions.values())
    print(
        f"\n{known.units}: {positions:,} positions, {black:,} + {white:,} exceptions, solved in {solved_s:.0f} s; "
        f"{exceptional.positions:,} exceptions and {sample.positions:,} others decided, "
        f"{len(wrong)} mismatches, {len(undecided)} undecided, {perf_counter() - began_s:.0f} s"
    )
    assert (black, white) == (known.black_to_move, known.white_to_move)
    assert wrong == []
    assert undecided == []
