"""Channels: who is told the states how late, and that the air can stand still.

The hub that is published to tells the truth. Viewers hear it through channels: one for every delay, and for scenes,
while the operator freezes the air, one that stands still.
"""

from collections.abc import Callable
from dataclasses import dataclass

from overlay.content import Content
from overlay.delayed import Delayed
from overlay.hub import Client, Hub
from overlay.pace import Later
from overlay.still import Still

MAX_DELAY_S = 900
STEP_S = 5
"""A delay that an address asks for is rounded up to whole steps, so that there are few different ones."""
MAX_CHANNELS = 32
"""More different delays are not held; who asks for another one gets the public delay."""
IDLE_S = 60
"""How long a channel is kept that nobody listens to: a page that is loaded again finds what it had."""


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

    def recall(self, topic: str, version: int, content: Content | None, at: float) -> None:
        """Let viewers have what the truth told of a topic at another place, since `at` by its clock, each in time."""
        for channel in self._channels.values():
            if isinstance(channel.hub, Delayed):
                channel.hub.recall(topic, version, content, at)

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
