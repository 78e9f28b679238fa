"""A trade of minors that does not raise the asymmetry flattens the game (RULES 3)."""

from collections.abc import Iterator

from scoring.amounts import MIXED_MINOR_TRADE, SAME_MINOR_TRADE
from scoring.case import Case, Entry


def judge(case: Case) -> Iterator[Entry]:
    """Both sides lose: more for knight against knight or bishop against bishop than for knight against bishop."""
    for trade in case.pairings["minor"].trades:
        ply = trade.second.ply
        before, after = case.asymmetry(trade.first.ply - 1), case.asymmetry(ply)
        if after <= before:
            same = trade.first.unit == trade.second.unit
            yield Entry(
                "minor_trade",
                "both",
                SAME_MINOR_TRADE if same else MIXED_MINOR_TRADE,
                ply,
                plies=(trade.first.ply, ply),
                squares=(trade.first.square, trade.second.square),
                values={"before": before, "after": after, "first": trade.first.unit, "second": trade.second.unit},
            )
