"""The hub: one current state per topic, told to everybody who wants it.

It is synchronous and does no I/O. A topic is told at most 20 times a second, and a big one less often; what comes in
between replaces what waits. A state is encoded and framed once, and every client is offered the same bytes: it takes
them now, or keeps them in `pending`, where they replace an older message of the same topic. So a slow client skips
states, its memory is bounded by the number of its topics, and it can never make another client wait.
"""

import time
from collections.abc import Callable
from typing import Protocol

from overlay.ageing import aged, unheard
from overlay.content import Content, Told, framed, message
from overlay.counts import Counts
from overlay.pace import Later, Pace
from overlay.state import State
from overlay.topics import valid_topic

MAX_TOPICS = 64
"""Topics that one client may hold at the same time."""


class TooManyTopics(Exception):  # noqa: N818 - it says what the matter is
    """A client asked for more than MAX_TOPICS topics."""


class Client:
    """Somebody who is told: what it wants, and what it has not been given yet, as frames of a WebSocket."""

    __slots__ = ("pending", "topics")

    def __init__(self) -> None:
        self.topics: set[str] = set()
        self.pending: dict[str, bytes] = {}

    def offer(self, topic: str, frame: bytes) -> None:
        """Make this the one pending message of the topic. It keeps its place in the queue, so no topic is starved."""
        self.pending[topic] = frame


class Tap(Protocol):
    """Somebody who is told all that a hub tells."""

    def heard(self, topic: str, version: int, content: Content | None) -> None:
        """A topic has a new version; None: it has no state any more."""

    def silent(self, since: float | None) -> None:
        """Nothing is heard since this time of those who follow the games; None: they are heard again."""


