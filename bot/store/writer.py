"""Writes the backlog down, in batches; tries again while the database fails, and catches up."""

import asyncio
from contextlib import suppress

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, wait_exponential

from bot.clock import Clock, within
from bot.store.backlog import Backlog
from bot.store.engine import reason_of
from bot.store.model import StoreHealth
from bot.store.writing import write

log = structlog.get_logger()

GATHER_MS = 100
"""How long rows gather before they are written together."""
LONGEST_PAUSE_S = 60


class Writer:
    """Takes over what is added to a backlog, until it is closed."""

    def __init__(self, name: str, engine: AsyncEngine, clock: Clock, backlog: Backlog) -> None:
        """Take the name of the store, an open database, the time, and what is to be written."""
        self._name = name
        self._engine = engine
        self._clock = clock
        self._backlog = backlog
        self._waiting = asyncio.Event()
        self._closing = asyncio.Event()
        self._failing_since_ms: int | None = None
        self._reason = ""

    @property
    def health(self) -> StoreHealth:
        """Whether it keeps up."""
        return StoreHealth(len(self._backlog), self._failing_since_ms, self._reason, self._backlog.dropped_lines)

    def wake(self) -> None:
        """Say that there is something to write."""
        self._waiting.set()

    def close(self) -> None:
        """End soon: `run` tries once more to write what is left, and returns."""
        self._closing.set()
        self._waiting.set()

    async def run(self) -> None:
        """Write whenever there is something to write."""
        while not self._closing.is_set():
            await self._waiting.wait()
            await self._rest(GATHER_MS)
            self._waiting.clear()
            with suppress(Exception):  # it was closed while it failed
                await self._catch_up()
        with suppress(Exception):
            await self._write_all()
        if self._backlog:
            log.error("rows of the store are lost", store=self._name, rows=len(self._backlog), reason=self._reason)

    async def _catch_up(self) -> None:
        """Write everything, however often it fails; raises what the last try raised, once it is closed."""
        async for attempt in AsyncRetrying(
            retry=retry_if_exception_type(),
            wait=wait_exponential(max=LONGEST_PAUSE_S),
            sleep=self._pause,
            stop=self._is_closing,
            reraise=True,
        ):
            with attempt:
                await self._write_all()

    async def _write_all(self) -> None:
        while batch := self._backlog.batch():
            try:
                await write(self._engine, batch)
            except Exception as error:
                self._failed(error)
                raise
            self._backlog.done(batch)
        if self._failing_since_ms is not None:
            log.warning("the store is written again, nothing is missing", store=self._name)
            self._failing_since_ms, self._reason = None, ""

    def _failed(self, error: Exception) -> None:
        self._reason = reason_of(error)
        if self._failing_since_ms is None:
            self._failing_since_ms = self._clock.now_ms()
            log.warning("the store cannot be written and is caught up later", store=self._name, reason=self._reason)

    def _is_closing(self, _: RetryCallState) -> bool:
        return self._closing.is_set()

    async def _pause(self, seconds: float) -> None:
        await self._rest(round(seconds * 1000))

    async def _rest(self, ms: int) -> None:
        """Wait; not longer than until it is closed."""
        with suppress(TimeoutError):
            await within(self._clock, ms, self._closing.wait())
