"""What is counted is what happened: to the states in the hub, and to the frames at the sockets."""

import asyncio
import random
from typing import cast

import pytest
from aiohttp import web

from overlay.channels import Channels, Want
from overlay.counts import BOUNDS_S, Times
from overlay.hub import Client, Hub
from overlay.pace import PACE_S
from overlay.web.audience import Audience, Viewer
from tests.overlay import samples
from tests.overlay.conftest import Time


class Wire:
    """A transport that can be full, or gone; what it took is `written`."""

    def __init__(self) -> None:
        self.full = False
        self.gone = False
        self.written: list[bytes] = []

    def set_write_buffer_limits(self, high: int) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return int(self.full)

    def is_closing(self) -> bool:
        return self.gone

    def get_extra_info(self, name: str) -> None:
        pass

    def write(self, frame: bytes) -> None:
        assert not self.full
        if self.gone:
            raise RuntimeError("the handler is closed")  # as uvloop does
        self.written.append(frame)

    def abort(self) -> None:
        pass


class Socket:
    """A WebSocket that can only be closed."""

    async def close(self, *, code: int, message: bytes) -> None:
        pass


def times(*seconds: float) -> Times:
    counted = Times()
    for one in seconds:
        counted.add(one)
    return counted


def paced() -> tuple[Time, Hub]:
    time = Time()
    return time, Hub(clock=time.clock, later=time.later)


def watching(hub: Hub, *topics: str) -> Client:
    client = hub.connect()
    for topic in topics:
        hub.subscribe(client, topic)
    return client


# --- Times


def test_a_time_on_a_bound_is_below_it_and_the_last_bucket_counts_all() -> None:
    buckets = dict(times(0, 0.001, 0.0011, 10, 11, -1).buckets)
    assert (buckets["0.001"], buckets["0.0025"]) == (3, 4)
    assert (buckets["5.0"], buckets["10.0"], buckets["+Inf"]) == (4, 5, 6)
    assert len(buckets) == len(BOUNDS_S) + 1


def test_a_time_below_nothing_is_nothing() -> None:
    assert times(-3, 2).sum_s == 2


# --- States


def test_states_are_counted_as_they_come_in_are_replaced_and_go_out() -> None:
    time, hub = paced()
    watching(hub, "game/a")
    watching(hub, "game/a")
    for ply in range(5):
        hub.publish("game/a", samples.state("a", ply))
    assert (hub.states_in, hub.coalesced, hub.counts.states_out) == (5, 3, 1)
    time.advance(1)
    assert (hub.states_in, hub.coalesced, hub.counts.states_out) == (5, 3, 2)
    hub.publish("game/a", samples.state("a", 4))  # says nothing new
    hub.publish("game/b", samples.state("b", 4))  # which nobody wants
    hub.remove("game/a")
    assert (hub.states_in, hub.coalesced, hub.counts.states_out) == (7, 3, 3)


def test_channels_count_together_what_they_give_and_nothing_comes_in_twice() -> None:
    time, hub = paced()
    channels = Channels(hub, time.later)
    seats = [channels.sit(Want(more_s=delay_s)) for delay_s in (0, 5, 10)]
    for seat in seats:
        seat.hub.subscribe(seat.client, "game/a")
    hub.publish("game/a", samples.state("a", 1))
    time.advance(20)
    assert (hub.states_in, hub.counts.states_out) == (1, 3)
    channels.steer(0, frozen=True)
    assert {seat.hub.counts for seat in seats} == {hub.counts}


def test_scenes_are_told_from_pages() -> None:
    time, hub = paced()
    channels = Channels(hub, time.later)
    for on_air in (True, False, True):
        channels.sit(Want(on_air=on_air))
    assert (channels.viewers, channels.on_air) == (3, 2)


# --- The lag


def lags(hub: Hub) -> tuple[int, float]:
    """How many there are, and their sum."""
    return hub.counts.lag.buckets[-1][1], round(hub.counts.lag.sum_s, 6)


