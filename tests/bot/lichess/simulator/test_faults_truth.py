"""Faults that change what is true."""

import chess

from bot.lichess.simulator import Script, TimeControl
from bot.lichess.simulator.faults import Abort, Restart
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
