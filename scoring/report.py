"""The score of a game and everything that explains it (RULES 8 and 12)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

import chess

from scoring.amounts import BASE, RULES_VERSION, WHOLE_POINT
from scoring.book import NO_BOOK, BookAnswer
from scoring.case import Case, Entry
from scoring.facts import Game
from scoring.options import Rules
from scoring.rules import entries_of
from scoring.running import Running, what_is_running
from scoring.stakes import stakes

Outcome = Literal["draw", "white_wins", "black_wins"]
OUTCOMES: tuple[Outcome, ...] = ("draw", "white_wins", "black_wins")


@dataclass(frozen=True)
class OutcomeScore:
    """What one outcome would bring: the entries that belong to it, and both sides' raw score in hundredths."""

    entries: tuple[Entry, ...]
    raw: Mapping[chess.Color, int]

    @cached_property
    def points(self) -> Mapping[chess.Color, Fraction]:
        """Both sides' points: nothing below 0, and nothing above one whole point together."""
        clamped = {side: max(0, raw) for side, raw in self.raw.items()}
        whole = max(WHOLE_POINT, sum(clamped.values()))
        return {side: Fraction(amount, whole) for side, amount in clamped.items()}


@dataclass(frozen=True)
class Report:
    """A judged game at its last ply N: the ledger, the three scores, and what they rest on."""

    last_ply: int
    asymmetry: int
    entries: tuple[Entry, ...]
    outcomes: Mapping[Outcome, OutcomeScore]
    stakes: Mapping[chess.Color, int]
    rules: Rules
    book: BookAnswer
    dead: bool
    """A dead position ended the game at `last_ply`."""
    case: Case = field(repr=False, compare=False)
    version: str = RULES_VERSION

    @cached_property
    def running(self) -> Running:
        """What is still under way and may change the score by itself."""
        return what_is_running(self.case)

    @property
    def leader(self) -> tuple[chess.Color | None, int]:
        """The side with the higher raw score if drawn now and the difference in hundredths; nobody at a tie."""
        raw = self.outcomes["draw"].raw
        ahead = raw[chess.WHITE] - raw[chess.BLACK]
        return (ahead > 0 if ahead else None), abs(ahead)


def score(
    game: Game,
    rules: Rules,
    *,
    book_ply: int = 0,
    declined: Sequence[chess.Color] = (),
    book: BookAnswer | None = None,
    ply: int | None = None,
) -> Report:
    """Judge a game, by default as it stands, else as it stood after `ply`.

    `declined` are the sides whose draw offers were declined, in order. `book` names the book beside its ply; with
    `book_ply` alone the book has no name.
    """
    played = game.played(ply)
    answer = book or (BookAnswer(NO_BOOK.name, book_ply) if book_ply else NO_BOOK)
    case = Case(played, rules, min(answer.ply, played.last_ply), stakes(declined))
    entries = entries_of(case, "game")
    base = _with(BASE, entries)
    return Report(
        last_ply=played.last_ply,
        asymmetry=case.asymmetry(played.last_ply),
        entries=tuple(entries),
        outcomes={outcome: _outcome(case, outcome, base) for outcome in OUTCOMES},
        stakes=case.stakes,
        rules=rules,
        book=answer,
        case=case,
        dead=game.dead_ply == played.last_ply,
    )


def _outcome(case: Case, outcome: Outcome, base: Mapping[chess.Color, int]) -> OutcomeScore:
    entries = tuple(entries_of(case, outcome))
    return OutcomeScore(entries, _with(base, entries))


def _with(base: Mapping[chess.Color, int], entries: Iterable[Entry]) -> dict[chess.Color, int]:
    """Raw scores with the amounts of entries added."""
    raw = {chess.WHITE: base[chess.WHITE], chess.BLACK: base[chess.BLACK]}
    for entry in entries:
        if entry.side != "black":
            raw[chess.WHITE] += entry.amount
        if entry.side != "white":
            raw[chess.BLACK] += entry.amount
    return raw
