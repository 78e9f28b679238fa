"""Raw lines, read again."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.model import KeptLine
from bot.store.tables import lines

_LOOKED_AT = 100_000


async def last_line(engine: AsyncEngine, origin: str) -> KeptLine | None:
    """The last line from an origin, if it is among the last 100,000 of all."""
    latest = select(lines.c.id, lines.c.origin).order_by(lines.c.id.desc()).limit(_LOOKED_AT).subquery()
    found = select(latest.c.id).where(latest.c.origin == origin).order_by(latest.c.id.desc()).limit(1)
    async with engine.connect() as connection:
        wanted = select(lines.c.at_ms, lines.c.data).where(lines.c.id == found.scalar_subquery())
        row = (await connection.execute(wanted)).one_or_none()
    return None if row is None else KeptLine(row.at_ms, bytes(row.data))
