"""Opening the store, and keeping it in order while it is open."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.clock import Clock, within
from bot.store.address import Address, read_address
from bot.store.engine import create_engine, reason_of
from bot.store.model import StoreError
from bot.store.retention import forget_before
from bot.store.schema import bring_up_to_date
from bot.store.store import Store
from bot.store.writing import last_id

log = structlog.get_logger()

DAY_MS = 24 * 60 * 60_000
_ID_BITS = 20
"""Ids begin at the time of opening, with room for a million rows a millisecond: those of several runs never meet."""


@asynccontextmanager
async def open_store(
    url: str, clock: Clock, *, password: str | None = None, keep_days: int = 0
) -> AsyncIterator[Store]:
    """Open a store, made and brought up to date if need be: a file, `sqlite:///file`, or `postgresql://…`.

    `password` is that of the server, if it is not in the URL. Raw lines and the updates of games that are over are
    deleted after `keep_days`; 0 keeps them. At the end what waits is written, if that is possible at once. Raises
    `StoreError` if the store cannot be used.
    """
    address = read_address(url, password)
    async with open_database(address) as engine:
        async with _opening(address), engine.connect() as connection:
            first_id = max(await last_id(connection) + 1, clock.now_ms() << _ID_BITS)
        store = Store(address, engine, clock, first_id)
        closing = asyncio.Event()
        tasks = [asyncio.create_task(store.writer.run(), name="write the store")]
        if keep_days:
            tasks.append(asyncio.create_task(_keep_tidy(engine, clock, keep_days, closing), name="tidy the store"))
        try:
            yield store
        finally:
            closing.set()
            store.writer.close()
            await asyncio.gather(*tasks)


@asynccontextmanager
async def open_database(address: Address) -> AsyncIterator[AsyncEngine]:
    """Open a database, made and brought up to date if need be. Raises `StoreError` if it cannot be used."""
    async with _opening(address):
        if address.file is not None:  # where that fails, the driver's thread would tell it once more, as a traceback
            sqlite3.connect(address.file).close()
    engine = create_engine(address)
    try:
        async with _opening(address), engine.begin() as connection:
            await connection.run_sync(bring_up_to_date)
        yield engine
    finally:
        await engine.dispose()


@asynccontextmanager
async def _opening(address: Address) -> AsyncIterator[None]:
    """Tell in one sentence why a database does not open: drivers raise anything for what stands in a URL."""
    try:
        yield
    except StoreError as error:
        raise StoreError(f"the store {address.name} cannot be used: {error}") from error
    except Exception as error:
        raise StoreError(f"the store {address.name} cannot be opened: {reason_of(error)}") from error


async def _keep_tidy(engine: AsyncEngine, clock: Clock, keep_days: int, closing: asyncio.Event) -> None:
    """Delete what is too old, now and every day."""
    while not closing.is_set():
        try:
            async with aclosing(forget_before(engine, clock.now_ms() - keep_days * DAY_MS)) as steps:
                async for _ in steps:
                    if closing.is_set():
                        return
        except Exception as error:
            log.warning("old rows of the store are deleted tomorrow", reason=reason_of(error))
        with suppress(TimeoutError):
            await within(clock, DAY_MS, closing.wait())
