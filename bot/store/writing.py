"""One batch, one transaction: all of it is in the database afterwards, or nothing."""

from collections.abc import Sequence

from sqlalchemy import Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.backlog import Batch, Row
from bot.store.book_answers import add_book_answers
from bot.store.engine import for_writing
from bot.store.reports import add_report
from bot.store.tables import lines, updates


async def write(engine: AsyncEngine, batch: Batch) -> None:
    """Write a batch; one that is written already stays as it is.

    For a connection that breaks while a transaction ends leaves it open whether it was written. Raises whatever the
    database and its driver raise.
    """
    async with for_writing(engine).begin() as connection:
        await _add(connection, lines, batch.lines)
        await _add(connection, updates, batch.updates)
        for report in batch.reports:
            await add_report(connection, report.game_id, report.at_ms, report.content)
        await add_book_answers(connection, batch.answers)


async def last_id(connection: AsyncConnection) -> int:
    """The highest id of all lines and updates; 0 without any."""
    highest = [await connection.scalar(select(func.max(table.c.id))) for table in (lines, updates)]
    return max(number or 0 for number in highest)


async def _add(connection: AsyncConnection, table: Table, rows: Sequence[Row]) -> None:
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        await connection.execute(sqlite.insert(table).on_conflict_do_nothing(), rows)
    else:
        await connection.execute(postgresql.insert(table).on_conflict_do_nothing(), rows)