def test_the_lag_is_from_the_line_to_the_frame_and_the_rest_is_part_of_it() -> None:
    time, hub = paced()
    watching(hub, "game/a")
    hub.publish("game/a", samples.state("a", 1), heard_s=0.004)
    assert lags(hub) == (1, 0.004)
    time.advance(0.02)
    hub.publish("game/a", samples.state("a", 2), heard_s=0.004)
    hub.publish("game/a", samples.state("a", 3), heard_s=0.001)  # which replaces the other
    time.advance(1)
    assert lags(hub) == (2, round(0.004 + 0.001 + PACE_S - 0.02, 6))


def test_what_nobody_wants_or_the_server_has_not_said_has_no_lag() -> None:
    time, hub = paced()
    hub.publish("game/a", samples.state("a", 1), heard_s=0.004)
    watching(hub, "game/a")
    time.advance(1)
    hub.publish("game/a", samples.state("a", 1), heard_s=0.004)
    hub.publish("game/a", samples.state("a", 2))
    time.advance(1)
    hub.fall_silent(time.now)
    hub.speak()
    hub.remove("game/a")
    assert lags(hub) == (0, 0)


def test_a_delay_on_purpose_is_no_lag() -> None:
    time, hub = paced()
    channels = Channels(hub, time.later, public_delay_s=30)
    seat = channels.sit(Want())
    seat.hub.subscribe(seat.client, "game/a")
    hub.publish("game/a", samples.state("a", 1), heard_s=0.004)
    time.advance(29)
    assert lags(hub) == (0, 0)
    time.advance(2)
    assert lags(hub) == (1, 0.004)


# --- Frames


def viewer(hub: Hub, audience: Audience, *topics: str, lasts: bool = True) -> tuple[Viewer, Wire]:
    """Somebody who looks at topics, and what reaches them."""
    looking, wire, socket = Viewer(audience, lambda: lasts), Wire(), Socket()
    hub.connect(looking)
    for topic in topics:
        hub.subscribe(looking, topic)
    looking.open(cast(web.WebSocketResponse, socket), cast(asyncio.Transport, wire))
    audience.enter(looking)
    return looking, wire


@pytest.mark.parametrize("seed", range(5))
async def test_frames_are_sent_or_skipped_or_wait(seed: int) -> None:
    chance, hub = random.Random(seed), Hub()
    counts = hub.counts
    audience = Audience(15, hub.counts)
    there = [viewer(hub, audience, "game/a", "game/b") for _ in range(3)]
    for number in range(200):
        for looking, wire in there:
            wire.full = chance.random() < 0.6
            if chance.random() < 0.3:
                looking.catch_up()
        hub.publish(chance.choice(("game/a", "game/b")), samples.state("a", 1, url=f"https://lichess.org/{number}"))
        waiting = sum(len(looking.pending) for looking, _ in there)
        assert counts.sent_bytes == sum(len(frame) for _, wire in there for frame in wire.written)
        assert counts.offered == counts.sent + counts.skipped + waiting
    assert counts.offered == 3 * (2 + 200)
    assert counts.skipped > 50
    assert audience.behind > 0


async def test_one_who_is_gone_keeps_no_other_from_being_told() -> None:
    hub = Hub()
    audience = Audience(15, hub.counts)
    there = [viewer(hub, audience, "game/a") for _ in range(3)]
    (gone, away), *others = there
    away.gone = True
    hub.publish("game/a", samples.state("a", 1))
    assert [len(wire.written) for _, wire in others] == [2, 2]
    assert gone.pending
    assert gone.catch_up()
    assert (hub.counts.offered, hub.counts.sent) == (6, 5)


async def test_why_viewers_are_cut_off_is_counted() -> None:
    time, hub = paced()
    audience = Audience(15, hub.counts, clock=time.clock)
    viewer(hub, audience, "game/a", lasts=False)
    _, slow = viewer(hub, audience, "game/a")
    slow.full = True
    viewer(hub, audience, "game/b")
    hub.publish("game/a", samples.state("a", 1))
    time.advance(16)
    audience._sweep()
    await audience.close_all()
    assert hub.counts.cut_off == {"rights": 1, "slow": 1, "restart": 1, "message": 0}
    assert hub.counts.sent == len(slow.written) + 1
