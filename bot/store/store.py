"""The store as the rest of the program sees it: told of everything, and writing it down when it can."""

import itertools
from collections.abc import Awaitable
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.book.counted import CountedPosition
from bot.clock import Clock
from bot.store.address import Address
from bot.store.backlog import Backlog, WaitingReport
from bot.store.book_answers import latest_book_answers
from bot.store.compact import compact
from bot.store.engine import reason_of
from bot.store.events import EventRows
from bot.store.games import FINAL, FOUND, games_for_good, games_over_since, unfinished_games
from bot.store.lines import last_line
from bot.store.model import KeptGame, KeptLine, StoredReport, StoreError, StoreHealth
from bot.store.writer import Writer
from bot.updates import GameUpdate

T = TypeVar("T")


class Store:
    """Takes lines, updates and reports at once, and never raises or waits for it; its writer writes them down.

    While the database fails, everything waits in memory, is tried again after growing pauses, and is caught up;
    `health` tells of it. Updates and reports are never given up, raw lines beyond a generous bound are (see
    `bot.store.backlog`). Of events, `events` keeps what it is given before it returns.
    """

    def __init__(self, address: Address, engine: AsyncEngine, clock: Clock, first_id: int) -> None:
        """Take an open database, and the first id that is free in it. Use `open_store` instead."""
        self._address = address
        self._engine = engine
        self._clock = clock
        self._ids = itertools.count(first_id)
        self._backlog = Backlog()
        self._last: dict[str, GameUpdate] = {}
        self.events = EventRows(address.name, engine)
        self.writer = Writer(address.name, engine, clock, self._backlog)

    @property
    def health(self) -> StoreHealth:
        """Whether it keeps up."""
        return self.writer.health

    def line(self, origin: str, data: bytes) -> None:
        """Keep a raw line as it was received; `origin` says from where."""
        self._backlog.add_line({"id": next(self._ids), "at_ms": self._clock.now_ms(), "origin": origin, "data": data})
        self.writer.wake()

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """Keep that a source has found a game: it is resumed even if nothing was heard of it before a restart."""
        self._news(game_id, at_ms, FOUND, origin)

    def update(self, update: GameUpdate, at_ms: int) -> None:
        """Keep what became known of a game."""
        self._news(update.id, at_ms, update.happening, compact(update, self._last.get(update.id)))
        if update.happening in FINAL:
            self._last.pop(update.id, None)
        else:
            self._last[update.id] = update

    def report(self, game_id: str, at_ms: int, report: StoredReport) -> None:
        """Keep the report of a game; in one transaction with the update that was given right before.

        The same report as the latest one of the game is not kept again.
        """
        self._backlog.add(WaitingReport(game_id, at_ms, report))
        self.writer.wake()

    def book_answer(self, answer: CountedPosition) -> None:
        """Keep what a database said of a position, instead of what it said before."""
        self._backlog.add_answer(answer)
        self.writer.wake()

    async def book_answers(self, database: str) -> list[CountedPosition]:
        """What a database said of positions in the last time, the older answers first. Raises `StoreError`."""
        return await self._read(latest_book_answers(self._engine, database))

    async def unfinished(self) -> list[KeptGame]:
        """The games to follow again after a start: found or heard of, and not over. Raises `StoreError`."""
        return await self._read(unfinished_games(self._engine))

    async def recent(self, since_ms: int) -> list[KeptGame]:
        """The games that were settled, or otherwise over, at a time or later. Raises `StoreError`."""
        return await self._read(games_over_since(self._engine, since_ms))

    async def last_line(self, origin: str) -> KeptLine | None:
        """The last raw line from an origin, if it is not too long ago. Raises `StoreError`."""
        return await self._read(last_line(self._engine, origin))

    async def over(self) -> list[str]:
        """The ids of all games that are over for good, the last ended last. Raises `StoreError`."""
        return await self._read(games_for_good(self._engine))

    def _news(self, game_id: str, at_ms: int, happening: str, payload: str) -> None:
        row = {"id": next(self._ids), "at_ms": at_ms, "game_id": game_id, "happening": happening, "payload": payload}
        self._backlog.add(row)
        self.writer.wake()

    async def _read(self, reading: Awaitable[T]) -> T:
        try:
            return await reading
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the store {self._address.name} cannot be read: {reason_of(error)}") from error