class Hub:
    """The topics and their subscribers. Used from one event loop only.

    Attributes:
        silent_since: Since when, by the clock, nothing is heard of those who follow the games; None: they are heard.
        last_version: Topics that had no state before begin above it.
        states_in: How many states it was told.
        counts: What its viewers were given; hubs may share it.
        delay_s: How much later than others it tells everything on purpose.
    """

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, later: Later | None = None, versions_from: int = 0
    ) -> None:
        """Go by a clock in seconds; `later` lets topics rest, and without it everything is told at once.

        All versions are above `versions_from`.
        """
        self.clock = clock
        self.silent_since: float | None = None
        self._pace = Pace(clock, later, self._tell_now)
        self._topics: dict[str, Told] = {}
        self._subscribers: dict[str, set[Client]] = {}
        self._clients: set[Client] = set()
        self.last_version = versions_from  # of removed topics: a topic that comes back goes on counting above it
        self.taps: list[Tap] = []
        self.states_in = 0
        self.counts = Counts()
        self.delay_s = 0

    @property
    def coalesced(self) -> int:
        """How many states were replaced by newer ones while their topic rested."""
        return self._pace.coalesced

    @property
    def clients(self) -> int:
        """How many clients are connected."""
        return len(self._clients)

    # --- The side of those who know the states

    def publish(self, topic: str, state: State | Callable[[], State], *, heard_s: float | None = None) -> bool:
        """Make this the topic's state and offer it to its subscribers; False if nothing has changed.

        A function that makes the state is called only when the state is wanted: while nobody subscribes to the topic,
        nothing is made, and every call counts as a change. `heard_s` is how long ago the server said what it tells of;
        None: it does not come from the server just now.
        """
        if topic not in self._topics and not valid_topic(topic):
            raise ValueError(f"{topic!r} is not the name of a topic")
        heard_at = None if heard_s is None else self.clock() - heard_s
        return self.tell(topic, self._next_version(topic), Content(state, heard_at))

    def remove(self, topic: str) -> None:
        """Forget a topic; its subscribers, who stay subscribed, are told that it has no state any more."""
        if topic in self._topics:
            self.tell(topic, self._next_version(topic), None)

    def tell(self, topic: str, version: int, content: Content | None, *, at: float | None = None) -> bool:
        """Tell a version of a topic that another hub may have told before; False if that says nothing new.

        `at` is since when it is true, by the hub's clock; without it, since now.
        """
        known = self._topics.get(topic)
        if known is None and content is None:
            return False
        if known and (version <= known.version or (content and self._is_same(topic, known.content, content))):
            return False
        self.states_in += 1
        if content is None:
            self._forget(topic, version)
            return True
        self._topics[topic] = Told(version, content, self.clock() if at is None else at)
        self._pace.news(topic)
        return True

    def hurry(self) -> None:
        """Tell at once what rests, as there will be no later."""
        self._pace.hurry()

    def fall_silent(self, since: float) -> None:
        """Nothing is heard since then of those who follow the games: what seems to run is told as doubtful."""
        if self.silent_since is None:
            self._hear(since)

    def speak(self) -> None:
        """They are heard again, and everything is as it was last told."""
        if self.silent_since is not None:
            self._hear(None)

    # --- The side of the viewers

    def told(self, topic: str) -> Told | None:
        """What is told of a topic; None if it has no state."""
        return self._topics.get(topic)

    def age_s(self, told: Told) -> float:
        """For how long it has been told."""
        return self.clock() - told.at

    def state(self, topic: str) -> State | None:
        """The topic's state as of now: clocks and silence carry the age they have now. None if there is none."""
        known = self._topics.get(topic)
        return None if known is None else self._now(known)

    def snapshot(self, topic: str) -> bytes:
        """The message that a new subscriber gets: a `Frame` in JSON with the current state, or with null for none."""
        known = self._topics.get(topic)
        if known is None:
            return message(topic, 0, None)
        state = self._now(known)
        return message(topic, known.version, known.content.body if state is known.content.state else state)

    def topics(self) -> tuple[str, ...]:
        """The names of all topics that have a state, in the order in which they first got one."""
        return tuple(self._topics)

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

    def subscribe(self, client: Client, topic: str) -> int:
        """Add a topic to a client's set and offer it the snapshot; one that it already has changes nothing.

        Gives the bytes of the snapshot, 0 where nothing has changed.
        Raises ValueError for what is not the name of a topic, TooManyTopics beyond MAX_TOPICS.
        """
        if not valid_topic(topic):
            raise ValueError("not the name of a topic")
        if topic in client.topics:
            return 0
        if len(client.topics) >= MAX_TOPICS:
            raise TooManyTopics
        client.topics.add(topic)
        self._subscribers.setdefault(topic, set()).add(client)
        frame = framed(self.snapshot(topic))
        self.counts.offer(1, len(frame))
        client.offer(topic, frame)
        return len(frame)

    def unsubscribe(self, client: Client, topic: str) -> None:
        """Take a topic out of a client's set, with what waits of it."""
        client.topics.discard(topic)
        client.pending.pop(topic, None)
        others = self._subscribers.get(topic)
        if others is not None:
            others.discard(client)
            if not others:
                del self._subscribers[topic]

    # --- How

    def _tell_now(self, topic: str) -> Content | None:
        """Tell a topic as it is; what that is, None if it has no state any more."""
        told = self._topics.get(topic)
        if told is None:
            return None
        content = told.content
        if topic in self._subscribers:
            silent = self.silent_since is not None
            self._offer(topic, message(topic, told.version, self._now(told) if silent else content.body))
            if content.heard_at is not None:
                self.counts.lag.add(self.clock() - content.heard_at - self.delay_s)
        for tap in self.taps:
            tap.heard(topic, told.version, content)
        return content

    def _forget(self, topic: str, version: int) -> None:
        self.last_version = max(self.last_version, version)
        del self._topics[topic]
        self._pace.forget(topic)
        self._offer(topic, message(topic, version, None))
        for tap in self.taps:
            tap.heard(topic, version, None)

    def _offer(self, topic: str, text: bytes) -> None:
        """Offer a message to everybody who wants it."""
        frame, clients = framed(text), self._subscribers.get(topic, ())
        if clients:
            self.counts.states_out += 1
            self.counts.offer(len(clients), len(frame))
        for client in clients:
            client.offer(topic, frame)

    def _hear(self, silent_since: float | None) -> None:
        self.silent_since = silent_since
        for tap in self.taps:
            tap.silent(silent_since)
        for topic in self._subscribers:
            if topic in self._topics:
                self._offer(topic, self.snapshot(topic))

    def _now(self, told: Told) -> State:
        state = aged(told.content.state, self.age_s(told))
        return state if self.silent_since is None else unheard(state, self.clock() - self.silent_since)

    def _is_same(self, topic: str, known: Content, new: Content) -> bool:
        """Whether two states are equal, as far as that can be told: none is made for this while nobody wants it now."""
        wanted = topic in self._subscribers and topic not in self._pace.waiting
        return (wanted or new.is_made) and known.body == new.body

    def _next_version(self, topic: str) -> int:
        known = self._topics.get(topic)
        return (known.version if known else self.last_version) + 1
