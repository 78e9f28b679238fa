"""What the engine says of a row of a golden table, as the short lines in which the table states what it expects."""

import re
from collections.abc import Callable, Iterator
from typing import Literal

import chess

from scoring import NO_BOOK, Entry, LineBook, OfferEvent, Outcome, declined_offers, look_up
from scoring.book import book_ply
from scoring.stakes import stakes
from tests.scoring.golden import SIDES, Row, read_moves

GAME_RULES = ("pawn_trade", "minor_trade", "queen_trade", "sacrifice", "late_castling")
DRAW_RULES = ("short_draw", "pieces_left")
WINS: tuple[tuple[Outcome, str], ...] = (("white_wins", "if White wins"), ("black_wins", "if Black wins"))
KINDS: dict[str, Literal["offer", "decline", "withdraw"]] = {
    "offers": "offer",
    "declines": "decline",
    "withdraws": "withdraw",
}
OUTCOMES: tuple[tuple[Outcome, str], ...] = (("draw", "draw"), *WINS)


def view(table: str, row: Row) -> list[str]:
    """The lines of a row, in the order of the report."""
    if table in GAME_RULES:
        return [entry_line(entry) for entry in row.report().entries if entry.rule == table]
    if table in DRAW_RULES:
        return [amount_line(entry) for entry in row.report().outcomes["draw"].entries if entry.rule == table]
    return list(VIEWS[table](row))


def amount_line(entry: Entry) -> str:
    return f"{entry.side} {entry.amount:+d}"


def entry_line(entry: Entry) -> str:
    what = f", {entry.values['item']} for {entry.values['length']} moves" if entry.rule == "sacrifice" else ""
    return f"ply {entry.ply}: {amount_line(entry)}{what}"


def transfer(row: Row) -> Iterator[str]:
    outcomes = row.report().outcomes
    for outcome, words in WINS:
        for entry in outcomes[outcome].entries:
            if entry.rule == "transfer":
                yield f"{words}: {amount_line(entry)}"


def asymmetry_of_pawns(row: Row) -> Iterator[str]:
    yield f"asymmetry {row.report().asymmetry}"


def points(row: Row) -> Iterator[str]:
    report = row.report()
    for outcome, words in OUTCOMES:
        raw = report.outcomes[outcome].raw
        exact = report.outcomes[outcome].points
        both_raw = f"{raw[chess.WHITE]} and {raw[chess.BLACK]}"
        yield f"{words}: raw {both_raw}, points {exact[chess.WHITE]} and {exact[chess.BLACK]}"
    side, by = report.leader
    yield "nobody leads" if side is None else f"{'White' if side else 'Black'} leads by {by}"


def book(row: Row) -> Iterator[str]:
    """B from a book of lines; answers for the plies in `missing` have not come."""
    start = chess.Board()
    lines = LineBook("lines", [read_moves(line, start.copy()) for line in row.lines])
    lookahead = row.rules.book_lookahead
    answer = look_up(row.game(), lines, lookahead)
    assert answer.name == "lines"
    if row.missing:
        board, known = row.start_board(), list[bool | None]()
        for ply, move in enumerate(row.game().moves, 1):
            board.push(move)
            known.append(None if ply in row.missing else lines.knows(board))
        answer = NO_BOOK._replace(ply=(found := book_ply(known, lookahead))[0], provisional=found[1])
    yield f"book ply {answer.ply}{', provisional' if answer.provisional else ''}"


def declined(row: Row) -> Iterator[str]:
    """Declined offers from what was `said`: "after ply 3 white offers" (or declines, or withdraws)."""
    events = []
    for said in row.said:
        found = re.fullmatch(r"after ply (\d+) (white|black) (offers|declines|withdraws)", said)
        assert found, said
        events.append(OfferEvent(int(found[1]), SIDES[found[2]], KINDS[found[3]]))
    offers = declined_offers(events, row.game().played())
    for offer in offers:
        side = "white" if offer.side else "black"
        yield f"{side}'s offer after ply {offer.offered} is declined at ply {offer.declined}"
    now = stakes([offer.side for offer in offers])
    yield f"stakes {now[chess.WHITE]} and {now[chess.BLACK]}"


def dead(row: Row) -> Iterator[str]:
    report = row.report()
    yield f"{'dead' if report.dead else 'not dead'}, last ply {report.last_ply}"
    for entry in (*report.entries, *report.outcomes["draw"].entries):
        yield f"{entry.rule}: {amount_line(entry)}"


def running(row: Row) -> Iterator[str]:
    now = row.report().running
    for loss in now.losses:
        side = "white" if loss.side else "black"
        yield f"may be answered: {side}'s {chess.piece_name(loss.unit)} lost at ply {loss.ply}"
    for each in now.sacrifices:
        side = "white" if each.side else "black"
        yield f"lasts: {side}'s {each.item.name} since ply {each.start}, {each.length} moves, {each.credit:+d}"
    for color, worth in now.uncastled.items():
        yield f"not castled: {'white' if color else 'black'} {worth:+d}"
    yield f"{now.moves_to_go} moves to go"


VIEWS: dict[str, Callable[[Row], Iterator[str]]] = {
    "transfer": transfer,
    "asymmetry": asymmetry_of_pawns,
    "score": points,
    "book": book,
    "declined_offers": declined,
    "dead_position": dead,
    "running": running,
}
