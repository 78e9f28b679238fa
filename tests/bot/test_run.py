"""`unruh run` as its users start, end and start it again: with a store, with a token, with everything that is named."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import chess
import pytest

from bot.lichess.simulator import Player, Script, TimeControl
from tests.bot.command_line import address, ended, names_in, posix_only, seen, started, written
from tests.bot.live import Live, running

TOKEN = "lip_s3cretS3cret"
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"

pytestmark = posix_only


def settings(live: Live, follow: str) -> str:
    return f"[lichess]\nbase_url = '{live.url}'\n[show]\nport = 0\n[store]\nurl = 'club.sqlite'\n[follow]\n{follow}"


def rows(folder: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "club.sqlite")) as connection:
        return connection.execute(question).fetchall()


async def test_a_restart_goes_on_with_every_game(tmp_path: Path) -> None:
    """The game is found by its player. The second time nobody names him, and the game has ended meanwhile."""
    async with running() as live:
        live.add(Script("abcdefgh", control=TimeControl(180, 2)).moves(MOVES).resign(chess.WHITE).game())
        await live.clock.advance(8_500)
        with started("run", "--config", written(tmp_path, settings(live, "users = ['Amsel']"))) as process:
            url = await asyncio.to_thread(address, process)
            await seen(url, "abcdefgh", lambda state: state.status.lifecycle == "live" and state.ply == 5)
            assert await ended(process) == ""
        assert rows(tmp_path, "SELECT happening FROM updates ORDER BY id LIMIT 1") == [("found",)]
        assert rows(tmp_path, "SELECT count(*) FROM reports") == [(0,)]

        await live.clock.advance(60_000)
        points = set()
        for _ in range(2):  # what is over is shown again, and not scored again
            with started("run", "--config", written(tmp_path, settings(live, "users = ['Cedar']"))) as process:
                url = await asyncio.to_thread(address, process)
                state = await seen(url, "abcdefgh", lambda state: state.status.settled)
                assert state.result
                assert (state.ply, state.result.outcome) == (14, "black_wins")
                points.add(str(state.result.points))
                assert await ended(process) == ""
        assert live.simulator.violations == []
    assert len(points) == 1
    ((report,),) = rows(tmp_path, "SELECT report FROM reports")
    assert json.loads(report)["decision"]["outcome"] == "black_wins"
    assert rows(tmp_path, "SELECT count(*) FROM updates WHERE happening = 'found'") == [(1,)]


async def test_without_a_store_nothing_is_written(tmp_path: Path) -> None:
    async with running() as live:
        live.add(Script("abcdefgh").moves("f3 e5 g4 Qh4#").game())
        await live.clock.advance(60_000)
        config = settings(live, "games = ['abcdefgh']").replace("club.sqlite", "")
        with started("run", "--config", written(tmp_path, config), folder=tmp_path) as process:
            url = await asyncio.to_thread(address, process)
            await seen(url, "abcdefgh", lambda state: state.status.settled)
            assert await ended(process) == ""
    assert names_in(tmp_path) == {"config.toml"}


async def test_own_games_at_once_and_the_token_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNRUH_TOKEN", TOKEN)
    async with running(tokens={TOKEN: "amsel"}) as live:
        script = Script("abcdefgh", control=TimeControl(900, 10), black=Player("Birke", 1650))
        live.add(script.moves(MOVES).offer(chess.WHITE).game())
        await live.clock.advance(60_000)
        config = written(tmp_path, settings(live, "mine = true\nusers = ['Amsel']"))
        with started("run", "--verbose", "--config", config) as process:
            url = await asyncio.to_thread(address, process)
            state = await seen(url, "abcdefgh", lambda state: state.ply == 14)  # all plies, not three behind
            assert (state.status.lifecycle, state.status.plies_behind) == ("live", 0)
            async with aiohttp.ClientSession() as session:
                pages = [
                    await (await session.get(f"{url}{path}")).text()
                    for path in ("/", "/game/abcdefgh", "/api/v1/status", "/api/v1/games/abcdefgh", "/healthz")
                ]
            told = await ended(process)
        assert live.simulator.violations == []
        assert TOKEN not in "".join(asked.path for asked in live.simulator.requests)
    status = json.loads(pages[2])
    assert [source["name"] for source in status["sources"]] == ["own games", "user Amsel"]
    assert [game["transport"] for game in status["games"]] == ["own"]
    assert not any(TOKEN in text for text in (told, *pages))
    assert "Traceback" not in told
    assert TOKEN.encode() not in b"".join(read(tmp_path))


def read(folder: Path) -> list[bytes]:
    """All that the program has written."""
    return [path.read_bytes() for path in folder.glob("club.sqlite*")]
