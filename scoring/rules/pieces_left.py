"""A draw with more than seven units left on the board costs both sides (RULES 6)."""

from collections.abc import Iterator

from scoring.amounts import ALL_UNITS, FEW_UNITS
from scoring.case import Case, Entry


def judge(case: Case) -> Iterator[Entry]:
    """As printed, one hundredth for every unit gone; mirrored, for every unit above seven."""
    units = case.played.facts[case.last_ply].material.units
    cost = 0
    if units > FEW_UNITS:
        cost = ALL_UNITS - units if case.rules.pieces_left == "printed" else units - FEW_UNITS
    yield Entry("pieces_left", "both", -cost, case.last_ply, plies=(case.last_ply,), values={"units": units})
