"""What is written down of followed games: everything that was learnt, and the report of every settled game."""

import asyncio
from collections import deque
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

import structlog

from bot.follower.worker import Worker
from bot.pgn import PgnProblem
from bot.updates import GameUpdate, Happening
from scoring import BookAnswer, Rules

if TYPE_CHECKING:
    from bot.store import Store, StoredReport

log = structlog.get_logger()


class Journal(Protocol):
    """Whoever keeps what is learnt; every call returns quickly and never raises."""

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """A game is followed from now on."""

    def update(self, update: GameUpdate, at_ms: int, book: BookAnswer) -> None:
        """News of a game, after it was taken, and what the book says of it.

        News that settled a game come again when the book answers otherwise.
        """


class StoreJournal:
    """Keeps everything in the store. A settled game's report is what `unruh score` says of its record.

    It rests on what the book said of the game when the news came; when the book has answered, a new report is added.

    The report is given to the store together with the news that settled the game. Under "fide" it may take seconds and
    is made by the worker; the news waits for it, and later news of the same game for that. If the program ends
    meanwhile, the game is not settled in the store, so it is followed again after the next start, and is reported then.
    The same goes for a report that was not made because of an error of the program.
    """

    def __init__(self, store: "Store", rules: Rules, worker: Worker | None = None) -> None:
        """Take the store, the rules that games are scored by, and who makes reports that may take long."""
        self._store = store
        self._rules = rules
        self._worker = worker or Worker()
        self._turn = asyncio.Lock()
        self._waiting: dict[str, deque[tuple[GameUpdate, int, BookAnswer]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """Keep that a game is followed."""
        self._store.found(game_id, at_ms, origin)

    def update(self, update: GameUpdate, at_ms: int, book: BookAnswer) -> None:
        """Keep the news of a game, and its report if they settle it."""
        if update.id in self._waiting:
            self._waiting[update.id].append((update, at_ms, book))
        elif update.happening is not Happening.SETTLED:
            self._store.update(update, at_ms)
        elif self._rules.flag_fall != "fide":
            self._keep_settled(update, at_ms, self._report(update, book))
        else:
            self._waiting[update.id] = deque([(update, at_ms, book)])
            task = asyncio.create_task(self._catch_up(update.id), name=f"report of {update.id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, game_id: str) -> None:
        """Keep all that waits of a game, in its order."""
        waiting = self._waiting[game_id]
        while waiting:
            update, at_ms, book = waiting[0]
            if update.happening is Happening.SETTLED:
                async with self._turn:  # only one report waits at the worker, so proofs have every other turn there
                    report = await self._worker.run(partial(self._report, update, book))
                self._keep_settled(update, at_ms, report)
            else:
                self._store.update(update, at_ms)
            waiting.popleft()
        del self._waiting[game_id]

    def _keep_settled(self, update: GameUpdate, at_ms: int, report: "StoredReport | PgnProblem | None") -> None:
        """Keep a game that is settled with its report; without one that can still be made, it has only ended."""
        if report is None:
            update = replace(update, happening=Happening.ENDED)
        self._store.update(update, at_ms)
        if isinstance(report, PgnProblem):
            log.error("no report", game=update.id, reason=report.reason)
        elif report:
            self._store.report(update.id, at_ms, report)

    def _report(self, update: GameUpdate, book: BookAnswer) -> "StoredReport | PgnProblem | None":
        """The report, or why the record has none; None after an error of the program."""
        from bot.score.record import report_on  # with the store: see `bot.program.following`

        try:
            return report_on(update.id, update.record, self._rules, book)
        except Exception:
            log.exception("no report after an error of the program", game=update.id)
            return None
