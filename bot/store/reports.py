"""Reports in the database: added, and read again."""

from collections.abc import AsyncIterator
from dataclasses import asdict

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.model import KeptReport, StoredReport
from bot.store.tables import reports

_PAGE = 100


async def add_report(
    connection: AsyncConnection, game_id: str, at_ms: int, content: StoredReport, *, replacing: int | None = None
) -> bool:
    """Add a report of a game, unless it is the same as the latest one; returns whether it was added.

    With `replacing` it is added only if the latest one still has that number.
    """
    of_game = select(reports).where(reports.c.game_id == game_id)
    latest = (await connection.execute(of_game.order_by(reports.c.number.desc()).limit(1))).one_or_none()
    number = 0 if latest is None else latest.number
    if (latest is not None and _content(latest) == content) or replacing not in (None, number):
        return False
    row = {"game_id": game_id, "number": number + 1, "at_ms": at_ms, **asdict(content)}
    await connection.execute(reports.insert(), row)
    return True


async def latest_reports(engine: AsyncEngine) -> AsyncIterator[list[KeptReport]]:
    """The latest report of every game in the order of their ids, page by page."""
    newest = select(reports.c.game_id, func.max(reports.c.number).label("number")).group_by(reports.c.game_id)
    game_id: str | None = None
    while True:
        page = newest.order_by(reports.c.game_id).limit(_PAGE)
        numbers = (page if game_id is None else page.where(reports.c.game_id > game_id)).subquery()
        same = (reports.c.game_id == numbers.c.game_id) & (reports.c.number == numbers.c.number)
        async with engine.connect() as connection:
            rows = (await connection.execute(select(reports).join(numbers, same).order_by(reports.c.game_id))).all()
        if not rows:
            return
        yield [KeptReport(row.game_id, row.number, _content(row)) for row in rows]
        game_id = rows[-1].game_id


def _content(row: object) -> StoredReport:
    return StoredReport(**{name: getattr(row, name) for name in StoredReport.__slots__})
