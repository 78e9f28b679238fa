"""Runs the sources: one that fails is tried again, and never disturbs another."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

import structlog

from bot.clock import Clock
from bot.lichess.errors import LichessError
from bot.lichess.retry import is_passing, pause_ms, rest
from bot.trouble import hear_trouble
from bot.updates import Listener, Source

log = structlog.get_logger()

GOOD_MS = 10 * 60_000
"""A source that went on for so long begins its tries anew."""
WORKED_MS = 60_000
"""What is refused sooner was wrong from the start; what has worked for so long may work again …"""
REFUSED_MS = 10 * 60_000
"""… after this time."""

SourceState: TypeAlias = Literal["running", "waiting", "stopped"]


@dataclass(slots=True)
class SourceStatus:
    """How a source is doing: since when, and why, where something went wrong."""

    name: str
    state: SourceState
    since_ms: int
    note: str | None = None


class Sources:
    """Runs sources until cancelled."""

    def __init__(
        self, sources: Sequence[Source], listener: Listener, clock: Clock, random: Random | None = None
    ) -> None:
        """Take the sources, who hears of their games, and the time."""
        self._sources = sources
        self._listener = listener
        self._clock = clock
        self._random = random or Random()
        self.statuses = [SourceStatus(source.name, "waiting", clock.now_ms()) for source in sources]

    async def run(self) -> None:
        """Run all sources until each has ended; one that has nothing more to tell ends."""
        async with asyncio.TaskGroup() as group:
            for source, status in zip(self._sources, self.statuses, strict=True):
                group.create_task(self._keep_running(source, status), name=source.name)

    async def _keep_running(self, source: Source, status: SourceStatus) -> None:
        hear_trouble(lambda reason: self._in_trouble(status, reason))
        tries = 0
        while True:
            started_ms = self._clock.now_ms()
            self._note(status, "running")
            refused = False
            try:
                await source.run(self._listener)
                self._note(status, "stopped")
                return
            except LichessError as error:
                reason, refused = str(error), not is_passing(error)
                if refused and self._clock.now_ms() - started_ms < WORKED_MS:
                    log.error("source stopped", source=source.name, reason=reason)
                    self._note(status, "stopped", reason)
                    return
                log.warning("source waits", source=source.name, reason=reason)
            except Exception:
                reason = "an error of the program, see the log"
                log.exception("source waits after an error of the program", source=source.name)
            tries = 1 if self._clock.now_ms() - started_ms >= GOOD_MS else tries + 1
            self._note(status, "waiting", reason)
            await rest(self._clock, REFUSED_MS if refused else pause_ms(tries, self._random))

    def _in_trouble(self, status: SourceStatus, reason: str | None) -> None:
        """Something within a source that runs does not go on, or goes on again."""
        if status.state != "stopped" and reason != status.note:
            self._note(status, "running" if reason is None else "waiting", reason)

    def _note(self, status: SourceStatus, state: SourceState, note: str | None = None) -> None:
        status.state, status.since_ms, status.note = state, self._clock.now_ms(), note
