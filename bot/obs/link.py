"""The running connection to OBS: kept, taken up again, used by the rules. Nothing that OBS does stops the program."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from random import Random
from typing import Any

import structlog

from bot.clock import Clock
from bot.config.obs import ObsSection
from bot.lichess.retry import LONGEST_PAUSE_MS, pause_ms, rest
from bot.moments import Moment, Text
from bot.obs.automation import Automation, Heard
from bot.obs.commands import Command, carry_out
from bot.obs.done import done
from bot.obs.errors import ObsError, PasswordError, RefusedError
from bot.obs.session import Data, Session, connected

log = structlog.get_logger()

LATE_MS = 10_000
"""What could not be acted on for so long, because OBS was away, is let go."""
STEADY_MS = 30_000
"""A connection that lasted so long was a good one: what goes wrong after it is told again, and tried again soon."""
WAITING = 1000
"""How many moments wait at most for the delay of the show to pass."""

Connect = Callable[[str, str, Callable[[str, Data], None]], AbstractAsyncContextManager[Session]]


@dataclass(frozen=True, slots=True)
class ObsStatus:
    """How things stand with OBS, for the operator.

    `sentence` says what is wrong, if anything is; `last` what was done last.
    """

    connected: bool = False
    paused: bool = False
    sentence: Text | None = None
    last: Text | None = None


class ObsLink:
    """Carries out the rules of a configuration in OBS, as long as `run` runs.

    `featured` tells which game is featured, `delay_ms` how much later viewers see the show than it happens. `changed`
    is called whenever `status` is another.
    """

    def __init__(
        self,
        section: ObsSection,
        password: str,
        clock: Clock,
        *,
        featured: Callable[[], str | None],
        delay_ms: Callable[[], int] = lambda: 0,
        changed: Callable[[], None] = lambda: None,
        random: Random | None = None,
        connect: Connect = connected,
    ) -> None:
        self.status = ObsStatus()
        self._url = section.url
        self._password = password
        self._clock = clock
        self._featured = featured
        self._delay_ms = delay_ms
        self._changed = changed
        self._random = random or Random()
        self._connect = connect
        self._automation = Automation(section.rules)
        self._waiting: deque[tuple[int, Heard]] = deque(maxlen=WAITING)
        self._told: set[Text] = set()
        self._last: Text | None = None
        self._wake = asyncio.Event()

    def tell(self, moments: Iterable[Moment]) -> None:
        """Moments have come; those that no rule is for are let go."""
        for moment in moments:
            heard = Heard(moment, moment.game_id == self._featured())
            if self._automation.wants(heard):
                self._waiting.append((self._clock.now_ms(), heard))
                self._wake.set()

    def pause(self, on: bool) -> None:
        """Leave OBS alone from now on, also what would be undone; or begin again."""
        self._automation.pause(on)
        self._say(self.status.sentence, connected=self.status.connected)

    async def run(self) -> None:
        """Connect, and connect again, until cancelled."""
        tries = 0
        while True:
            began_ms = self._clock.now_ms()
            try:
                async with self._connect(self._url, self._password, self._heard) as session:
                    await self._serve(session)
            except ObsError as error:
                if self._clock.now_ms() - began_ms >= STEADY_MS:
                    tries = 0
                    self._told.clear()
                self._say(error.said, connected=False)
                tries += 1
                hopeless = isinstance(error, PasswordError)
                await rest(self._clock, LONGEST_PAUSE_MS if hopeless else pause_ms(tries, self._random))
            except Exception:
                log.exception("OBS is left alone for a while after an error of the program")
                self._say(None, connected=False)
                await rest(self._clock, LONGEST_PAUSE_MS)

    async def _serve(self, session: Session) -> None:
        """Do what the rules say until the connection ends, which is an error."""
        await self._look(session)
        self._say(None, connected=True)
        while True:
            self._wake.clear()
            await self._look(session)
            now_ms = self._clock.now_ms()
            for command in [*self._automation.due(now_ms), *self._automation.take(self._ready(now_ms), now_ms)]:
                await self._carry_out(session, command)
            await self._until_something(session)

    async def _look(self, session: Session) -> None:
        """Ask which scene is on air: OBS knows at once what it tells only after a transition."""
        scene = (await session.ask("GetCurrentProgramScene")).get("currentProgramSceneName")
        self._automation.scene_is(scene if isinstance(scene, str) else "")

    async def _carry_out(self, session: Session, command: Command) -> None:
        try:
            if await carry_out(session, command):
                self._last = done(command)
            else:
                self._automation.vain(command)
            self._say(None, connected=True)
        except RefusedError as error:
            self._automation.vain(command)
            self._say(error.said, connected=True)

    def _ready(self, now_ms: int) -> list[Heard]:
        """The moments whose time has come, without those whose time has gone."""
        seen_ms, ready = now_ms - self._delay_ms(), []
        while self._waiting and self._waiting[0][0] <= seen_ms:
            at_ms, heard = self._waiting.popleft()
            if seen_ms - at_ms <= LATE_MS:
                ready.append(heard)
        return ready

    async def _until_something(self, session: Session) -> None:
        """Wait for a moment, for something to be undone, or for the end of the connection."""
        waits: list[Coroutine[Any, Any, object]] = [session.over(), self._wake.wait()]
        times = [] if self._automation.due_ms is None else [self._automation.due_ms]
        if self._waiting:
            times.append(self._waiting[0][0] + self._delay_ms())
        if times:
            waits.append(self._clock.sleep_until_ms(min(times)))
        tasks = [asyncio.ensure_future(wait) for wait in waits]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if tasks[0].done():
                await tasks[0]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _heard(self, kind: str, _: Data) -> None:
        """OBS tells of an event."""
        if kind == "CurrentProgramSceneChanged":
            self._wake.set()

    def _say(self, sentence: Text | None, *, connected: bool) -> None:
        """Tell the operator how things stand, and the log what is wrong, once."""
        if sentence and sentence not in self._told:
            self._told.add(sentence)
            log.warning("OBS", reason=sentence.en)
        before, self.status = self.status, ObsStatus(connected, self._automation.paused, sentence, self._last)
        if self.status != before:
            self._changed()
