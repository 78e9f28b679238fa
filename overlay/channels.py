"""Channels: who is told the states how late, and that the air can stand still.

The hub that is published to tells the truth. Viewers hear it through channels: one for every delay, and for scenes,
while the operator freezes the air, one that stands still. What a channel holds back is in no hub that its viewers could
ask, so it cannot leave early.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from overlay.content import Content, Told
from overlay.hub import Client, Hub
from overlay.pace import Later

MAX_DELAY_S = 900
STEP_S = 5
"""A delay that an address asks for is rounded up to whole steps, so that there are few different ones."""
MAX_CHANNELS = 32
"""More different delays are not held; who asks for another one gets the public delay."""
IDLE_S = 60
"""How long a channel is kept that nobody listens to: a page that is loaded again finds what it had."""
SAMPLE_S = 0.2
"""How often a channel that holds back takes a state of each topic: what changes faster need not be made and held."""
AT_ONCE = ("air",)
"""What no channel holds back: what the operator says is done now."""


class Delayed(Hub):
    """Tells what another hub tells, `delay_s` later."""

    def __init__(self, truth: Hub, delay_s: int, later: Later, public: Hub) -> None:
        """Begin with what the truth told `delay_s` ago if it still does, else with what is public already."""
        super().__init__(clock=truth.clock, versions_from=truth.last_version)
        self.counts = truth.counts
        self.delay_s = delay_s
        self._truth = truth
        self._hold_back = later
        self._news: dict[str, tuple[int, Content | None, float]] = {}
        for topic in dict.fromkeys((*public.topics(), *truth.topics())):
            if seen := public.told(topic):
                self.tell(topic, seen.version, seen.content, at=seen.at)
            if (told := truth.told(topic)) and topic not in AT_ONCE:
                self._hold(topic, told)
        self.silent_since = public.silent_since
        if truth.silent_since != public.silent_since:
            self.silent(truth.silent_since)
        truth.taps.append(self)
        self.stop = partial(truth.taps.remove, self)

    def heard(self, topic: str, version: int, content: Content | None) -> None:
        """The truth has told this."""
        told = self._truth.told(topic)
        at = told.at if told else self.clock()  # which may be long ago, where the truth came over a bus
        if topic in AT_ONCE or not self.delay_s:
            self.tell(topic, version, content, at=at)
            return
        if topic not in self._news:
            self._hold_back(SAMPLE_S, partial(self._take_news, topic))
        self._news[topic] = version, content, at

    def silent(self, since: float | None) -> None:
        """The truth has fallen silent, or speaks again; that too is told later, after all that was heard before."""
        then = self.speak if since is None else partial(self.fall_silent, since + self.delay_s)
        if self.delay_s:
            self._hold_back(self.delay_s + SAMPLE_S, then)
        else:
            then()

    def _take_news(self, topic: str) -> None:
        version, content, at = self._news.pop(topic)
        if content is None:
            self._hold_back(at + self.delay_s - self.clock(), partial(self.tell, topic, version, None))
        else:
            self._hold(topic, Told(version, content, at))

    def _hold(self, topic: str, told: Told) -> None:
        seconds, at = self.delay_s - self.age_s(told), told.at + self.delay_s
        if seconds > 0:
            _ = told.content.state  # made now: later it would be that of later
            self._hold_back(seconds, partial(self.tell, topic, told.version, told.content, at=at))
        else:
            self.tell(topic, told.version, told.content, at=at)


class Still(Hub):
    """What another hub told at this moment, for ever; only what is done at once still is."""

    def __init__(self, other: Hub, truth: Hub) -> None:
        moment = other.clock()
        super().__init__(clock=lambda: moment)
        self.counts = truth.counts
        self.silent_since = other.silent_since
        for topic in other.topics():
            if told := other.told(topic):
                _ = told.content.state
                self.tell(topic, told.version, told.content, at=told.at)
        truth.taps.append(self)
        self.stop = partial(truth.taps.remove, self)

    def heard(self, topic: str, version: int, content: Content | None) -> None:
        """The truth has told this."""
        if topic in AT_ONCE:
            self.tell(topic, version, content)

    def silent(self, since: float | None) -> None:
        """What stands still goes on standing still."""


@dataclass(frozen=True, slots=True)
class Want:
    """What a viewer is entitled to, and asks for.

    `own_delay_s` is that of a viewer's token and stands for the public one; `more_s` is what the address asks for,
    which can only make it longer. Scenes are `on_air`.
    """

    own_delay_s: int | None = None
    more_s: int = 0
    on_air: bool = False


@dataclass(eq=False, slots=True)
class Seat:
    """A connected viewer, and the hub that tells them now."""

    want: Want
    hub: Hub
    client: Client


@dataclass(slots=True)
class _Channel:
    hub: Hub
    stop: Callable[[], None] = lambda: None
    still: Still | None = None
    used_at: float = 0


class Channels:
    """All channels, and everybody who is connected to one."""

    def __init__(self, truth: Hub, later: Later, public_delay_s: int = 0) -> None:
        """`truth` is the hub that is published to; without a delay it is also the channel of the public."""
        self.truth = truth
        self.public_delay_s = 0
        self.frozen = False
        self._hold_back = later
        self._channels: dict[int, _Channel] = {0: _Channel(truth)}
        self._seats: set[Seat] = set()
        self.steer(public_delay_s, frozen=False)

    @property
    def viewers(self) -> int:
        """How many are connected."""
        return len(self._seats)

    @property
    def on_air(self) -> int:
        """How many of them are scenes."""
        return sum(seat.want.on_air for seat in self._seats)

    def hub(self, want: Want) -> Hub:
        """Where someone with this want may look."""
        channel = self._channel(self._delay_s(want))
        return channel.still if channel.still and want.on_air else channel.hub

    def sit(self, want: Want, client: Client | None = None) -> Seat:
        """Connect a viewer; `leave` must follow."""
        hub = self.hub(want)
        seat = Seat(want, hub, hub.connect(client))
        self._seats.add(seat)
        return seat

    def leave(self, seat: Seat) -> None:
        """Forget a viewer."""
        self._seats.discard(seat)
        seat.hub.disconnect(seat.client)

    def steer(self, public_delay_s: int, *, frozen: bool) -> None:
        """Change the public delay, or freeze the air or let it go on; everybody is led to where they may look then."""
        self._channel(public_delay_s)  # begins with what the public has seen until now
        self.public_delay_s = public_delay_s
        if frozen != self.frozen:
            self.frozen = frozen
            for channel in self._channels.values():
                self._freeze(channel)
        for seat in self._seats:
            _move(seat, self.hub(seat.want))

    def _delay_s(self, want: Want) -> int:
        floor = self.public_delay_s if want.own_delay_s is None else want.own_delay_s
        asked = min(MAX_DELAY_S, -(-want.more_s // STEP_S) * STEP_S)
        delay_s = max(floor, asked)
        if delay_s not in self._channels:
            self._forget_idle()
        return delay_s if delay_s in self._channels or len(self._channels) < MAX_CHANNELS else floor

    def _channel(self, delay_s: int) -> _Channel:
        channel = self._channels.get(delay_s)
        if channel is None:
            hub = Delayed(self.truth, delay_s, self._hold_back, self._channels[self.public_delay_s].hub)
            channel = self._channels[delay_s] = _Channel(hub, hub.stop)
            self._freeze(channel)
        channel.used_at = self.truth.clock()
        return channel

    def _freeze(self, channel: _Channel) -> None:
        if channel.still:
            channel.still.stop()
        channel.still = Still(channel.hub, self.truth) if self.frozen else None

    def _forget_idle(self) -> None:
        now = self.truth.clock()
        kept = {0, self.public_delay_s}
        for delay_s, channel in list(self._channels.items()):
            listened = channel.hub.clients or (channel.still and channel.still.clients)
            if delay_s not in kept and not listened and now - channel.used_at > IDLE_S:
                channel.stop()
                if channel.still:
                    channel.still.stop()
                del self._channels[delay_s]


def _move(seat: Seat, hub: Hub) -> None:
    """Lead a viewer to another hub: they keep their topics, and hear what it tells."""
    if hub is seat.hub:
        return
    topics = tuple(seat.client.topics)
    seat.hub.disconnect(seat.client)
    hub.connect(seat.client)
    for topic in topics:
        hub.subscribe(seat.client, topic)
    seat.hub = hub
