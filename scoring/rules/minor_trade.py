"""A trade of minors that does not raise the asymmetry flattens the game (RULES 3)."""

from collections.abc import Iterator

from scoring.amounts import MIXED_MINOR_TRADE, SAME_MINOR_TRADE
from scoring.case import Case, Entry, trade_entry


def judge(case: Case) -> Iterator[Entry]:
    """Both sides lose: more for knight against knight or bishop against bishop than for knight against bishop."""
    for trade in case.pairings["minor"].trades:
        ply = trade.second.ply
        before, after = case.asymmetry(trade.first.ply - 1), case.asymmetry(ply)
        if after <= before:
            first, second = trade.first.unit, trade.second.unit
            amount = SAME_MINOR_TRADE if first == second else MIXED_MINOR_TRADE
            yield trade_entry("minor_trade", amount, trade, before=before, after=after, first=first, second=second)
