"""The hub: one current state per topic, and for every client at most one pending message per topic.

It is synchronous and does no I/O. Publishing encodes a state once and puts the same bytes into every subscriber's
`pending`, where they replace an older message of the same topic. So a slow client skips states, its memory is bounded
by the number of its topics, and it can never make another client wait.
"""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from overlay.state import Frame, GameState, State

MAX_TOPICS = 64
"""Topics that one client may hold at the same time."""

_TOPIC = re.compile(r"lobby|featured|air|desk|test|(?:game|event)/[A-Za-z0-9_-]{1,64}")
_encode = msgspec.json.Encoder().encode


def valid_topic(name: str) -> bool:
    """Whether this is the name of a topic: `lobby`, `featured`, `air`, `desk`, `test`, `game/<id>`, `event/<id>`."""
    return _TOPIC.fullmatch(name) is not None


class TooManyTopics(Exception):  # noqa: N818 - it says what the matter is
    """A client asked for more than MAX_TOPICS topics."""


class Content:
    """A state that is made and encoded when somebody wants it, and only once, however many hubs tell it."""

    def __init__(self, state: State | Callable[[], State]) -> None:
        self._make = state

    @cached_property
    def state(self) -> State:
        """The state."""
        return self._make() if callable(self._make) else self._make

    @cached_property
    def body(self) -> bytes:
        """The state alone, encoded: equal bytes, equal state."""
        return _encode(self.state)

    @property
    def is_made(self) -> bool:
        """Whether the state is there without any work."""
        return not callable(self._make) or "state" in self.__dict__


@dataclass(frozen=True, slots=True)
class Told:
    """What a hub tells of a topic: which version of it, and since when by the hub's clock."""

    version: int
    content: Content
    at: float


Tap = Callable[[str, int, Content | None], None]
"""Is told of everything that a hub tells: the topic, its version, and None when there is no state any more."""


@dataclass(eq=False, slots=True)
class Client:
    """One connected viewer: what it wants, and what it has not been sent yet."""

    topics: set[str] = field(default_factory=set)
    pending: dict[str, bytes] = field(default_factory=dict)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)

    def offer(self, topic: str, frame: bytes) -> None:
        """Make this the one pending message of the topic. It keeps its place in the queue, so no topic is starved."""
        self.pending[topic] = frame
        self._ready.set()

    async def next(self) -> bytes:
        """Wait for a message to send, a `Frame` in JSON, and take it out of `pending`."""
        while not self.pending:
            self._ready.clear()
            await self._ready.wait()
        return self.pending.pop(next(iter(self.pending)))


