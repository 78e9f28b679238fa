"""A node's side of the bus: fills the hubs with what the bot tells.

It loads what Redis keeps, then follows the news; when a message is missing, or the connection was gone, it loads again.
When nothing is heard of the bot, its states stay, and are told as doubtful.
"""

import asyncio
import logging

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import ConnectionError as GoneError

from overlay.bus.connect import AWAY, Outage, promptly
from overlay.bus.moments import Moments
from overlay.bus.past import read_past
from overlay.bus.wire import Entry, Garbled, Kept, Keys, News, measure, read
from overlay.channels import Channels
from overlay.content import Content
from overlay.hub import Hub
from overlay.topics import PRIVATE, valid_topic

log = logging.getLogger(__name__)


class Inlet:
    """Fills two hubs: the truth that channels tell, and that of those who control.

    Attributes:
        loaded: Is set when the hubs have been filled for the first time.
    """

    SILENT_S = 6.0
    """When nothing is heard of the bot for so long, what it told is doubtful."""
    RETRY_S = 0.3
    MEASURES_S = 60.0
    """How often the clock of Redis is looked at: clocks drift."""

    def __init__(self, redis: Redis, name: str, channels: Channels, private: Hub) -> None:
        """`private` is told everything that is public by somebody else; the inlet adds what only it may have."""
        self.loaded = asyncio.Event()
        self._redis = redis
        self._keys = Keys(name)
        self._channels = channels
        self._truth = channels.truth
        self._private = private
        self._moments = Moments(channels.truth.clock)
        self._outage = Outage("what is shown")
        self._connected = False
        self._number = 0
        self._heard_at: float | None = None  # the bot; None: it has ended, or never been there
        self._complained = False

    @property
    def ready(self) -> bool:
        """Whether the hubs have been filled and the connection stands; the bot may be silent all the same."""
        return self._connected and self.loaded.is_set()

    async def run(self) -> None:
        """Fill the hubs until cancelled, however often Redis goes and comes back."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch())
            while True:
                try:
                    async with self._redis.pubsub() as news:
                        await promptly(news.subscribe(self._keys.states))
                        await self._follow(news)
                except AWAY as error:
                    self._connected = False
                    self._outage.begin(error)
                    await asyncio.sleep(self.RETRY_S)

    async def _follow(self, news: PubSub) -> None:
        """Load, and take what is told, until the connection breaks."""
        asked = False
        while True:
            message = await news.get_message(timeout=self.SILENT_S)
            if message is None and asked:
                raise GoneError("nothing comes any more")
            if message is None:
                await promptly(news.ping())
                asked = True
                continue
            asked = False
            if message["type"] == "subscribe":  # also when the connection has been made anew
                await self._load()
                self._connected = True
                self._outage.end()
                self.loaded.set()
            elif message["type"] == "message":
                await self._take(message["data"])

    # --- What is heard

    async def _take(self, message: bytes) -> None:
        try:
            news = News.unpacked(message)
        except Garbled:
            self._complain("a message")
            return
        is_next = news.number == self._number + 1
        if news.topic == "!alive" and news.number == self._number:
            self._hear(self._truth.clock())
            if self._heard_at and self._heard_at - self._moments.measured_at > self.MEASURES_S:
                await measure(self._redis, self._moments)
        elif news.topic in ("!alive", "!whole") or news.number > self._number + 1:
            await self._load()
        elif is_next:
            self._number = news.number
            if news.topic == "!end":
                self._hear(None)
            else:
                self._tell(news.topic, news.entry)
                if self._truth.silent_since is None:
                    self._heard_at = self._truth.clock()

    async def _load(self) -> None:
        """Fill the hubs with what Redis keeps, and forget what it has not, if that is all there is."""
        kept = await read(self._redis, self._keys, self._moments)
        past = () if self.loaded.is_set() else await read_past(self._redis, self._keys)
        for topic in kept.states.keys() & set(PRIVATE):  # the delay is known first
            self._tell(topic, kept.states[topic])
        for topic, entry in past:
            self._recall(topic, entry)
        for topic, entry in kept.states.items():
            self._tell(topic, entry)
        if kept.garbled:
            self._complain("a state")
        if kept.whole:
            self._forget_all_but(kept)
        self._number = kept.number or 0
        if kept.number is None:  # Redis has come back empty
            self._hear(self._heard_at)
        elif kept.heard_ms is None:
            self._hear(None)
        else:
            heard_at = self._moments.ours(kept.heard_ms)
            self._hear(heard_at if self._heard_at is None else max(heard_at, self._heard_at))

    def _tell(self, topic: str, entry: Entry) -> None:
        hub = self._private if topic in PRIVATE else self._truth
        known = hub.told(topic)
        if known and entry.version <= known.version:
            return
        if content := self._content(topic, entry):
            hub.tell(topic, entry.version, content, at=self._moments.ours(entry.since_ms))
        elif not entry.body:
            hub.tell(topic, entry.version, None)

    def _recall(self, topic: str, entry: Entry) -> None:
        """Take what was told before this node was there: some viewers are told of it only now, or later."""
        if (content := self._content(topic, entry)) or not entry.body:
            self._channels.recall(topic, entry.version, content, self._moments.ours(entry.since_ms))

    def _content(self, topic: str, entry: Entry) -> Content | None:
        """What an entry tells; None if that is nothing, or no state of the topic."""
        if not entry.body:
            return None
        is_news = entry.heard_ms and self.loaded.is_set()  # what there was before us came late to nobody
        content = Content.encoded(topic, entry.body, self._moments.ours(entry.heard_ms) if is_news else None)
        try:
            if not valid_topic(topic):
                raise Garbled
            _ = content.state
        except (msgspec.MsgspecError, UnicodeError, RecursionError, Garbled):
            self._complain("a state")
            return None
        return content

    def _forget_all_but(self, kept: Kept) -> None:
        for topic in self._truth.topics():
            if topic not in kept.states and topic not in kept.garbled:
                self._truth.remove(topic)
        for topic in PRIVATE:
            if topic not in kept.states:
                self._private.remove(topic)

    def _complain(self, what: str) -> None:
        if not self._complained:
            self._complained = True
            log.warning("there is %s on the bus that no bot of this version tells; it is ignored", what)

    # --- Whether anything is heard

    def _hear(self, at: float | None) -> None:
        """The bot was heard then; None: it has ended."""
        self._heard_at = at
        now = self._truth.clock()
        for hub in (self._truth, self._private):
            if at is None or now - at >= self.SILENT_S:
                hub.fall_silent(now if at is None else at)
            else:
                hub.speak()

    async def _watch(self) -> None:
        """Notice when nothing is heard any more."""
        while True:
            heard_at = self._heard_at
            left_s = self.SILENT_S if heard_at is None else heard_at + self.SILENT_S - self._truth.clock()
            await asyncio.sleep(max(left_s, self.SILENT_S / 20))
            if self._heard_at is not None:
                self._hear(self._heard_at)
