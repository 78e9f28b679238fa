"""What is written down of followed games: everything that was learnt, and the report of every settled game."""

import io
import json
from typing import Protocol

import structlog

from bot.pgn import PgnGame, read_pgn
from bot.score.json_lines import report_line
from bot.score.judge import judge
from bot.store import Store, StoredReport
from bot.updates import GameUpdate, Happening
from scoring import Rules

log = structlog.get_logger()


class Journal(Protocol):
    """Whoever keeps what is learnt; every call returns quickly and never raises."""

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """A game is followed from now on."""

    def update(self, update: GameUpdate, at_ms: int) -> None:
        """News of a game, after it was taken."""


class StoreJournal:
    """Keeps everything in the store. A settled game's report is what `unruh score` says of its record."""

    def __init__(self, store: Store, rules: Rules) -> None:
        """Take the store, and the rules that games are scored by."""
        self._store = store
        self._rules = rules

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """Keep that a game is followed."""
        self._store.found(game_id, at_ms, origin)

    def update(self, update: GameUpdate, at_ms: int) -> None:
        """Keep the news of a game, and its report if they settle it."""
        self._store.update(update, at_ms)
        if update.happening is Happening.SETTLED and (report := stored_report(update, self._rules)):
            self._store.report(update.id, at_ms, report)


def stored_report(update: GameUpdate, rules: Rules) -> StoredReport | None:
    """The report of a settled game; None if its record cannot be read, which its source should have noticed."""
    game = next(read_pgn(io.BytesIO(update.record.encode(errors="replace")), f"{update.id}.pgn"), None)
    if not isinstance(game, PgnGame):
        log.error("no report", game=update.id, reason=game.reason if game else "there is no record")
        return None
    judged = judge(game, rules)
    options = json.dumps(rules.as_dict())
    return StoredReport(judged.report.version, options, update.record, report_line(judged))
