"""The same games under other points: classical 1-½-0, 3-1-0, and any other reading of the rules."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

import chess

from bot.events.arbiter import Correction, corrected
from bot.events.model import Event, EventGame
from bot.events.results import outcome_of
from bot.events.table import Row, table
from bot.pgn import PgnProblem, read_pgn
from bot.score.differences import Difference, reported
from bot.score.json_lines import report_line
from bot.score.judge import judge
from scoring import Book, Outcome, Rules

Points: TypeAlias = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table as it is, and the rows of the same player in the other tables."""

    row: Row
    others: tuple[Row, ...]

    @property
    def moves(self) -> tuple[int, ...]:
        """How many places further up the player is in each of the others; less than 0: further down."""
        return tuple(self.row.place - other.place for other in self.others)


@dataclass(frozen=True, slots=True)
class Change:
    """A game whose result or points other rules change, and the entries of the ledger that make the difference."""

    before: EventGame
    after: EventGame
    difference: Difference


@dataclass(frozen=True, slots=True)
class Rejudged:
    """An event judged by other rules, what changes, and the games that keep their points, with the reason."""

    event: Event
    changes: tuple[Change, ...]
    kept: tuple[tuple[EventGame, str], ...]


def classical(event: Event) -> Event:
    """The same event under 1-½-0."""
    return _given(event, "1-½-0", Fraction(1), Fraction(1, 2))


def three_one_nought(event: Event) -> Event:
    """The same event under 3-1-0."""
    return _given(event, "3-1-0", Fraction(3), Fraction(1))


def side_by_side(event: Event, *others: Event) -> tuple[Line, ...]:
    """The table of an event, and beside each player the rows in those of the same games under other points."""
    tables = [{row.entrant.key: row for row in table(other)} for other in others]
    return tuple(Line(row, tuple(other[row.entrant.key] for other in tables)) for row in table(event))


def rejudge(event: Event, corrections: Sequence[Correction], rules: Rules, book: Book | None = None) -> Rejudged:
    """What an event would be by other rules: every game that is over judged from its record, before they are applied.

    The games of `event` are those without corrections, which are laid over them before and after. Without `book` what
    the book said of each game when it was scored counts again. Takes some milliseconds a game, under "fide" seconds
    for a few.
    """
    facts: list[EventGame] = []
    kept: list[tuple[EventGame, str]] = []
    for game in event.games:
        fact = _rejudged(game, rules, book) if game.counts else game
        if isinstance(fact, str):
            kept.append((game, fact))
            fact = game
        facts.append(fact)
    before = corrected(event, corrections)
    after = corrected(Event(replace(event.setup, rules=rules), tuple(facts)), corrections)
    changes = (
        Change(old, new, Difference(old.id, reported(old.report), reported(new.report)))
        for old, new in zip(before.games, after.games, strict=True)
        if (old.outcome, old.points) != (new.outcome, new.points)
    )
    return Rejudged(after, tuple(changes), tuple(kept))


def _rejudged(game: EventGame, rules: Rules, book: Book | None) -> EventGame | str:
    """A game by other rules, or why it cannot be judged."""
    if not game.record.strip():
        return "there is no complete record"
    record = next(read_pgn(io.BytesIO(game.record.encode("utf-8", "replace")), f"{game.id}.pgn"))
    if isinstance(record, PgnProblem):
        return record.reason
    judged = judge(record, rules, book or reported(game.report).answer)
    if judged.decision is None:
        return "the record names no result"
    points = judged.points
    return replace(
        game,
        outcome=judged.decision.outcome,
        ending=str(judged.decision.ending),
        points=None if points is None else (points[chess.WHITE], points[chess.BLACK]),
        report=report_line(judged),
        rules_version=judged.report.version,
    )


def _given(event: Event, name: str, win: Fraction, draw: Fraction) -> Event:
    """An event whose results give these points, nothing for a loss; the name of the points stands on every score."""
    points: dict[Outcome, Points] = {
        "white_wins": (win, Fraction(0)),
        "draw": (draw, draw),
        "black_wins": (Fraction(0), win),
    }
    games: list[EventGame] = []
    for game in event.games:
        outcome = outcome_of(game)
        games.append(game if outcome is None else replace(game, points=points[outcome], rules_version=name))
    return replace(event, games=tuple(games))
