"""Rows of events as they stand in the store; what their texts mean is not known here."""

from dataclasses import dataclass, fields
from typing import Any, TypeVar

from bot.store.model import StoredReport

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SetupRow:
    """What was agreed for an event, as JSON."""

    event_id: str
    number: int
    """From 1; each replaces the one before it."""
    at_ms: int
    setup: str


@dataclass(frozen=True, slots=True)
class EventGameRow:
    """A game of an event, since when it belongs there so, and its players as they were called.

    `void`: it will have no report, for it has no score.
    """

    event_id: str
    game_id: str
    number: int
    """From 1 for each game; each replaces the one before it."""
    since_ms: int
    order: int
    round: int | None
    board: int | None
    white: str
    black: str
    void: bool


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """What an arbiter corrected, and what that changed; both as JSON."""

    event_id: str
    number: int
    at_ms: int
    who: str
    why: str
    act: str
    marks: str


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One of the reports of a game."""

    game_id: str
    number: int
    at_ms: int
    content: StoredReport


@dataclass(frozen=True, slots=True)
class WholeEvent:
    """All rows of an event and all reports of its games, in the order of their keys."""

    setups: tuple[SetupRow, ...] = ()
    games: tuple[EventGameRow, ...] = ()
    corrections: tuple[CorrectionRow, ...] = ()
    reports: tuple[ReportRow, ...] = ()


def row_of(kind: type[T], row: object) -> T:
    """A row of the database as one of these, or as what is kept of a report."""
    values: dict[str, Any] = {field.name: getattr(row, field.name) for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**values)
