"""The decision held against all classes of material with up to four units, known verdicts and blocked positions."""

from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter

import chess
import numpy as np
import pytest

from scoring.amounts import FLAG_FALL_NODES
from scoring.flagfall.winnability.walls import walls_around
from tests.scoring.flagfall.blocked import blocked
from tests.scoring.flagfall.brute_force import truth
from tests.scoring.flagfall.classes import FOUR_UNITS, MORE_FOUR_UNITS, THREE_UNITS, Known, exceptions, positions
from tests.scoring.flagfall.comparing import chosen, compared
from tests.scoring.flagfall.reachable import can_mate
from tests.scoring.flagfall.references import judged, lichess_verdicts, oracle, unfair_timeouts
from tests.scoring.flagfall.unit_moves import Flags

SAMPLE = {3: 20_000, 4: 2_000}
"""How many positions of a class are decided, by its number of units."""
EXCEPTIONS = 4_000
"""How many of those in which the material misleads are decided besides; if there are fewer, then all."""

BLOCKED = 1_000
"""In how many blocked positions it is looked for walls."""
REACHED = 3_000
"""How many positions may be reachable from one to look at them all."""


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


def test_references(shared: Path) -> None:
    for name, cases, open_share in (
        ("unfair timeouts", unfair_timeouts(shared), 0.0),
        ("verdicts of games", lichess_verdicts(shared), 0.0),
        ("hard positions", oracle(shared), 0.05),
    ):
        began_s = perf_counter()
        found = judged(cases, FLAG_FALL_NODES)
        print(
            f"\n{name}: {found.cases:,} decided, {len(found.wrong)} wrong, {len(found.undecided)} undecided, "
            f"{perf_counter() - began_s:.0f} s"
        )
        assert found.wrong == []
        assert len(found.undecided) <= open_share * found.cases


def test_blocked_positions() -> None:
    """No claim that walls keep White from mating is refuted by all positions that can be reached."""
    counts = Counter[bool | None]()
    for board in blocked(Random(1), BLOCKED):
        for position in (board, board.mirror()):
            if walls_around(position) is not None:
                winnable = can_mate(position, REACHED)
                counts[winnable] += 1
                assert not winnable, position.fen()
    print(f"\nwalls: {BLOCKED:,} positions, {counts.total():,} walled in, {counts[False]:,} checked to the end")
    assert counts[False] > BLOCKED / 20
