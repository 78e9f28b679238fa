"""Faults that change what is true."""

from typing import Any

import aiohttp
import chess
import pytest

from bot.lichess.simulator import Script, TimeControl
from bot.lichess.simulator.faults import Abort, Restart, Stop
from tests.bot.lichess.simulator.lab import Lab, read_rest

EXPORT = "/game/export/abcdefgh"
GAME = Script(control=TimeControl(180, 2)).moves("e4 e5 Nf3").resign(chess.BLACK).game()


async def test_the_server_aborts_a_game(lab: Lab) -> None:
    lab.add(GAME)
    lab.add(GAME.anew("otherone", 0))
    await lab.clock.advance(2000)
    followed, other = await lab.open(), await lab.open("otherone")
    assert not Abort().harmless
    lab.simulator.faults.add(Abort(), route="export", game="abcdefgh")
    for _ in range(2):  # the second one finds the game over
        assert (await lab.json(EXPORT))["status"] == "aborted"
    assert [line["lm"] for line in (await read_rest(followed))[2:4]] == ["e2e4", "e7e5"]
    await lab.clock.advance(2000)
    assert (await lab.json(EXPORT))["status"] == "aborted"
    assert (await read_rest(other))[-1]["status"]["name"] == "resign"


async def test_a_restart_aborts_all_games(lab: Lab) -> None:
    for game_id in ("abcdefgh", "otherone"):
        lab.add(GAME.anew(game_id, 0))
    await lab.clock.advance(2000)
    streams = [await lab.open(), await lab.open("otherone")]
    assert not Restart().harmless
    lab.simulator.faults.add(Restart(), route="status")
    await lab.json("/api/users/status?ids=amsel")
    for stream in streams:
        assert (await read_rest(stream))[-1]["status"] == {"id": 25, "name": "aborted"}


@pytest.mark.parametrize("stop", [Stop.CUT, Stop.RESET])
async def test_a_restart_may_end_all_connections(lab: Lab, stop: Any, caplog: pytest.LogCaptureFixture) -> None:
    lab.add(GAME)
    await lab.clock.advance(2000)
    streams = [await lab.open(), await lab.stream("/api/tv/feed")]
    for stream in streams:
        await stream.content.readline()
    lab.simulator.faults.add(Restart(stop), route="status")
    assert await lab.json("/api/users/status?ids=amsel") == [{"name": "Amsel", "id": "amsel", "online": True}]
    for stream in streams:
        with pytest.raises(aiohttp.ClientError):
            await stream.read()
    await lab.slots(0)
    assert (await lab.json(EXPORT))["status"] == "aborted"
    assert [record.getMessage() for record in caplog.records] == []
