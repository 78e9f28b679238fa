"""Which request meets which faults."""

import chess
import pytest

from bot.lichess.simulator import Script
from bot.lichess.simulator.faults import NOT_FOUND, RATE_LIMIT, SERVER_ERROR, FaultPlan, Stop, StopAt
from tests.bot.lichess.simulator.lab import Lab


def test_requests_are_counted() -> None:
    plan = FaultPlan()
    plan.add(NOT_FOUND, skip=1, count=2)
    plan.add(SERVER_ERROR, game="abcdefgh", count=None)
    plan.add(RATE_LIMIT, route="export")
    met = [plan.meet("stream", game) for game in ("x", "x", "abcdefgh", "abcdefgh")]
    assert met == [[], [NOT_FOUND], [NOT_FOUND, SERVER_ERROR], [SERVER_ERROR]]
    assert [plan.meet("export", "x") for _ in range(2)] == [[RATE_LIMIT], []]
    assert plan.meet("status") == []


def test_only_requests_within_the_time_count() -> None:
    plan = FaultPlan()
    plan.add(NOT_FOUND, skip=1, count=2, from_ms=100, until_ms=200)
    times = (50, 99, 100, 101, 150, 199, 200)
    assert [now_ms for now_ms in times if plan.meet("stream", "x", now_ms)] == [101, 150]
    plan.add(SERVER_ERROR, count=None, from_ms=300)
    assert [now_ms for now_ms in (299, 300, 9999) if plan.meet("stream", "x", now_ms)] == [300, 9999]
    plan.add(RATE_LIMIT, route="export", until_ms=100)
    assert plan.meet("export", "x", 100) == []
    assert plan.meet("export", "x", 99) == [RATE_LIMIT]


def test_a_plan_in_words() -> None:
    plan = FaultPlan()
    plan.add(StopAt(3, Stop.RESET, keep="half"), game="abcdefgh", skip=2)
    plan.add(NOT_FOUND, route="export", count=3, from_ms=5000, until_ms=12_500)
    plan.add(SERVER_ERROR, route="status", count=None, until_ms=9000)
    plan.add(SERVER_ERROR, route="tv", skip=4, count=None)
    plan.close(7000, 8000)
    assert plan.describe(since_ms=2000).splitlines() == [
        "connections from 5.0 s until 6.0 s: refused",
        "stream of abcdefgh, request 3: StopAt(line=3, stop=Stop.RESET, keep='half')",
        f"export, requests 1 to 3 from 3.0 s until 10.5 s: {NOT_FOUND!r}",
        f"status, every request until 7.0 s: {SERVER_ERROR!r}",
        f"tv, requests from 5 on: {SERVER_ERROR!r}",
    ]
    assert [planned.fault for planned in plan.planned][1:3] == [NOT_FOUND, SERVER_ERROR]


async def test_by_game_and_connection(lab: Lab) -> None:
    lab.add(Script().moves("e4").game())
    lab.add(Script("otherone").moves("e4").resign(chess.WHITE).game())
    lab.simulator.faults.add(SERVER_ERROR, game="otherone", skip=1, count=2)
    games = ["otherone", "abcdefgh", "otherone", "abcdefgh", "otherone", "otherone"]
    assert [(await lab.open(game)).status for game in games] == [200, 200, 500, 200, 500, 200]


@pytest.mark.parametrize(("route", "path"), [("export", "/game/export/abcdefgh"), ("page", "/abcdefgh")])
async def test_by_time(lab: Lab, route: str, path: str) -> None:
    lab.add(Script().game())
    now_ms = lab.clock.now_ms()
    lab.simulator.faults.add(SERVER_ERROR, route=route, count=None, from_ms=now_ms + 1000, until_ms=now_ms + 2000)
    statuses = []
    for _ in range(5):
        statuses.append((await lab.get(path))[0])
        await lab.clock.advance(500)
    assert statuses == [200, 200, 500, 500, 200]
