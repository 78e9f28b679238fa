"""Queens traded inside the book or within ten plies after it (RULES 3)."""

from collections.abc import Iterator

from scoring.amounts import QUEEN_TRADE, QUEEN_TRADE_WITHIN_PLIES
from scoring.case import Case, Entry, trade_entry


def judge(case: Case) -> Iterator[Entry]:
    """Both sides lose. Judged against the book ply known now, which may still grow."""
    for trade in case.pairings["queen"].trades:
        since_book = trade.second.ply - case.book_ply
        if since_book <= QUEEN_TRADE_WITHIN_PLIES:
            yield trade_entry("queen_trade", QUEEN_TRADE, trade, since_book=max(0, since_book))
