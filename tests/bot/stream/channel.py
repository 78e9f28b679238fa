"""A channel whose predictions a test watches: games that stand as it says, Twitch as it answers, time as it goes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from bot.clock import ManualClock
from bot.kept import Kept
from bot.stream.predictions import Predictions
from bot.stream.question import question
from bot.stream.standing import Phase, Standing
from bot.stream.twitch import Twitch
from tests.bot.live import Background
from tests.bot.stream.stand_in import TOKEN, StandIn, standing_in

GAME = Standing("game0001", "Amsel", "Birke", 0, "running")
SECOND_MS = 1_000
TIMEOUT_S = 10.0
"""No test waits this long: it only keeps a broken one from hanging."""


@dataclass
class Channel:
    """The games, the stand-in, and the predictions that run."""

    clock: ManualClock
    twitch: StandIn
    url: str
    kept: Kept
    games: dict[str, Standing] = field(default_factory=lambda: {GAME.id: GAME})
    broken: bool = False
    changes: list[str | None] = field(default_factory=list)
    """What the operator was told of it, each time that it changed."""

    def stands(self, phase: Phase, ply: int = 40, points: tuple[str, str] | None = None) -> None:
        """The game goes on."""
        given = None if points is None else (Fraction(points[0]), Fraction(points[1]))
        self.games[GAME.id] = replace(GAME, phase=phase, ply=ply, points=given)

    def _featured(self) -> Standing | None:
        if self.broken:
            raise LookupError
        return self.games.get(GAME.id)

    async def goes_on(self, ms: int = 2 * SECOND_MS) -> None:
        """Time goes on, and all that follows from it happens."""
        async with asyncio.timeout(TIMEOUT_S):
            await self.clock.advance(ms)

    async def until(self, condition: Callable[[], object], limit_s: int = 300) -> None:
        """Time goes on until something has happened."""
        for _ in range(limit_s):
            if condition():
                return
            await self.goes_on(SECOND_MS)
        raise TimeoutError

    @asynccontextmanager
    async def running(self, token: str = TOKEN) -> AsyncIterator[Predictions]:
        """The program runs; ended at the end as if it were killed."""
        async with Twitch(token, self.clock, api=self.url, accounts=self.url) as twitch:
            predictions = Predictions(
                twitch,
                lambda standing: question(standing, "en"),
                self._featured,
                self.games.get,
                window_s=120,
                kept=self.kept,
                clock=self.clock,
                random=Random(1),
                changed=lambda: self.changes.append(predictions.note or predictions.last),
            )
            task = asyncio.ensure_future(predictions.run())
            await self.goes_on()
            yield predictions
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def channel(kept: Kept | None = None) -> AsyncIterator[Channel]:
    """A channel without predictions, and a game that begins."""
    clock = ManualClock(settle=Background().quiet)
    async with standing_in(clock) as (stand_in, url):
        yield Channel(clock, stand_in, url, kept or Kept(None))
