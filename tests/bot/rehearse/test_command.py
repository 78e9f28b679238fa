"""The command `unruh rehearse`."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
import structlog
from typer.testing import CliRunner

from bot.__main__ import app
from tests.bot.command_line import address, ended, posix_only, seen, started
from tests.bot.rehearse.pgns import pgn


@pytest.fixture(autouse=True)
def own_logs() -> Iterator[None]:
    """The command sets logging up; other tests must not feel it."""
    yield
    structlog.reset_defaults()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, " cannot be read: no such file or directory"),
        (b"", "bad.pgn cannot be played: there is no game in it"),
        (b"\0\1\2", "bad.pgn cannot be played: this is a binary file, not a PGN"),
        (pgn("1. e4 e4").encode() * 3, "bad.pgn, game 1, cannot be played: the move 1... e4 is not legal"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path: Path, content: bytes | None, told: str) -> None:
    file = tmp_path / "bad.pgn"
    if content is not None:
        file.write_bytes(content)
    result = CliRunner().invoke(app, ["rehearse", str(file), "--port", "0"])
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("unruh: ")
    assert line.endswith(told)


@posix_only
async def test_a_file_is_played_and_shown_from_a_ply_on(tmp_path: Path) -> None:
    file = tmp_path / "two.pgn"
    file.write_text(pgn(White="Amsel, Anna") + pgn("1. e4 e4") + pgn(White="Cedar"), encoding="utf-8")
    with started("rehearse", str(file), "--port", "0", "--speed", "20", "--ply", "8") as process:
        assert process.stderr
        warning = await asyncio.to_thread(process.stderr.readline)
        assert "two.pgn, game 2, cannot be played: the move 1... e4 is not legal" in warning
        url = await asyncio.to_thread(address, process)
        async with aiohttp.ClientSession() as session:
            names: dict[str, str] = {}
            async with asyncio.timeout(10):
                while set(names.values()) != {"Amsel, Anna", "Cedar"}:
                    async with session.get(f"{url}/api/v1/games") as answer:
                        games = (await answer.json())["games"]
                    names = {game["id"]: game["white"]["name"] for game in games}
        for game_id in names:
            state = await seen(url, game_id, lambda state: state.ply >= 8)
            assert len(state.history) == state.ply + 1
        assert "Traceback" not in await ended(process)
