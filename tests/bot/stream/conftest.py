"""What the tests of predictions share."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.bot.stream.channel import Channel, channel


@pytest_asyncio.fixture
async def chan() -> AsyncIterator[Channel]:
    async with channel() as one:
        yield one
