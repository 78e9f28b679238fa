"""A store to test with, on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Executable

from bot.clock import ManualClock
from bot.store import Store, open_store
from bot.store.address import read_address
from bot.store.engine import create_engine
from bot.store.tables import metadata
from tests.bot.store.postgres import PASSWORD, Server, find_programs, running_server

_NUMBERS = count(1)


@dataclass
class Place:
    """An empty database, and looks into it past the store."""

    url: str
    password: str | None = None
    clock: ManualClock = field(default_factory=ManualClock)

    def open(self, keep_days: int = 0) -> AbstractAsyncContextManager[Store]:
        return open_store(self.url, self.clock, password=self.password, keep_days=keep_days)

    async def ask(self, statement: Executable) -> list[Any]:
        """The rows of an answer; what is changed stays changed."""
        engine = create_engine(read_address(self.url, self.password))
        try:
            async with engine.begin() as connection:
                result = await connection.execute(statement)
                return list(result) if result.returns_rows else []
        finally:
            await engine.dispose()

    async def rows(self, table: str) -> list[Any]:
        """All rows of a table in the order of their keys."""
        known = metadata.tables[table]
        return await self.ask(known.select().order_by(*known.primary_key))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    programs = find_programs()
    if programs is None:
        pytest.skip("no PostgreSQL (initdb, postgres) on this machine")
    with running_server(programs) as server:
        yield server


@pytest.fixture
def file_place(tmp_path: Path) -> Place:
    return Place(str(tmp_path / "unruh.sqlite"))


@pytest_asyncio.fixture
async def server_place(postgres: Server) -> AsyncIterator[Place]:
    name = f"unruh{next(_NUMBERS)}"
    await postgres.ask(f"CREATE DATABASE {name}")
    yield Place(postgres.url(name), PASSWORD)
    await postgres.ask(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Place:
    """The same test on both databases."""
    place: Place = request.getfixturevalue("file_place" if request.param == "sqlite" else "server_place")
    return place
