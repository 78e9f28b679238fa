"""What databases on the network said of positions: the last answer of each, until it is twice as old as it counts."""

from collections.abc import Sequence

import msgspec
import structlog
from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.book.counted import FRESH_MS, MOST_POSITIONS, CountedPosition
from bot.store.tables import book_answers

log = structlog.get_logger()

KEPT_MS = 2 * FRESH_MS

c = book_answers.c


async def add_book_answers(connection: AsyncConnection, answers: Sequence[CountedPosition]) -> None:
    """Replace what was said of these positions, and let go of what is too old."""
    rows = {
        (answer.database, answer.epd): {
            "database": answer.database,
            "epd": answer.epd,
            "games": answer.games,
            "moves": msgspec.json.encode(answer.moves).decode(),
            "at_ms": answer.at_ms,
        }
        for answer in answers
    }
    if not rows:
        return
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    adding = insert(book_answers)
    news = {name: adding.excluded[name] for name in ("games", "moves", "at_ms")}
    await connection.execute(
        adding.on_conflict_do_update(index_elements=[c.database, c.epd], set_=news), [*rows.values()]
    )
    newest_ms = max(answer.at_ms for answer in answers)
    await connection.execute(delete(book_answers).where(c.at_ms < newest_ms - KEPT_MS))


async def latest_book_answers(engine: AsyncEngine, database: str) -> list[CountedPosition]:
    """The latest answers of a database, as many as are remembered, older ones first, without what cannot be read."""
    of_database = select(book_answers).where(c.database == database)
    async with engine.connect() as connection:
        rows = (await connection.execute(of_database.order_by(c.at_ms.desc()).limit(MOST_POSITIONS))).all()
    answers = []
    for row in reversed(rows):
        try:
            moves = msgspec.json.decode(row.moves, type=dict[str, int])
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            log.warning("stored answer of a book left out", epd=row.epd, reason=str(error))
        else:
            answers.append(CountedPosition(row.database, row.epd, row.games, moves, row.at_ms))
    return answers
