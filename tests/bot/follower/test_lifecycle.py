"""The lifecycle: every state with every happening."""

from pathlib import Path
from typing import get_args

import pytest

from bot.follower.lifecycle import TRANSITIONS, Lifecycle, LifecycleError, after
from bot.updates import Happening
from overlay import state as wire

STATES: tuple[Lifecycle, ...] = get_args(Lifecycle)
GOLDEN = Path(__file__).with_name("lifecycle.txt")


def table() -> dict[tuple[str, str], str]:
    """The golden table: a line for every state, a column for every happening, a dash for what cannot happen."""
    head, *rows = GOLDEN.read_text(encoding="utf-8").split("\n\n")[-1].splitlines()
    happenings = head.split()
    cells = (row.split() for row in rows)
    return {(state, what): cell for state, *line in cells for what, cell in zip(happenings, line, strict=True)}


def test_the_golden_table_is_complete() -> None:
    assert set(table()) == {(state, happening.value) for state in STATES for happening in Happening}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("happening", Happening)
def test_what_may_follow(state: Lifecycle, happening: Happening) -> None:
    expected = table()[state, happening.value]
    if expected == "-":
        with pytest.raises(LifecycleError, match=f"^{happening} cannot happen to a game that is {state}$"):
            after(state, happening)
    else:
        assert after(state, happening) == expected


def test_the_states_are_those_that_viewers_know() -> None:
    assert get_args(wire.Lifecycle) == STATES


def test_only_what_is_reopened_comes_to_life_again() -> None:
    lively = {"waiting", "live", "reconnecting", "ended"}
    for (state, happening), following in TRANSITIONS.items():
        assert state in lively or following not in lively or happening is Happening.REOPENED


def test_every_state_can_be_reached() -> None:
    reached, grown = set[str](), {"waiting"}
    while grown != reached:
        reached = set(grown)
        grown |= {following for (state, _), following in TRANSITIONS.items() if state in reached}
    assert reached == set(STATES)
