"""Opening: old stores are brought up to date, and what cannot be used is named in one sentence without a password."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from bot.clock import ManualClock
from bot.store import StoreError, open_store, schema
from bot.store.address import read_address
from bot.store.engine import create_engine
from bot.store.tables import metadata
from tests.bot.store.conftest import Place
from tests.bot.store.postgres import PASSWORD, Server
from tests.bot.store.samples import report

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade():
    op.add_column("reports", sa.Column("note", sa.Text(), server_default="none"))
"""


@pytest.fixture
def next_version(tmp_path: Path) -> Path:
    """The migrations as a later version of the program has them."""
    copy = tmp_path / "migrations 100%"
    shutil.copytree(schema.MIGRATIONS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "versions" / "v4_next.py").write_text(NEXT, encoding="utf-8")
    return copy


async def refused(url: str, password: str | None = None) -> str:
    with pytest.raises(StoreError) as caught:
        async with open_store(url, ManualClock(), password=password):
            pass
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert PASSWORD not in sentence
    return sentence


async def test_the_tables_are_those_the_program_uses(place: Place) -> None:
    async with place.open():
        pass
    engine = create_engine(read_address(place.url, place.password))
    async with engine.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync, opts={"compare_type": True}), metadata)
        )
    await engine.dispose()
    assert differences == []


async def test_an_old_store_is_brought_up_to_date(
    place: Place, next_version: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place.open() as store:
        store.report("game0001", 1, report())
    monkeypatch.setattr(schema, "MIGRATIONS", next_version)
    for _ in range(2):
        async with place.open() as store:
            store.report("game0002", 1, report())
    rows = await place.ask(text("SELECT game_id, note FROM reports ORDER BY game_id"))
    assert [tuple(row) for row in rows] == [("game0001", "none"), ("game0002", "none")]


async def test_a_newer_store_is_refused_and_left_alone(
    place: Place, next_version: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", next_version)
        async with place.open() as store:
            store.report("game0001", 1, report())
    sentence = await refused(place.url, place.password)
    assert sentence.endswith("cannot be used: it was written by a newer version of Unruh; update the program")
    assert len(await place.rows("reports")) == 1


async def test_a_migration_that_fails_leaves_the_store_as_it_was(
    place: Place, next_version: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place.open() as store:
        store.report("game0001", 1, report())
    script = next_version / "versions" / "v4_next.py"
    script.write_text(f"{NEXT}    raise RuntimeError('stop')\n", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", next_version)
        await refused(place.url, place.password)
    async with place.open():
        pass
    assert [tuple(row)[-1] for row in await place.rows("reports")] == ['{"points":"0.22"}']


async def test_sqlite_writes_ahead(file_place: Place) -> None:
    async with file_place.open() as store, store._engine.connect() as connection:
        for pragma, value in [("journal_mode", "wal"), ("synchronous", 1)]:
            assert await connection.scalar(text(f"PRAGMA {pragma}")) == value


async def test_readers_do_not_wait_for_a_writer(file_place: Place) -> None:
    async with file_place.open() as store:
        with closing(sqlite3.connect(file_place.url, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await store.unfinished() == []
            async with file_place.open() as second:
                assert await second.recent(0) == []


@pytest.mark.parametrize("content", [b"x" * 5_000, b"SQLite format 3\0" + b"\xff" * 5_000])
async def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "unruh.sqlite"
    path.write_bytes(content)
    sentence = await refused(str(path))
    assert sentence.startswith(f"the store {path} cannot be opened: the file is ")
    assert path.read_bytes() == content


async def test_a_database_of_another_program(file_place: Place) -> None:
    with closing(sqlite3.connect(file_place.url)) as other:
        other.execute("CREATE TABLE lines (x)")
    assert "table lines already exists" in await refused(file_place.url)


async def test_places_without_a_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "folder" / "unruh.sqlite", tmp_path / ("x" * 300), Path(f"{tmp_path}/\0")):
        assert "cannot be opened: " in await refused(str(path))
    assert not (tmp_path / "no").exists()


@pytest.fixture
def as_nobody(tmp_path: Path) -> Iterator[None]:
    """The test runs as somebody who may read its folder and write nothing."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can become nobody")
    for folder in [tmp_path, *tmp_path.parents][:-2]:
        folder.chmod(0o755)
    os.seteuid(65534)
    yield
    os.seteuid(0)


async def test_a_store_without_permission(file_place: Place, request: pytest.FixtureRequest) -> None:
    sqlite3.connect(file_place.url).close()
    request.getfixturevalue("as_nobody")
    reason = "it may not be written; check the permissions of the file and its folder"
    assert await refused(file_place.url) == f"the store {file_place.url} cannot be opened: {reason}"


URLS = [
    ("mysql://u:pw@h/d", "can be a file, or a URL that begins with"),
    ("sqlite:///", "can be a file, or a URL that begins with"),
    ("sqlite:///sqlite://x", "can be a file, or a URL that begins with"),
    (f"postgresql://u:{PASSWORD}@h/d", "cannot be read; expected is postgresql://user@host/database"),
    ("postgresql://u@h:port/d", "cannot be read; expected is postgresql://user@host/database"),
    ("postgresql://u@h:99999999/d", "cannot be opened: "),
    ("postgresql://u@h", "cannot be read; expected is postgresql://user@host/database"),
    (f"postgresql://u@h/d?password={PASSWORD}", "cannot stand behind the “?”"),
    ("postgresql://u@127.0.0.1:1/d?colour=red", "its URL has an option that the driver does not know"),
    ("postgresql://u@127.0.0.1:1/d?sslmode=maybe", "cannot be opened: "),
    ("postgresql://u@127.0.0.1:1/d?sslmode=disable", "the store 127.0.0.1/d cannot be opened: the server cannot be"),
]


@pytest.mark.parametrize(("url", "words"), URLS)
async def test_addresses_that_cannot_be_used(url: str, words: str) -> None:
    sentence = await refused(url, PASSWORD)
    assert words in sentence
    assert "pw" not in sentence


async def test_what_a_server_refuses(postgres: Server) -> None:
    assert "the server refuses the user or the password" in await refused(postgres.url("postgres"), "wrong")
    assert "the server refuses the user or the password" in await refused(postgres.url("postgres", "nobody"), PASSWORD)
    assert "the server has no such database or user" in await refused(postgres.url("missing"), PASSWORD)


async def test_a_password_in_the_url_is_used_and_never_shown(server_place: Place) -> None:
    url = server_place.url.replace("unruh@", "unruh:p%40ss%3Aw%2Ford@")
    async with open_store(url, ManualClock()) as store:
        assert PASSWORD not in f"{store._address}{store._engine.url}"
        assert "p%40ss" not in f"{store._address}{store._engine.url!r}"
