"""Plans of all faults at once."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random

import aiohttp
import pytest

from bot.lichess.simulator import Token, faults
from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.faults.chaos import KINDS, ONE_SHOT_ROUTES, SPECTATOR_ROUTES, STREAM_ROUTES, chaos_plan
from bot.lichess.simulator.routes import ROUTES
from bot.lichess.simulator.routes.route import Route
from tests.bot.lichess.simulator.everything import GAMES as IDS
from tests.bot.lichess.simulator.everything import PATHS, TOKENS, answered, asked, fill, shape_of
from tests.bot.lichess.simulator.lab import Lab

GAMES = [f"game{number:04}" for number in range(5)]
BEGIN_MS, END_MS = 1000, 301_000


@pytest.fixture
def tokens() -> dict[str, str | Token]:
    return dict(TOKENS)


def test_the_same_seed_draws_the_same_plan() -> None:
    plans = [chaos_plan(seed, GAMES, BEGIN_MS, END_MS).describe() for seed in (1, 2, 1, Random(2))]
    assert plans[0] == plans[2]
    assert plans[1] == plans[3]
    assert plans[0] != plans[1]
    assert plans[0].count("\n") > 100


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("routes", [SPECTATOR_ROUTES, (*STREAM_ROUTES, *ONE_SHOT_ROUTES)])
def test_every_kind_on_every_route_within_the_time(routes: Sequence[str], seed: int) -> None:
    plan = chaos_plan(seed, GAMES, BEGIN_MS, END_MS, routes=routes)
    assert plan.closures
    for closure in plan.closures:
        assert BEGIN_MS <= closure.from_ms < closure.until_ms <= END_MS
    for planned in plan.planned:
        assert planned.from_ms is not None
        assert BEGIN_MS <= planned.from_ms < END_MS == planned.until_ms
        assert planned.game in (None, *GAMES)
        assert planned.count in (1, 2, 3)
    drawn = Counter((planned.route, type(planned.fault)) for planned in plan.planned)
    for kind in KINDS.values():
        fault = type(kind.draw(Random(0)))
        hit = [drawn[route, fault] > 0 for route in routes if route in kind.routes]
        assert any(hit) if kind.rare and hit else all(hit)


def test_every_fault_is_among_the_kinds_but_those_that_change_the_truth() -> None:
    known = {getattr(faults, name) for name in faults.__all__}
    classes = {fault for fault in known if isinstance(fault, type) and issubclass(fault, Fault)} - {Fault}
    drawn = [kind.draw(Random(1)) for kind in KINDS.values()]
    assert {type(fault) for fault in drawn} == {fault for fault in classes if fault.harmless}
    assert {fault for fault in classes if not fault.harmless} == {faults.Abort, faults.Restart}
    assert {fault for fault in known if isinstance(fault, faults.Refuse)} == {
        fault for fault in drawn if isinstance(fault, faults.Refuse)
    }


def test_kinds_name_routes_that_there_are() -> None:
    there = {route.kind: route for route in ROUTES}
    assert {route for kind in KINDS.values() for route in kind.routes} <= there.keys()
    assert all(there[route].streams == (route in STREAM_ROUTES) for kind in KINDS.values() for route in kind.routes)


def test_a_plan_of_some_kinds_on_some_routes() -> None:
    kinds = {name: KINDS[name] for name in ("reset", "500", "record that lags", "429 JSON")}
    plan = chaos_plan(1, [], BEGIN_MS, END_MS, routes=["tv", "event"], kinds=kinds)
    assert {planned.route for planned in plan.planned} == {"tv", "event"}
    assert {type(planned.fault) for planned in plan.planned} == {faults.StopAt, faults.Refuse}
    assert all(planned.game is None for planned in plan.planned)


def test_more_games_draw_more_faults() -> None:
    few, many = (len(chaos_plan(1, ["abcdefgh"] * count, BEGIN_MS, END_MS).planned) for count in (5, 200))
    assert many > 2 * few


async def everything_told(lab: Lab) -> list[bytes]:
    """The answer to each request."""
    return [(await answered(lab, route, "application/json"))[1] for route, _ in asked() if route.kind not in TIMELY]


TIMELY = {"own", "event", "tv"}
"""Their answers tell clocks that run."""


@pytest.mark.parametrize("seed", range(4))
async def test_the_simulator_stands_it(lab: Lab, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    fill(lab)
    await lab.clock.advance(3 * 3_600_000)  # all is over by then
    right = await everything_told(lab)
    begin_ms, end_ms = lab.clock.now_ms(), lab.clock.now_ms() + 100_000
    lab.simulator.faults.extend(chaos_plan(seed, IDS, begin_ms, end_ms, routes=(*STREAM_ROUTES, *ONE_SHOT_ROUTES)))

    async def visit(route: Route) -> None:
        """Ask, take what comes, and leave."""
        path, body = PATHS[shape_of(route)]
        timeout = aiohttp.ClientTimeout(total=10, sock_read=0.15)  # a busy machine may take its time to ask
        headers = {"Authorization": "Bearer lip_a"}
        try:
            async with lab.session.request(
                route.method, lab.url + path, data=body, headers=headers, timeout=timeout
            ) as answer:
                await answer.read()
        except (aiohttp.ClientError, TimeoutError):
            pass

    for _ in range(10):
        await asyncio.gather(*(visit(route) for route, _ in asked()))
        await lab.clock.advance(10_000)
    assert len(lab.simulator.requests) > 200
    assert await everything_told(lab) == right
    await lab.slots(0)
    assert [record.getMessage() for record in caplog.records] == []
