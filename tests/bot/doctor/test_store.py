"""The store, looked at without leaving a trace."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.clock import ManualClock
from bot.doctor.finding import Finding
from bot.doctor.store import look_at_store
from bot.store import engine, open_store
from tests.bot.doctor.conftest import names_in

not_as_root = pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root writes everywhere")


async def kept(path: Path) -> None:
    """Make a store with a game that is not over."""
    async with open_store(str(path), ManualClock()) as store:
        store.found("game0001", 1, "user amsel")


def protect(path: Path) -> None:
    path.chmod(0o444)


def rows(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


async def test_none() -> None:
    finding = await look_at_store("", None)
    assert (finding.verdict, finding.advice) == ("note", "name a file in store.url to keep them")


async def test_one_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "unruh.sqlite"
    assert await look_at_store(str(path), None) == Finding("good", "store", f"{path} will be made at the start")
    assert names_in(tmp_path) == []


async def test_one_with_a_game(tmp_path: Path) -> None:
    path = tmp_path / "unruh.sqlite"
    await kept(path)
    finding = await look_at_store(str(path), None)
    assert finding.verdict == "good"
    assert finding.text == f"{path} can be written; 1 game to be followed on"
    assert (rows(path, "lines"), rows(path, "updates")) == (0, 1)


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "unruh.sqlite"
    finding = await look_at_store(str(path), None)
    assert (finding.verdict, finding.advice) == ("bad", "check store.url")
    assert finding.text == f"{path} cannot be made: {path.parent} is no folder that may be written"


@not_as_root
async def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    assert (await look_at_store(str(tmp_path / "closed" / "unruh.sqlite"), None)).verdict == "bad"


async def test_one_that_another_program_has_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY_S", 0.01)
    path = tmp_path / "unruh.sqlite"
    await kept(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        finding = await look_at_store(str(path), None)
    assert (finding.verdict, finding.advice) == ("bad", "check store.url")
    assert finding.text == f"the store {path} cannot be written: another program has locked it"


@not_as_root
async def test_one_that_may_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "unruh.sqlite"
    await kept(path)
    protect(path)
    finding = await look_at_store(str(path), None)
    assert finding.verdict == "bad"
    assert finding.text.endswith("it may not be written; check the permissions of the file and its folder")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        (
            "postgresql://u:s3cret@127.0.0.1:1/club",
            "the store 127.0.0.1/club cannot be opened: the server cannot be reached",
        ),
        ("postgresql://u:s3cret@127.0.0.1", "the URL of the store cannot be read"),
    ],
)
async def test_a_server_that_is_not_there(url: str, reason: str) -> None:
    finding = await look_at_store(url, "s3cret")
    assert finding.verdict == "bad"
    assert finding.text.startswith(reason)
    assert "s3cret" not in repr(finding)


@pytest.mark.parametrize("content", [b"no database at all, but long enough" * 100])
async def test_a_file_that_is_no_store(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "unruh.sqlite"
    path.write_bytes(content)
    finding = await look_at_store(str(path), None)
    assert finding.verdict == "bad"
    assert finding.text.endswith("the file is not a database")
    assert path.read_bytes() == content
