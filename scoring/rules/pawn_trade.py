"""A trade of pawns that does not raise the asymmetry flattens the game (RULES 3)."""

from collections.abc import Iterator

from scoring.amounts import PAWN_TRADE, PAWN_TRADE_ABOVE_PAWNS
from scoring.case import Case, Entry, trade_entry


def judge(case: Case) -> Iterator[Entry]:
    """Both sides lose, as long as more than eight pawns were on the board before the trade."""
    for trade in case.pairings["pawn"].trades:
        position, ply = trade.first.ply - 1, trade.second.ply
        before, after = case.asymmetry(position), case.asymmetry(ply)
        flattens = after < before or (after == before and case.rules.pawn_trade_equal == "penalise")
        if case.played.facts[position].material.pawns > PAWN_TRADE_ABOVE_PAWNS and flattens:
            yield trade_entry("pawn_trade", PAWN_TRADE, trade, before=before, after=after)
