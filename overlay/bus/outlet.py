"""The bot's side of the bus: tells all nodes what a hub tells, and keeps the last state of every topic in Redis.

Of each topic only the newest state waits. When Redis has come back with less than it had, all is told again.
"""

import asyncio
import logging
from typing import Literal

from redis.asyncio import Redis

from overlay.bus.connect import AWAY, Outage
from overlay.bus.doubt import doubted
from overlay.bus.lease import Lease
from overlay.bus.moments import Moments
from overlay.bus.past import Keeping
from overlay.bus.search import Search
from overlay.bus.telling import NotOursError, Telling
from overlay.bus.wire import Entry, Kept, Keys, Sign, measure, read
from overlay.content import Content
from overlay.hub import Hub

log = logging.getLogger(__name__)


class Outlet:
    """Tells the states of a hub; a `Tap` of it."""

    BEAT_S = 2.0
    """It says so often that it is there."""
    SETTLES_S = 30.0
    """So long after the start a bot has found again what the one before it followed; what it has not found is over."""
    MEASURES_S = 60.0
    """So often the time is measured: clocks drift apart."""
    RETRY_S = 0.3
    CLOSING_S = 2.0

    def __init__(self, redis: Redis, name: str, lease: Lease, hub: Hub) -> None:
        """Tell what `hub` tells, from when `run` runs; the versions of the hub must be above all told before."""
        self._redis = redis
        self._keys = Keys(name)
        self._lease = lease
        self._hub = hub
        self._moments = Moments(hub.clock)
        self._telling = Telling(redis, self._keys, lease, Keeping(hub))
        self._outage = Outage("what is shown")
        self._waiting: dict[str, int] = {}  # topics, with the version of those that are gone
        self._started_at = hub.clock()
        self._search = Search(hub)
        self._settled = False
        self._ended = False
        self._wake = asyncio.Event()
        self._turn = asyncio.Lock()
        hub.taps.append(self)

    # --- What the hub tells

    def heard(self, topic: str, version: int, content: Content | None) -> None:
        """A topic has a new version."""
        self._waiting[topic] = version if content is None else 0
        self._search.hear(topic, content)
        self._wake.set()

    def silent(self, since: float | None) -> None:
        """A bot that hears nothing says so in its states."""

    # --- What it does with it

    async def run(self) -> None:
        """Tell everything until closed or cancelled, however often Redis goes and comes back. Raises `LeaseLost`."""
        self._started_at = self._hub.clock()
        self._search = Search(self._hub)
        while not self._ended:
            try:
                await self._greet()
                self._outage.end()
                await self._follow()
            except NotOursError:
                await self._renew()
            except AWAY as error:
                self._outage.begin(error)
                await asyncio.sleep(self.RETRY_S)

    async def close(self) -> None:
        """Tell what waits, and that nobody tells any more, and let go of the lease; without Redis just end."""
        try:
            async with asyncio.timeout(self.CLOSING_S), self._turn:
                if not self._ended:
                    self._ended = True
                    self._hub.taps.remove(self)
                    await self._look()
                    await self._tell("!end")
        except (NotOursError, *AWAY) as error:
            log.warning("the last states are not on the bus: %s", str(error) or "it does not answer")
        self._ended = True
        self._wake.set()

    async def _greet(self) -> None:
        """Find out what Redis has, and tell what it has not."""
        async with self._turn:
            if self._ended:
                return
            kept, topics = await self._look(), self._hub.topics()
            strays = {topic: entry for topic, entry in kept.states.items() if topic not in topics}
            held = {topic: entry for topic, entry in kept.states.items() if self._search.holds(topic)}
            self._settled = self._settled or self._hub.clock() - self._started_at >= self.SETTLES_S
            if self._settled:
                self._waiting.update({topic: entry.version + 1 for topic, entry in strays.items()})
                self._waiting.update(dict.fromkeys(kept.garbled.difference(topics), 0))
                await self._tell("!whole")
            else:
                await self._tell("!alive", doubted(strays | held, kept.heard_ms, self._moments))

    async def _look(self) -> Kept:
        """Go on from what Redis keeps; everything else waits to be told."""
        kept = await read(self._redis, self._keys, self._moments)
        self._telling.go_on(kept)
        self._search.begin(kept.states)
        for topic in self._hub.topics():
            self._waiting.setdefault(topic, 0)
        return kept

    async def _follow(self) -> None:
        """Tell what is new, at once, and that we are there, every now and then."""
        beat_at = self._hub.clock()
        while not self._ended:
            if self._hub.clock() - beat_at >= self.BEAT_S:
                if not self._settled and self._hub.clock() - self._started_at >= self.SETTLES_S:
                    await self._greet()
                if self._hub.clock() - self._moments.measured_at > self.MEASURES_S:
                    await measure(self._redis, self._moments)
                await self._beat("!alive")
                beat_at = self._hub.clock()
            elif not all(map(self._search.holds, self._waiting)):
                await self._beat("")
            else:
                self._wake.clear()
                try:
                    async with asyncio.timeout(max(0, self.BEAT_S - (self._hub.clock() - beat_at))):
                        await self._wake.wait()
                except TimeoutError:
                    pass

    async def _beat(self, sign: Sign | Literal[""]) -> None:
        async with self._turn:
            if not self._ended:
                await self._tell(sign)

    async def _tell(self, sign: Sign | Literal[""], more: dict[str, Entry] | None = None) -> None:
        """Tell what waits, and then a sign. Raises `AWAY`, `NotOursError`."""
        await self._telling.tell((more or {}) | self._news(), sign)

    def _news(self) -> dict[str, Entry]:
        """What waits and is not held back, encoded, but for what was told already."""
        waiting = {topic: version for topic, version in self._waiting.items() if not self._search.holds(topic)}
        self._waiting = {topic: version for topic, version in self._waiting.items() if topic not in waiting}
        entries = {topic: self._entry(topic, version) for topic, version in waiting.items()}
        return {
            topic: entry for topic, entry in entries.items() if entry and entry.body != self._telling.told.get(topic)
        }

    def _entry(self, topic: str, gone_version: int) -> Entry | None:
        """A topic as it is now; None if its state cannot be made."""
        told = self._hub.told(topic)
        if told is None:
            return Entry(gone_version, self._moments.theirs(self._hub.clock()), 0, b"")
        try:
            body = told.content.body
        except Exception:  # one broken state must not keep the others from being told
            log.exception("the state of %s cannot be made", topic)
            return None
        heard_at = told.content.heard_at
        heard_ms = 0 if heard_at is None else self._moments.theirs(heard_at)
        return Entry(told.version, self._moments.theirs(told.at), heard_ms, body)

    async def _renew(self) -> None:
        """See to it that the lease is ours, if nobody has it."""
        try:
            await self._lease.renew()
        except AWAY as error:
            self._outage.begin(error)
        await asyncio.sleep(self.RETRY_S / 10)
