"""The port that a simulator listens on: open, except for the times for which its fault plan closes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.clock import Clock
from bot.lichess.simulator.faults.plan import Closure, FaultPlan


class Door:
    """Where connections come in."""

    def __init__(self, runner: web.AppRunner, host: str, port: int, clock: Clock) -> None:
        self._runner = runner
        self._host = host
        self.port = port
        self._clock = clock
        self._site: web.TCPSite | None = None
        self._closures = 0

    async def open(self) -> None:
        """Listen; port 0 becomes the one that was free."""
        self._site = web.TCPSite(self._runner, self._host, self.port)
        await self._site.start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Listen no more: connections are refused, those that are open go on."""
        if self._site:
            await self._site.stop()

    async def keep(self, closure: Closure) -> None:
        """Be closed for the time of a closure; the last of several at once opens again."""
        await self._clock.sleep_until_ms(closure.from_ms)
        self._closures += 1
        if self._closures == 1:
            await self.close()
        await self._clock.sleep_until_ms(closure.until_ms)
        self._closures -= 1
        if self._closures == 0:
            await self.open()


@asynccontextmanager
async def listening(runner: web.AppRunner, host: str, port: int, clock: Clock, plan: FaultPlan) -> AsyncIterator[int]:
    """Listen as the plan wills it, with what is added to it meanwhile; gives the port."""
    door = Door(runner, host, port, clock)
    keepers: set[asyncio.Task[None]] = set()

    def keep(closure: Closure) -> None:
        keepers.add(asyncio.create_task(door.keep(closure)))

    await door.open()
    for closure in plan.closures:
        keep(closure)
    plan.on_closure = keep
    try:
        yield door.port
    finally:
        plan.on_closure = None
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
