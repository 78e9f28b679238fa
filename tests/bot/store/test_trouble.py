"""A locked database, a full disk, a server that is gone: nothing is raised, health tells, all is caught up once."""

import asyncio
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.store import Store, StoreHealth, backlog, engine, writer
from bot.store.backlog import Batch
from bot.store.writing import write
from bot.updates import Happening
from tests.bot.store.conftest import Place
from tests.bot.store.postgres import Server
from tests.bot.store.samples import report, until, update

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite does not wait for locks, nor the backlog for large batches."""
    monkeypatch.setattr(engine, "BUSY_S", 0.0)
    monkeypatch.setattr(backlog, "BATCH", 3)


def tell(store: Store, number: int) -> None:
    """A line, a find, and an update with its report."""
    store.line("stream", b"%d" % number)
    store.found(f"f{number:07}", number, "users")
    store.update(update(f"{number:08}", Happening.SETTLED, "e2e4", record="1. e4 *"), number)
    store.report(f"{number:08}", number, report())


async def check(place: Place, size: int) -> None:
    """All that was told is there, once and in order."""
    assert [row.data for row in await place.rows("lines")] == [b"%d" % number for number in range(size)]
    assert [row.at_ms for row in await place.rows("updates")] == [number for number in range(size) for _ in range(2)]
    assert [(row.game_id, row.number) for row in await place.rows("reports")] == [(f"{n:08}", 1) for n in range(size)]


async def let_time_pass(place: Place, done: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not done():
            await place.clock.advance(1_000)


async def fails(place: Place, store: Store, reason: str) -> None:
    """Three tellings cannot be written: this is known, and was said once."""
    with capture_logs() as logs:
        for number in range(3):
            tell(store, number)
            await let_time_pass(place, lambda: store.health.failing_since_ms is not None)
            await place.clock.advance(200_000)
    assert store.health == StoreHealth(12, store.health.failing_since_ms, reason)
    assert [(entry["log_level"], entry["reason"]) for entry in logs] == [("warning", reason)]


async def catches_up(place: Place, store: Store) -> None:
    with capture_logs() as logs:
        await let_time_pass(place, lambda: store.health.backlog == 0)
        await until(lambda: store.health == StoreHealth())
    assert [entry["event"] for entry in logs] == ["the store is written again, nothing is missing"]
    tell(store, 3)


async def test_a_locked_database(file_place: Place) -> None:
    async with file_place.open() as store:
        with closing(sqlite3.connect(file_place.url, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            await fails(file_place, store, "another program has locked it")
        await catches_up(file_place, store)
    await check(file_place, 4)


async def test_a_full_disk(file_place: Place) -> None:
    async def allow(store: Store, pages: int) -> None:
        async with store._engine.connect() as connection:
            await connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    async with file_place.open() as store:
        await allow(store, 1)
        store.line("stream", b"0" * 100_000)
        await let_time_pass(file_place, lambda: store.health.failing_since_ms is not None)
        assert store.health.reason == "the disk is full"
        tell(store, 1)
        await file_place.clock.advance(200_000)
        assert store.health.backlog == 5
        await allow(store, 10_000)
        await let_time_pass(file_place, lambda: store.health == StoreHealth())
    assert [len(row.data) for row in await file_place.rows("lines")] == [100_000, 1]
    assert [len(await file_place.rows(table)) for table in ("updates", "reports")] == [2, 1]


async def test_a_server_that_is_gone(server_place: Place, postgres: Server) -> None:
    database = server_place.url.rpartition("/")[2]
    hang_up = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
    async with server_place.open() as store:
        await postgres.ask(f"ALTER DATABASE {database} ALLOW_CONNECTIONS false")
        await postgres.ask(hang_up)
        with capture_logs() as logs:
            for number in range(3):
                tell(store, number)
                await let_time_pass(server_place, lambda: store.health.failing_since_ms is not None)
        assert len(logs) == 1
        assert store.health.backlog == 12
        await postgres.ask(f"ALTER DATABASE {database} ALLOW_CONNECTIONS true")
        await catches_up(server_place, store)
        await let_time_pass(server_place, lambda: store.health == StoreHealth())
        await postgres.ask(hang_up)
        tell(store, 4)
        await let_time_pass(server_place, lambda: store.health == StoreHealth())
    await check(server_place, 5)


async def test_a_connection_that_breaks_after_the_commit(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: Counter[bool] = Counter()

    async def half_write(engine: AsyncEngine, batch: Batch) -> None:
        await write(engine, batch)
        tries[bool(batch)] += 1
        if tries[True] % 3:
            raise ConnectionResetError

    monkeypatch.setattr(writer, "write", half_write)
    async with place.open() as store:
        for number in range(4):
            tell(store, number)
        await let_time_pass(place, lambda: store.health == StoreHealth())
    assert tries[True] > 4
    await check(place, 4)


async def test_an_error_of_the_program_stops_nothing(file_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wrong(engine: AsyncEngine, batch: Batch) -> None:
        raise KeyError("oops")

    async with file_place.open() as store:
        with monkeypatch.context() as patch:
            patch.setattr(writer, "write", wrong)
            await fails(file_place, store, "the database says \"'oops'\"")
        await catches_up(file_place, store)
    await check(file_place, 4)


async def test_raw_lines_are_given_up_when_memory_ends(file_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backlog, "LINES_BYTES", 10_000)
    async with file_place.open() as store:
        for number in range(1_000):
            store.line("stream", b"x" * 400)
            store.found(f"{number:08}", number, "users")
        assert (store.health.backlog, store.health.dropped_lines) == (1_010, 990)
        await let_time_pass(file_place, lambda: store.health.backlog == 0)
        store.line("stream", b"y")
    assert [row.data for row in await file_place.rows("lines")] == [b"x" * 400] * 10 + [b"y"]
    assert len(await file_place.rows("updates")) == 1_000


async def test_the_end_waits_for_no_lock(file_place: Place) -> None:
    with closing(sqlite3.connect(file_place.url, isolation_level=None)) as other:
        with capture_logs() as logs:
            async with file_place.open() as store:
                other.execute("BEGIN EXCLUSIVE")
                tell(store, 0)
        assert [(entry["log_level"], entry.get("rows")) for entry in logs] == [("warning", None), ("error", 4)]


async def test_what_waits_is_written_at_the_end_though_it_failed_before(file_place: Place) -> None:
    async with file_place.open() as store:
        with closing(sqlite3.connect(file_place.url, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            await fails(file_place, store, "another program has locked it")
        assert store.health.backlog == 12
    await check(file_place, 3)


TELLER = """
import asyncio, itertools, sys
from bot.clock import RealClock
from bot.store import open_store
from tests.bot.store.test_trouble import tell

async def main():
    async with open_store(sys.argv[1], RealClock(20)) as store:
        for number in itertools.count(int(sys.argv[2])):
            tell(store, number)
            if number % 50 == 49:
                await asyncio.sleep(0.01)
                print(number + 1 - int(sys.argv[2]), store.health.backlog, flush=True)

asyncio.run(main())
"""


def tell_and_die(place: Place, first: int) -> None:
    """Tell from a program that is killed in the midst of it."""
    command = [sys.executable, "-c", TELLER, place.url, str(first)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        written = 0
        while written < 400:
            told, waiting = map(int, process.stdout.readline().split())
            written = 4 * told - waiting
        process.kill()


async def test_a_killed_program_leaves_whole_transactions(file_place: Place) -> None:
    size = 0
    for _ in range(2):
        tell_and_die(file_place, size)
        reports = await file_place.rows("reports")
        settled = [row for row in await file_place.rows("updates") if row.happening == "settled"]
        assert [row.game_id for row in settled] == [row.game_id for row in reports]
        assert [row.game_id for row in reports] == [f"{number:08}" for number in range(len(reports))]
        assert len(reports) > size
        async with file_place.open() as store:
            assert len(await store.recent(0)) == len(reports)
        size = len(reports)
