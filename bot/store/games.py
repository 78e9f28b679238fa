"""What the store knows of games, read from their updates."""

from collections.abc import Sequence

import structlog
from sqlalchemy import Row, Subquery, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.compact import RowError, unfold
from bot.store.model import KeptGame
from bot.store.tables import updates
from bot.updates import GameUpdate, Happening

log = structlog.get_logger()

FOUND = "found"
"""The happening of a game that a source has found; the payload of the row is the source's name."""
FINAL = frozenset({Happening.SETTLED, Happening.VOID, Happening.VARIANT, Happening.MISSING})
"""What ends the following of a game."""
_SILENT = (FOUND, Happening.LOST)
"""What tells nothing of a game itself."""

c = updates.c


def over() -> Subquery:
    """Every game that is over, with the id and the time of the update that said so."""
    telling = select(c.game_id, func.max(c.id).label("id")).where(c.happening.not_in(_SILENT)).group_by(c.game_id)
    last = telling.subquery()
    ended = select(c.game_id, c.id, c.at_ms, c.happening).join(last, c.id == last.c.id).where(c.happening.in_(FINAL))
    return ended.subquery()


async def unfinished_games(engine: AsyncEngine) -> list[KeptGame]:
    """Every game that was found or heard of and is not over, in the order in which they became known."""
    known = select(c.game_id).group_by(c.game_id).order_by(func.min(c.id))
    async with engine.connect() as connection:
        ids = (await connection.scalars(known.where(c.game_id.not_in(select(over().c.game_id))))).all()
        return [await _game(connection, game_id) for game_id in ids]


async def games_over_since(engine: AsyncEngine, since_ms: int) -> list[KeptGame]:
    """The games that ended at a time or later, as they stood then, the last ended last."""
    ended = over()
    async with engine.connect() as connection:
        recent = select(ended.c.game_id, ended.c.id).where(ended.c.at_ms >= since_ms).order_by(ended.c.id)
        return [await _game(connection, row.game_id, row.id) for row in await connection.execute(recent)]


async def games_for_good(engine: AsyncEngine) -> list[str]:
    """The ids of the games that are over and will stay so, the last ended last: what is missing may come yet."""
    ended = over()
    for_good = select(ended.c.game_id).where(ended.c.happening != Happening.MISSING).order_by(ended.c.id)
    async with engine.connect() as connection:
        return list(await connection.scalars(for_good))


async def _game(connection: AsyncConnection, game_id: str, up_to: int | None = None) -> KeptGame:
    rows = select(updates).where(c.game_id == game_id).order_by(c.id)
    if up_to is not None:
        rows = rows.where(c.id <= up_to)
    return _kept(game_id, (await connection.execute(rows)).all())


def _kept(game_id: str, rows: Sequence[Row[tuple[int, int, str, str, str]]]) -> KeptGame:
    """A game from its rows, oldest first; what cannot be read is logged, and the game counts as never heard of."""
    origin, update, at_ms = "", None, rows[0].at_ms
    for row in rows:
        if row.happening == FOUND:
            origin = row.payload
            continue
        before, update = update, _unfolded(game_id, row.happening, row.payload, update)
        if row.happening in FINAL or _stands(update) != _stands(before):
            at_ms = row.at_ms
    return KeptGame(game_id, origin, at_ms, update)


def _stands(update: GameUpdate | None) -> object:
    """How a game stands, whatever else has been said of it."""
    return update and (update.moves, update.clocks, update.finish)


def _unfolded(game_id: str, happening: str, payload: str, before: GameUpdate | None) -> GameUpdate | None:
    try:
        return unfold(game_id, happening, payload, before)
    except RowError as error:
        log.warning("stored update left out", game=game_id, reason=str(error))
        return None
