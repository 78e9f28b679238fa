"""Channels: what is held back leaves no earlier, what stands still stands still, and nobody loses the last state."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.channels import IDLE_S, MAX_CHANNELS, Channels, Want
from overlay.content import Content
from overlay.delayed import SAMPLE_S, Delayed
from overlay.hub import Hub
from overlay.state import Air, Clocks, GameState
from tests.overlay import samples
from tests.overlay.conftest import Time

PUBLIC = Want()
SCENE = Want(on_air=True)


def channels(delay_s: int = 0) -> tuple[Channels, Time]:
    time = Time()
    return Channels(Hub(clock=time.clock), time.later, delay_s), time


def shown(hub: Hub, topic: str = "featured") -> int | None:
    """The ply that a hub shows."""
    state = hub.state(topic)
    assert state is None or isinstance(state, GameState)
    return state.ply if state else None


def publish(air: Channels, ply: int) -> None:
    air.truth.publish("featured", samples.state("g", ply))


def test_without_a_delay_everybody_hears_the_truth() -> None:
    air, _ = channels()
    assert air.hub(PUBLIC) is air.truth is air.hub(SCENE)


def test_a_public_delay_holds_for_all_but_those_with_a_token() -> None:
    air, time = channels(30)
    publish(air, 1)
    assert [shown(air.hub(want)) for want in (PUBLIC, SCENE, Want(own_delay_s=0))] == [None, None, 1]
    time.advance(29)
    publish(air, 2)
    time.advance(1)
    assert [shown(air.hub(want)) for want in (PUBLIC, SCENE, Want(own_delay_s=0))] == [1, 1, 2]
    time.advance(29)
    assert shown(air.hub(PUBLIC)) == 2


def test_an_address_can_ask_for_more_delay_and_never_for_less() -> None:
    air, time = channels(30)
    publish(air, 1)
    time.advance(30)
    assert shown(air.hub(Want(more_s=5))) == 1
    later = air.hub(Want(more_s=58))  # rounded up to a minute
    assert shown(later) == 1, "what the public has seen is no secret"
    publish(air, 2)
    time.advance(59)
    assert (shown(air.hub(PUBLIC)), shown(later)) == (2, 1)
    time.advance(1)
    assert shown(later) == 2
    assert air.hub(Want(own_delay_s=10, more_s=60)) is later


def test_what_came_late_to_the_truth_is_as_old_as_it_is() -> None:
    air, time = channels(30)
    private = Delayed(air.truth, 0, time.later, air.truth)
    time.advance(100)
    thinking = msgspec.structs.replace(samples.state("g", 1), clocks=Clocks(60_000, 60_000, "white", 0))
    air.truth.tell("featured", 7, Content(thinking), at=time.clock() - 20)
    for hub, age_ms in ((private, 20_000), (air.truth, 20_000)):
        state = hub.state("featured")
        assert isinstance(state, GameState)
        assert state.clocks.age_ms == age_ms
    assert shown(air.hub(PUBLIC)) is None
    time.advance(10)
    assert shown(air.hub(PUBLIC)) == 1, "it is thirty seconds old"


def test_a_removed_topic_is_removed_later_too() -> None:
    air, time = channels(10)
    publish(air, 1)
    time.advance(10)
    air.truth.remove("featured")
    time.advance(9)
    assert shown(air.hub(PUBLIC)) == 1
    time.advance(1)
    assert shown(air.hub(PUBLIC)) is None


def test_a_held_state_is_that_of_its_time() -> None:
    """Clocks and silence are as old in a channel as they were when they were true."""
    air, time = channels(20)
    running = samples.state("g", 1, clocks=Clocks(60_000, 60_000, "white", 0))
    air.truth.publish("featured", lambda: running)
    time.advance(23)
    state = air.hub(PUBLIC).state("featured")
    assert isinstance(state, GameState)
    assert state.clocks.age_ms == 3000


def test_raising_the_delay_keeps_what_was_seen_and_lowering_it_shows_the_newest() -> None:
    air, time = channels()
    seat = air.sit(PUBLIC)
    seat.hub.subscribe(seat.client, "featured")
    publish(air, 1)
    air.steer(30, frozen=False)
    publish(air, 2)
    time.advance(29)
    assert shown(seat.hub) == 1
    time.advance(1)
    assert shown(seat.hub) == 2
    publish(air, 3)
    air.steer(0, frozen=False)
    assert (seat.hub, shown(seat.hub)) == (air.truth, 3)
    assert b'"ply":3' in seat.client.pending["featured"]
    air.leave(seat)
    assert (air.viewers, air.truth.clients) == (0, 0)


def test_frozen_scenes_stand_still_and_pages_do_not() -> None:
    air, time = channels()
    publish(air, 1)
    seat = air.sit(SCENE)
    seat.hub.subscribe(seat.client, "featured")
    air.steer(0, frozen=True)
    publish(air, 2)
    time.advance(5)
    assert (shown(seat.hub), shown(air.hub(SCENE)), shown(air.hub(PUBLIC))) == (1, 1, 2)
    air.truth.publish("air", Air(cleared=True))
    assert air.hub(SCENE).state("air") == Air(cleared=True), "the operator is obeyed at once"
    air.steer(0, frozen=False)
    assert (shown(seat.hub), air.hub(SCENE) is air.truth) == (2, True)


def test_a_frozen_clock_does_not_age() -> None:
    air, time = channels()
    air.truth.publish("featured", samples.state("g", 1, clocks=Clocks(60_000, 60_000, "white", 0)))
    time.advance(2)
    air.steer(0, frozen=True)
    time.advance(100)
    state = air.hub(SCENE).state("featured")
    assert isinstance(state, GameState)
    assert state.clocks.age_ms == 2000


def test_the_operator_is_obeyed_without_delay() -> None:
    air, _ = channels(600)
    air.truth.publish("air", Air(cleared=True))
    assert air.hub(SCENE).state("air") == Air(cleared=True)


def test_there_are_not_more_channels_than_can_be_held() -> None:
    air, time = channels()
    hubs = {air.hub(Want(more_s=5 * number)) for number in range(1, 100)}
    assert len(hubs) == MAX_CHANNELS
    assert air.hub(Want(more_s=895)) is air.truth
    time.advance(IDLE_S + 1)
    assert air.hub(Want(more_s=895)) is not air.truth, "channels that nobody uses make room"


def test_an_idle_channel_hears_nothing_more() -> None:
    air, time = channels()
    air.hub(Want(more_s=5))
    time.advance(IDLE_S + 1)
    air.hub(Want(more_s=10))
    assert len(air.truth.taps) == 1


@pytest.mark.parametrize("delay_s", [0, 30])
def test_a_state_is_made_only_when_it_must_be(delay_s: int) -> None:
    air, time = channels(delay_s)
    made: list[int] = []

    def make() -> GameState:
        made.append(1)
        return samples.state("g", 1)

    for _ in range(5):
        air.truth.publish("featured", make)
    time.advance(SAMPLE_S)
    assert len(made) == (1 if delay_s else 0)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("publish"), st.just(0)),
        st.tuples(st.just("advance"), st.integers(1, 40)),
        st.tuples(st.just("delay"), st.sampled_from([0, 10, 30, 60])),
        st.tuples(st.just("freeze"), st.booleans()),
        st.tuples(st.just("ask"), st.sampled_from([0, 5, 20, 60])),
    ),
    max_size=60,
)


@given(STEPS)
def test_nothing_leaves_earlier_than_its_delay_whatever_the_operator_does(steps: list[tuple[str, int]]) -> None:
    air, time = channels()
    published: list[float] = []  # when the ply of this index was
    seen, frozen, seats = -1, False, [air.sit(PUBLIC), air.sit(SCENE)]
    for step, value in steps:
        match step:
            case "publish":
                publish(air, len(published))
                published.append(time.now)
            case "advance":
                time.advance(value)
            case "delay":
                air.steer(value, frozen=frozen)
            case "freeze":
                frozen = bool(value)
                air.steer(air.public_delay_s, frozen=frozen)
            case _:
                seats.append(air.sit(Want(more_s=value)))
        ripe = max((ply for ply, at in enumerate(published) if time.now - at >= air.public_delay_s), default=-1)
        seen = max(seen, ripe)
        for seat in seats:
            assert seat.hub is air.hub(seat.want)
            ply = shown(seat.hub)
            assert ply is None or ply <= seen, "it is not public yet"
    air.steer(0, frozen=False)
    time.advance(100)
    assert all(shown(seat.hub) == (len(published) - 1 if published else None) for seat in seats)
