"""Waiting for what is under way elsewhere."""

import asyncio
from collections.abc import Callable


async def until(what: Callable[[], bool], seconds: float = 15) -> None:
    """Wait until something has come about; a busy machine takes its time."""
    async with asyncio.timeout(seconds):
        while not what():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
