"""What the tests of the following side share: a simulator with a client, and no back-off."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
import stamina

from bot.lichess.simulator import Switches
from tests.bot.live import Live, running


@pytest.fixture(autouse=True)
def no_back_off() -> Iterator[None]:
    """Tries follow each other at once; their number stays what it is, or goes beyond what a test needs."""
    with stamina.set_testing(True, attempts=500, cap=True):
        yield


@pytest.fixture
def live_switches() -> Switches:
    return Switches()


@pytest_asyncio.fixture
async def live(live_switches: Switches) -> AsyncIterator[Live]:
    async with running(live_switches) as live:
        yield live