class Hub:
    """The topics and their subscribers. Used from one event loop only."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._topics: dict[str, Told] = {}
        self._subscribers: dict[str, set[Client]] = {}
        self._clients: set[Client] = set()
        self._last_version = 0  # of removed topics: a topic that comes back goes on counting above it
        self.taps: list[Tap] = []

    @property
    def clients(self) -> int:
        """How many clients are connected."""
        return len(self._clients)

    # --- The side of those who know the states

    def publish(self, topic: str, state: State | Callable[[], State]) -> bool:
        """Make this the topic's state and offer it to its subscribers; False if nothing has changed.

        A function that makes the state is called only when the state is wanted: while nobody subscribes to the topic,
        nothing is made, and every call counts as a change.
        """
        if not valid_topic(topic):
            raise ValueError(f"{topic!r} is not the name of a topic")
        return self.tell(topic, self._next_version(topic), Content(state))

    def remove(self, topic: str) -> None:
        """Forget a topic; its subscribers, who stay subscribed, are told that it has no state any more."""
        if topic in self._topics:
            self.tell(topic, self._next_version(topic), None)

    def tell(self, topic: str, version: int, content: Content | None, *, at: float | None = None) -> bool:
        """Tell a version of a topic that another hub may have told before; False if that says nothing new.

        `at` is since when it is true, by the hub's clock; without it, since now.
        """
        known, watched = self._topics.get(topic), topic in self._subscribers
        if known is None and content is None:
            return False
        if known and (version <= known.version or _is_same(known.content, content, watched)):
            return False
        if content is None:
            self._last_version = max(self._last_version, version)
            del self._topics[topic]
        else:
            self._topics[topic] = Told(version, content, self.clock() if at is None else at)
        if watched:
            frame = _frame(topic, version, content.body if content else b"null")
            for client in self._subscribers[topic]:
                client.offer(topic, frame)
        for tap in self.taps:
            tap(topic, version, content)
        return True

    def told(self, topic: str) -> Told | None:
        """What is told of a topic; None if it has no state."""
        return self._topics.get(topic)

    def age_s(self, told: Told) -> float:
        """For how long it has been told."""
        return self.clock() - told.at

    def state(self, topic: str) -> State | None:
        """The topic's state as of now: clocks and silence carry the age they have now. None if there is none."""
        known = self._topics.get(topic)
        return None if known is None else _aged(known.content.state, self.age_s(known))

    def snapshot(self, topic: str) -> bytes:
        """The message that a new subscriber gets: a `Frame` in JSON with the current state, or with null for none."""
        known = self._topics.get(topic)
        if known is None:
            return _frame(topic, 0, b"null")
        state = _aged(known.content.state, self.age_s(known))
        if state is known.content.state:
            return _frame(topic, known.version, known.content.body)
        return _encode(Frame(topic, known.version, state))

    def _next_version(self, topic: str) -> int:
        known = self._topics.get(topic)
        return (known.version if known else self._last_version) + 1

    def topics(self) -> tuple[str, ...]:
        """The names of all topics that have a state, in the order in which they first got one."""
        return tuple(self._topics)

    # --- The side of the viewers

    def connect(self, client: Client | None = None) -> Client:
        """A new client, without topics, or one that another hub has let go; `disconnect` must follow."""
        client = client or Client()
        self._clients.add(client)
        return client

    def disconnect(self, client: Client) -> None:
        """Forget a client and all that waits for it."""
        self._clients.discard(client)
        for topic in tuple(client.topics):
            self.unsubscribe(client, topic)

    def subscribe(self, client: Client, topic: str) -> None:
        """Add a topic to a client's set and offer it the snapshot; one that it already has changes nothing.

        Raises ValueError for what is not the name of a topic, TooManyTopics beyond MAX_TOPICS.
        """
        if not valid_topic(topic):
            raise ValueError("not the name of a topic")
        if topic in client.topics:
            return
        if len(client.topics) >= MAX_TOPICS:
            raise TooManyTopics
        client.topics.add(topic)
        self._subscribers.setdefault(topic, set()).add(client)
        client.offer(topic, self.snapshot(topic))

    def unsubscribe(self, client: Client, topic: str) -> None:
        """Take a topic out of a client's set, with what waits of it."""
        client.topics.discard(topic)
        client.pending.pop(topic, None)
        others = self._subscribers.get(topic)
        if others is not None:
            others.discard(client)
            if not others:
                del self._subscribers[topic]


def _is_same(known: Content, new: Content | None, watched: bool) -> bool:
    """Whether two states are equal, as far as that can be told: none is made for this while nobody wants it."""
    return new is not None and (watched or new.is_made) and known.body == new.body


def _frame(topic: str, version: int, body: bytes) -> bytes:
    """A `Frame` in JSON around an encoded state. Topic names need no escaping, see `valid_topic`."""
    return b'{"topic":"%s","version":%d,"state":%s}' % (topic.encode(), version, body)


def _aged(state: State, seconds: float) -> State:
    """The state as it must be told `seconds` after it was published: its times were right that long ago."""
    if not isinstance(state, GameState) or seconds <= 0:
        return state
    more_ms, clocks, status = round(seconds * 1000), state.clocks, state.status
    if clocks.running is not None:
        clocks = msgspec.structs.replace(clocks, age_ms=clocks.age_ms + more_ms)
    if status.stale_since_ms is not None:
        status = msgspec.structs.replace(status, stale_since_ms=status.stale_since_ms + more_ms)
    if clocks is state.clocks and status is state.status:
        return state
    return msgspec.structs.replace(state, clocks=clocks, status=status)
