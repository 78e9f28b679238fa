"""One game of a record, judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import chess

from bot.book.openings import Opening, opening_of
from bot.pgn import PgnGame
from scoring import (
    NO_BOOK,
    Book,
    BookAnswer,
    Decision,
    DeclinedOffer,
    Game,
    OutcomeScore,
    Proofs,
    Report,
    Rules,
    decide,
    declined_offers,
    look_up,
    note_dead_position,
    replay,
    score,
)

RESULTS = {"white_wins": "1-0", "black_wins": "0-1", "draw": "1/2-1/2"}


@dataclass(frozen=True)
class Judged:
    """A game, its facts, its report, and the outcome that counts."""

    game: PgnGame
    played: Game
    declined: tuple[DeclinedOffer, ...]
    report: Report
    decision: Decision | None
    """None while there is no result."""
    known: tuple[int, ...] = ()
    """The plies whose positions the book knows."""

    @cached_property
    def opening(self) -> Opening | None:
        """The opening, if it has a name."""
        return opening_of(self.played)

    @property
    def result(self) -> str:
        """The result that counts: "1-0", "0-1", "1/2-1/2", "void", or "*" without a result."""
        return "*" if self.decision is None else RESULTS.get(self.decision.outcome, "void")

    @property
    def outcome(self) -> OutcomeScore | None:
        """The score of the outcome that counts; None for a void game and one without a result."""
        if self.decision is None or self.decision.outcome == "void":
            return None
        return self.report.outcomes[self.decision.outcome]

    @property
    def points(self) -> Mapping[chess.Color, Fraction] | None:
        """The points of both sides; None for a void game and one without a result."""
        return None if self.outcome is None else self.outcome.points

    @property
    def overruled(self) -> bool:
        """Whether the record names another result than the one that counts."""
        return self.result not in ("*", "void", self.game.result)


class _Noting:
    """A book that notes which plies it was found to know."""

    def __init__(self, book: Book) -> None:
        self.name = book.name
        self.known: list[int] = []
        self._book = book

    def knows(self, board: chess.Board) -> bool | None:
        known = self._book.knows(board)
        if known:
            self.known.append(board.ply())
        return known


def judge(game: PgnGame, rules: Rules, book: Book | BookAnswer | None = None) -> Judged:
    """Score a game as it stands at its end, and decide it by what its record says.

    `book` is a book to ask, or what a book said of the game before.
    """
    played = replay(game.moves, game.start)
    prove = Proofs(rules)
    if rules.flag_fall == "fide":
        note_dead_position(played, prove)
    declined = declined_offers(game.offers, played.played()) if game.offers else []
    answer, known = _asked(book, played, rules)
    report = score(played, rules, declined=[offer.side for offer in declined], book=answer)
    decision = decide(played, rules, game.finish, game.flagged, prove)
    return Judged(game, played, tuple(declined), report, decision, known)


def _asked(book: Book | BookAnswer | None, played: Game, rules: Rules) -> tuple[BookAnswer, tuple[int, ...]]:
    """What the book says of a game, and the plies that it knows."""
    if book is None:
        return NO_BOOK, ()
    if isinstance(book, BookAnswer):
        return book, (book.ply,)
    noting = _Noting(book)
    return look_up(played, noting, rules.book_lookahead), tuple(noting.known)
