"""Faults in lists of games: their lines are the games."""

import asyncio
import json

import pytest

from bot.lichess.simulator import Script, TimeControl
from bot.lichess.simulator.faults import Fault, Gzip, Lagging, Lose, RandomPieces, Stop, StopAt
from tests.bot.lichess.simulator.lab import TIMEOUT_S, Lab
from tests.bot.lichess.simulator.wire import END, answer, chunks, unchunked

IDS = [f"game000{number}" for number in range(3)]
BEST = "/api/tv/best?nb=3"


def add_games(lab: Lab) -> None:
    for game_id in IDS:
        lab.add(Script(game_id, control=TimeControl(180, 2)).moves("e4 e5 Nf3 Nc6 Bb5 a6").game())


@pytest.mark.parametrize(("accept", "end"), [("application/x-ndjson", b"\n"), ("application/x-chess-pgn", b"\n\n\n")])
async def test_games_are_lost_or_not_whole(lab: Lab, accept: str, end: bytes) -> None:
    add_games(lab)
    _, body = await answer(lab, BEST, accept)
    games = unchunked(body)
    assert len(games) == 3
    assert all(game.endswith(end) for game in games)
    half = games[1][: len(games[1]) // 2]
    for fault, pieces, tail in (
        (Lose(1), [games[0], games[2]], END),
        (StopAt(1), games[:1], END),
        (StopAt(1, Stop.CUT, keep="half"), [games[0], half], b""),
    ):
        lab.simulator.faults.add(fault, route="tv_games")
        assert (await answer(lab, BEST, accept))[1] == chunks(*pieces) + tail


async def exported(lab: Lab) -> list[str]:
    """The ids of the games in an export of many."""

    async def post() -> bytes:
        headers = {"Accept": "application/x-ndjson"}
        async with lab.session.post(f"{lab.url}/api/games/export/_ids", data=",".join(IDS), headers=headers) as answer:
            return await answer.read()

    asking = asyncio.create_task(post())
    async with asyncio.timeout(TIMEOUT_S):
        while not asking.done():
            await lab.clock.advance(100)  # games come at a pace
            await asyncio.sleep(0.001)
    return [json.loads(line)["id"] for line in (await asking).splitlines()]


@pytest.mark.parametrize(
    ("fault", "kept"), [(Lose(1), [0, 2]), (Lose(0, 3), []), (StopAt(2), [0, 1]), (Gzip(), [0, 1, 2])]
)
async def test_games_asked_for_by_id_are_missing(lab: Lab, fault: Fault, kept: list[int]) -> None:
    add_games(lab)
    right = await exported(lab)
    assert sorted(right) == IDS
    lab.simulator.faults.add(RandomPieces(1), route="export_ids", count=2)
    lab.simulator.faults.add(fault, route="export_ids")
    assert await exported(lab) == [right[number] for number in kept]
    assert await exported(lab) == right


async def test_a_list_that_lags(lab: Lab) -> None:
    add_games(lab)
    await lab.clock.advance(6000)
    lab.simulator.faults.add(Lagging(4000), route="tv_games")
    for plies in (2, 6):
        lines = (await lab.get(BEST, Accept="application/x-ndjson"))[1].splitlines()
        assert [len(json.loads(line)["moves"].split()) for line in lines] == [plies] * 3
