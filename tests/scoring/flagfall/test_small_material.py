"""Small material: the decision is the truth that the whole graph of positions tells; more of it in `tests/long`."""

import pytest

from tests.scoring.flagfall.brute_force import truth
from tests.scoring.flagfall.classes import FOUR_UNITS, THREE_UNITS, Known, exceptions, positions
from tests.scoring.flagfall.comparing import chosen, compared

SAMPLE = 250
EXCEPTIONS = 600
ONE_OF_FOUR = [
    pytest.param(known, marks=pytest.mark.xdist_group(known.units)) for known in FOUR_UNITS if known.units == "KBkp"
]


@pytest.mark.parametrize("known", [*THREE_UNITS, *ONE_OF_FOUR], ids=lambda known: known.units)
def test_the_decision_is_the_truth(known: Known) -> None:
    found = truth(known.units)
    exceptional = compared(chosen(found, exceptions(known), EXCEPTIONS, seed=1))
    assert exceptional.positions == min(EXCEPTIONS, known.black_to_move + known.white_to_move)
    sample = compared(chosen(found, positions(known), SAMPLE, seed=2))
    assert exceptional.wrong + sample.wrong == []
    assert exceptional.undecided + sample.undecided == []
