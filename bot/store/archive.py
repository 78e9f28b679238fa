"""The reports and the events of a store, to be read and changed while nothing else of it is used."""

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.address import Address, read_address
from bot.store.engine import for_writing, reason_of
from bot.store.events import EventRows
from bot.store.model import KeptReport, StoredReport, StoreError
from bot.store.opening import open_database
from bot.store.reports import add_report, latest_reports


class Archive:
    """All reports of a store, and its events. Everything raises `StoreError` when the database fails."""

    def __init__(self, address: Address, engine: AsyncEngine) -> None:
        """Take an open database. Use `open_archive` instead."""
        self._address = address
        self._engine = engine
        self.events = EventRows(address.name, engine)

    async def latest(self) -> AsyncIterator[list[KeptReport]]:
        """The latest report of every game in the order of their ids, some at a time."""
        with self._in_one_sentence():
            async for page in latest_reports(self._engine):
                yield page

    async def replace(self, reports: Iterable[tuple[KeptReport, StoredReport]], at_ms: int) -> int:
        """Add new reports, all or none, each only if what it replaces is still the latest; returns how many were."""
        added = 0
        with self._in_one_sentence():
            async with for_writing(self._engine).begin() as connection:
                for old, new in reports:
                    added += await add_report(connection, old.game_id, at_ms, new, replacing=old.number)
        return added

    @contextmanager
    def _in_one_sentence(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the store {self._address.name} cannot be used: {reason_of(error)}") from error


@asynccontextmanager
async def open_archive(url: str, password: str | None = None) -> AsyncIterator[Archive]:
    """Open the reports of a store that exists. Raises `StoreError` if it cannot be used."""
    address = read_address(url, password)
    if address.file is not None and not address.file.exists():
        raise StoreError(f"there is no store {address.name} yet")
    async with open_database(address) as engine:
        yield Archive(address, engine)
