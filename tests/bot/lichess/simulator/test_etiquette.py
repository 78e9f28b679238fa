"""One request at a time, and quiet after a 429."""

import asyncio

import aiohttp
import pytest

from bot.lichess.simulator import ManualClock, Script, Switches, TimeControl, faults
from bot.lichess.simulator.etiquette import Etiquette
from bot.lichess.simulator.faults import Stop, StopAt
from tests.bot.lichess.simulator.lab import TIMEOUT_S, Lab
from tests.bot.lichess.simulator.wire import ask

STREAM, EXPORT = "/api/stream/game/abcdefgh", "/game/export/abcdefgh"
BLITZ = TimeControl(180, 2)


async def test_one_request_at_a_time(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    lab.simulator.faults.add(faults.SlowOpen(1000), route="export")
    _, slow = await ask(lab, EXPORT)
    await seen(lab, 1)
    stream = await lab.open()  # streams go on beside it
    assert lab.simulator.violations == []
    assert (await lab.get(EXPORT))[0] == 200
    assert lab.simulator.violations == [f"GET {EXPORT} came while another request was under way."]
    slow.close()
    await free(lab)
    assert stream.status == 200


@pytest.mark.parametrize("switches", [Switches(overlap="refused")])
async def test_a_second_request_may_be_refused(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    lab.simulator.faults.add(faults.SlowOpen(1000), route="export")
    _, slow = await ask(lab, EXPORT)
    await seen(lab, 1)
    assert await lab.get(EXPORT) == (429, '{"error":"Please only run 1 request(s) at a time"}')
    assert lab.simulator.violations == [f"GET {EXPORT} was refused with 429: Please only run 1 request(s) at a time"]
    slow.close()


async def seen(lab: Lab, count: int) -> None:
    """Wait until the simulator has seen so many requests."""
    async with asyncio.timeout(TIMEOUT_S):
        while len(lab.simulator.requests) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def free(lab: Lab) -> None:
    """Wait until requests offend nobody."""
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            before = len(lab.simulator.violations)
            await lab.get(EXPORT)
            if len(lab.simulator.violations) == before:
                return


@pytest.mark.parametrize("fault", [faults.RATE_LIMIT, faults.RATE_LIMIT_HTML])
async def test_a_minute_of_quiet_after_a_429(lab: Lab, fault: faults.Fault) -> None:
    lab.add(Script(control=BLITZ).game())
    stream = await lab.open()
    lab.simulator.faults.add(fault, route="export")
    assert (await lab.get(EXPORT))[0] == 429
    await lab.clock.advance(1000)
    await lab.get(EXPORT)  # it was on its way already
    assert lab.simulator.violations == []
    await lab.clock.advance(1)
    await lab.open()
    await lab.clock.advance(58_998)
    await lab.get("/nowhere")
    assert lab.simulator.violations == [
        f"GET {STREAM} came 1.0 s after a 429, not 60 s.",
        "GET /nowhere came 60.0 s after a 429, not 60 s.",
    ]
    await lab.clock.advance(1)
    await lab.get(EXPORT)
    assert len(lab.simulator.violations) == 2
    assert not stream.closed


@pytest.mark.parametrize("fault", [faults.RATE_LIMIT_SECONDS, faults.RATE_LIMIT_RETRY_AFTER])
async def test_longer_quiet_if_the_429_says_so(lab: Lab, fault: faults.Fault) -> None:
    lab.add(Script(control=BLITZ).game())
    lab.simulator.faults.add(fault, route="export")
    assert (await lab.get(EXPORT))[0] == 429
    await lab.clock.advance(89_999)
    await lab.get(EXPORT)
    assert lab.simulator.violations == [f"GET {EXPORT} came 90.0 s after a 429, not 90 s."]
    await lab.clock.advance(1)
    await lab.get(EXPORT)
    assert len(lab.simulator.violations) == 1


async def test_another_address_need_not_be_quiet() -> None:
    clock, violations = ManualClock(), list[str]()
    etiquette = Etiquette(clock, violations)
    etiquette.limited("1.2.3.4")
    await clock.advance(30_000)
    etiquette.arrived("5.6.7.8", "GET /")
    assert violations == []
    etiquette.arrived("1.2.3.4", "GET /")
    assert violations == ["GET / came 30.0 s after a 429, not 60 s."]
    with etiquette.one_shot("1.2.3.4", "GET /", refuse=True), etiquette.one_shot("5.6.7.8", "GET /", refuse=True):
        pass


async def test_a_client_that_leaves_a_request_frees_its_place(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    lab.simulator.faults.add(StopAt(0, Stop.SILENCE), route="export")
    with pytest.raises(TimeoutError):
        async with lab.session.get(lab.url + EXPORT, timeout=aiohttp.ClientTimeout(total=0.05)) as answer:
            await answer.read()
    await free(lab)
