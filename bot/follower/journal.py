"""What is written down of followed games: everything that was learnt, and the report of every settled game."""

from typing import TYPE_CHECKING, Protocol

import structlog

from bot.pgn import PgnProblem
from bot.updates import GameUpdate, Happening
from scoring import Rules

if TYPE_CHECKING:
    from bot.store import Store

log = structlog.get_logger()


class Journal(Protocol):
    """Whoever keeps what is learnt; every call returns quickly and never raises."""

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """A game is followed from now on."""

    def update(self, update: GameUpdate, at_ms: int) -> None:
        """News of a game, after it was taken."""


class StoreJournal:
    """Keeps everything in the store. A settled game's report is what `unruh score` says of its record."""

    def __init__(self, store: "Store", rules: Rules) -> None:
        """Take the store, and the rules that games are scored by."""
        self._store = store
        self._rules = rules

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """Keep that a game is followed."""
        self._store.found(game_id, at_ms, origin)

    def update(self, update: GameUpdate, at_ms: int) -> None:
        """Keep the news of a game, and its report if they settle it."""
        self._store.update(update, at_ms)
        if update.happening is Happening.SETTLED:
            from bot.score.record import report_on  # with the store: see `bot.__main__`

            report = report_on(update.id, update.record, self._rules)
            if isinstance(report, PgnProblem):
                log.error("no report", game=update.id, reason=report.reason)
            else:
                self._store.report(update.id, at_ms, report)
