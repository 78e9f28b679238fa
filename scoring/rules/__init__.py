"""All rules in the order in which a report lists them: one file and one line each."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from scoring.case import Case, Entry
from scoring.rules import (
    late_castling,
    minor_trade,
    pawn_trade,
    pieces_left,
    queen_trade,
    sacrifice,
    short_draw,
    transfer,
)


class Rule(NamedTuple):
    """A rule: its code, what finds its entries, and whether they belong to the game or to one of its outcomes."""

    code: str
    judge: Callable[[Case], Iterable[Entry]]
    belongs_to: str = "game"


RULES: tuple[Rule, ...] = (
    Rule("pawn_trade", pawn_trade.judge),
    Rule("minor_trade", minor_trade.judge),
    Rule("queen_trade", queen_trade.judge),
    Rule("sacrifice", sacrifice.judge),
    Rule("late_castling", late_castling.judge),
    Rule("short_draw", short_draw.judge, belongs_to="draw"),
    Rule("pieces_left", pieces_left.judge, belongs_to="draw"),
    Rule("transfer", transfer.judge_white_wins, belongs_to="white_wins"),
    Rule("transfer", transfer.judge_black_wins, belongs_to="black_wins"),
)


def entries_of(case: Case, belongs_to: str) -> list[Entry]:
    """The entries of a game ("game") or of one outcome ("draw", "white_wins", "black_wins"), amounts of 0 left out."""
    return [entry for judge in _JUDGES[belongs_to] for entry in judge(case) if entry.amount]


_JUDGES = {
    belongs_to: [rule.judge for rule in RULES if rule.belongs_to == belongs_to]
    for belongs_to in ("game", "draw", "white_wins", "black_wins")
}
