"""What goes into the store and what comes out of it."""

from dataclasses import dataclass

from bot.updates import GameUpdate


class StoreError(Exception):
    """The store cannot be used; the text says which and why, in one sentence and without a password."""


@dataclass(frozen=True, slots=True)
class StoredReport:
    """The report of a game by one version of the rules, with the record it rests on."""

    rules_version: str
    options: str
    """The options of the rules, as a JSON object."""
    record: str
    """The complete record of the game, as PGN."""
    report: str
    """The line that `unruh score --json` prints for that record."""


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A raw line as it was received."""

    at_ms: int
    data: bytes


@dataclass(frozen=True, slots=True)
class KeptReport:
    """A report as it stands in the store."""

    game_id: str
    number: int
    """From 1; each report of a game replaces the one before it."""
    content: StoredReport


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as the store knows it."""

    id: str
    origin: str
    """The source that found it last, "" if none said so."""
    at_ms: int
    """Since when its moves, its clocks and its end are as they are."""
    update: GameUpdate | None
    """Its last update; None if it was found and never heard of since."""


@dataclass(frozen=True, slots=True)
class StoreHealth:
    """Whether the store keeps up."""

    backlog: int = 0
    """Rows that are not written yet."""
    failing_since_ms: int | None = None
    reason: str = ""
    """Why it cannot be written, in a few words."""
    dropped_lines: int = 0
    """Raw lines that were given up since the start, for want of memory."""
