"""What the tests of the following side share: a simulator with a client."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.lichess.simulator import Switches
from tests.bot.live import Live, running


@pytest.fixture
def live_switches() -> Switches:
    return Switches()


@pytest_asyncio.fixture
async def live(live_switches: Switches) -> AsyncIterator[Live]:
    async with running(live_switches) as live:
        yield live
