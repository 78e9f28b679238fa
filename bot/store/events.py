"""Events in the database: rows added, and read again. What is awaited without an error is written."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any, TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.engine import for_writing, reason_of
from bot.store.event_rows import CorrectionRow, EventGameRow, SetupRow, WholeEvent, row_of
from bot.store.model import StoredReport, StoreError
from bot.store.tables import event_corrections, event_games, events, reports
from bot.store.whole_events import put_whole, read_whole

R = TypeVar("R", SetupRow, EventGameRow, CorrectionRow)


class EventRows:
    """The events of a store. Everything raises `StoreError` when the database fails."""

    def __init__(self, name: str, engine: AsyncEngine) -> None:
        """Take the name of the store, and an open database."""
        self._name = name
        self._engine = engine

    async def add_setup(self, row: SetupRow) -> None:
        """Add what is agreed now, with the next number; nothing if it is what was agreed last."""
        with self._in_one_sentence():
            async with for_writing(self._engine).begin() as connection:
                known = select(events).where(events.c.event_id == row.event_id)
                latest = (await connection.execute(known.order_by(events.c.number.desc()).limit(1))).one_or_none()
                if latest is None or latest.setup != row.setup:
                    number = 1 if latest is None else latest.number + 1
                    await connection.execute(events.insert(), asdict(replace(row, number=number)))

    async def setups(self) -> list[SetupRow]:
        """What is agreed now for every event, in the order of their ids."""
        newest = select(events.c.event_id, func.max(events.c.number).label("number")).group_by(events.c.event_id)
        numbers = newest.subquery()
        same = (events.c.event_id == numbers.c.event_id) & (events.c.number == numbers.c.number)
        return await self._read(SetupRow, select(events).join(numbers, same).order_by(events.c.event_id))

    async def add_games(self, event_id: str, rows: Iterable[EventGameRow]) -> None:
        """Add games of an event, all or none, each with the next number; not those that are there so already."""
        with self._in_one_sentence():
            async with for_writing(self._engine).begin() as connection:
                found = await connection.execute(_latest_games(event_id))
                known = {row.game_id: row_of(EventGameRow, row) for row in found}
                for row in rows:
                    before = known.get(row.game_id)
                    new = replace(row, number=before.number + 1 if before else 1)
                    if before is None or replace(new, number=before.number, since_ms=before.since_ms) != before:
                        await connection.execute(event_games.insert(), asdict(new))
                        known[row.game_id] = new

    async def games(self, event_id: str) -> list[EventGameRow]:
        """The games of an event as they belong there now, in their order."""
        found = await self._read(EventGameRow, _latest_games(event_id))
        return sorted(found, key=lambda row: (row.order, row.game_id))

    async def reports(self, event_id: str) -> dict[str, StoredReport]:
        """The latest report of every game of an event that has one, by the game's id."""
        of_event = select(event_games.c.game_id).where(event_games.c.event_id == event_id)
        newest = select(reports.c.game_id, func.max(reports.c.number).label("number")).group_by(reports.c.game_id)
        numbers = newest.where(reports.c.game_id.in_(of_event)).subquery()
        same = (reports.c.game_id == numbers.c.game_id) & (reports.c.number == numbers.c.number)
        with self._in_one_sentence():
            async with self._engine.connect() as connection:
                rows = (await connection.execute(select(reports).join(numbers, same))).all()
        return {row.game_id: row_of(StoredReport, row) for row in rows}

    async def add_correction(self, row: CorrectionRow) -> bool:
        """Add a correction if it is the next one, or there already; returns whether it is there."""
        with self._in_one_sentence():
            async with for_writing(self._engine).begin() as connection:
                if connection.dialect.name != "sqlite":  # there, only one writes at a time anyway
                    await connection.exec_driver_sql("LOCK TABLE event_corrections IN SHARE ROW EXCLUSIVE MODE")
                known = (await connection.execute(_corrections(row.event_id))).all()
                if row.number == len(known) + 1:
                    await connection.execute(event_corrections.insert(), asdict(row))
                    return True
        return row.number <= len(known) and row_of(CorrectionRow, known[row.number - 1]) == row

    async def corrections(self, event_id: str) -> list[CorrectionRow]:
        """All corrections of an event in their order."""
        return await self._read(CorrectionRow, _corrections(event_id))

    async def whole(self, event_id: str) -> WholeEvent:
        """All that there is of an event."""
        with self._in_one_sentence():
            async with self._engine.connect() as connection:
                return await read_whole(connection, event_id)

    async def put_whole(self, event_id: str, whole: WholeEvent, *, overwrite: bool) -> None:
        """Put an event in its place, all or nothing.

        Raises `StoreError` if something else is there, unless it is to be overwritten.
        """
        with self._in_one_sentence():
            async with for_writing(self._engine).begin() as connection:
                await put_whole(connection, event_id, whole, overwrite=overwrite)

    async def _read(self, kind: type[R], statement: Select[Any]) -> list[R]:
        with self._in_one_sentence():
            async with self._engine.connect() as connection:
                return [row_of(kind, row) for row in await connection.execute(statement)]

    @contextmanager
    def _in_one_sentence(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the store {self._name} cannot be used: {reason_of(error)}") from error


def _latest_games(event_id: str) -> Select[Any]:
    of_event = event_games.c.event_id == event_id
    newest = select(event_games.c.game_id, func.max(event_games.c.number).label("number")).where(of_event)
    numbers = newest.group_by(event_games.c.game_id).subquery()
    same = (event_games.c.game_id == numbers.c.game_id) & (event_games.c.number == numbers.c.number)
    return select(event_games).join(numbers, same).where(of_event)


def _corrections(event_id: str) -> Select[Any]:
    of_event = event_corrections.c.event_id == event_id
    return select(event_corrections).where(of_event).order_by(event_corrections.c.number)
