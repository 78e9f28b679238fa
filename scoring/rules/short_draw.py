"""A draw sooner than 25 full moves after the book costs both sides (RULES 6)."""

from collections.abc import Iterator

from scoring.amounts import FULL_LENGTH_MOVES
from scoring.case import Case, Entry


def judge(case: Case) -> Iterator[Entry]:
    """One hundredth for every full move missing from 25 since the last known position."""
    played_on = (case.last_ply - case.book_ply) // 2
    yield Entry(
        "short_draw",
        "both",
        -max(0, FULL_LENGTH_MOVES - played_on),
        case.last_ply,
        plies=(case.book_ply, case.last_ply),
        values={"moves": played_on, "missing": FULL_LENGTH_MOVES - played_on},
    )
