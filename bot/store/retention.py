"""Letting go of what is old: raw lines, and the updates of games that are over. Reports stay for ever."""

from collections.abc import AsyncGenerator

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.engine import for_writing
from bot.store.games import over
from bot.store.tables import lines, updates

_LINES = 5_000
_GAMES = 50


async def forget_before(engine: AsyncEngine, before_ms: int) -> AsyncGenerator[None, None]:
    """Delete what is older than a time; bit by bit, so that writing goes on between, and gives control after each."""
    # The oldest lines have the lowest ids.
    oldest = select(lines.c.id).order_by(lines.c.id).limit(_LINES)
    old_lines = delete(lines).where(lines.c.id.in_(oldest), lines.c.at_ms < before_ms)
    gone = _LINES
    while gone == _LINES:
        async with for_writing(engine).begin() as connection:
            gone = (await connection.execute(old_lines)).rowcount
        yield
    ended = over()
    old_games = select(ended.c.game_id.label("game"), ended.c.id.label("last")).where(ended.c.at_ms < before_ms)
    async with engine.connect() as connection:
        games = [row._asdict() for row in await connection.execute(old_games)]
    to_the_end = delete(updates).where(updates.c.game_id == bindparam("game"), updates.c.id <= bindparam("last"))
    for start in range(0, len(games), _GAMES):
        async with for_writing(engine).begin() as connection:
            await connection.execute(to_the_end, games[start : start + _GAMES])
        yield
