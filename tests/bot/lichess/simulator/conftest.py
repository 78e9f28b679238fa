"""A simulator on a free port of the loopback, with time that only moves when a test moves it."""

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from bot.lichess.simulator import FaultPlan, ManualClock, Simulator, Switches, Token, World, serve
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.lab import TIMEOUT_S, Lab


@pytest.fixture
def switches() -> Switches:
    return Switches()


@pytest.fixture
def tokens() -> dict[str, str | Token] | None:
    return None


@pytest_asyncio.fixture
async def lab(switches: Switches, tokens: dict[str, str | Token] | None) -> AsyncIterator[Lab]:
    clock = ManualClock()
    world = World(clock)
    simulator = Simulator(world, switches, FaultPlan(), tokens)
    timeout = aiohttp.ClientTimeout(total=TIMEOUT_S)
    async with serve(simulator) as url, aiohttp.ClientSession(timeout=timeout) as session:
        lab = Lab(clock, world, simulator, url, session, [])
        yield lab
        for response in lab.opened:
            response.close()


@pytest.fixture(scope="session")
def description(shared: Path) -> Description:
    return Description(shared / "lichess/openapi/lichess-api.bundled.json")
