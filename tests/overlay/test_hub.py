"""The hub: states, not deltas; one pending message per topic; nobody waits for anybody."""

import tracemalloc
from functools import partial

import msgspec
import pytest

from overlay.content import Content, framed
from overlay.hub import MAX_TOPICS, Client, Hub, TooManyTopics
from overlay.pace import PACE_S
from overlay.state import Frame, GameState, Lobby, LobbyGame
from overlay.topics import valid_topic
from tests.overlay import samples
from tests.overlay.conftest import Time, decode_frame, unframed


def take(client: Client) -> list[Frame]:
    """Everything that waits for a client."""
    frames = [decode_frame(unframed(frame)) for frame in client.pending.values()]
    client.pending.clear()
    return frames


@pytest.fixture
def hub() -> Hub:
    return Hub()


def test_a_subscriber_gets_the_snapshot_first_and_then_newer_states(hub: Hub) -> None:
    hub.publish("game/a", samples.state("a", 10))
    client = hub.connect()
    hub.subscribe(client, "game/a")
    (first,) = take(client)
    hub.publish("game/a", samples.state("a", 11))
    (second,) = take(client)
    assert isinstance(first.state, GameState)
    assert isinstance(second.state, GameState)
    assert (first.state.ply, second.state.ply) == (10, 11)
    assert second.version > first.version


def test_every_message_is_the_whole_state(hub: Hub) -> None:
    client = hub.connect()
    hub.subscribe(client, "game/live0001")
    hub.publish("game/live0001", samples.live())
    (frame,) = take(client)
    assert frame == Frame("game/live0001", 1, samples.live())


def test_a_topic_without_a_state_says_so(hub: Hub) -> None:
    client = hub.connect()
    hub.subscribe(client, "game/none")
    assert take(client) == [Frame("game/none", 0, None)]


def test_an_unchanged_state_is_not_sent_again(hub: Hub) -> None:
    client = hub.connect()
    hub.subscribe(client, "lobby")
    take(client)
    assert hub.publish("lobby", samples.lobby())
    assert not hub.publish("lobby", samples.lobby())
    assert len(take(client)) == 1


def test_a_slow_client_has_one_pending_message_a_topic_and_skips_states(hub: Hub) -> None:
    slow = hub.connect()
    hub.subscribe(slow, "game/a")
    hub.subscribe(slow, "lobby")
    for ply in range(40):
        hub.publish("game/a", samples.state("a", ply))
    frames = {frame.topic: frame for frame in take(slow)}
    assert set(frames) == {"game/a", "lobby"}
    newest = frames["game/a"].state
    assert isinstance(newest, GameState)
    assert newest.ply == 39


def test_a_stalled_client_needs_no_more_memory_however_much_is_published(hub: Hub) -> None:
    stalled = hub.connect()
    hub.subscribe(stalled, "game/a")
    states = [samples.state("a", ply) for ply in range(40)]
    tracemalloc.start()
    for state in states:
        hub.publish("game/a", state)
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(50):
        for state in states:
            hub.publish("game/a", state)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(stalled.pending) == 1
    assert after - before < 50_000


def test_all_clients_share_the_same_bytes(hub: Hub) -> None:
    clients = [hub.connect() for _ in range(3)]
    for client in clients:
        hub.subscribe(client, "lobby")
    hub.publish("lobby", samples.lobby())
    assert len({id(client.pending["lobby"]) for client in clients}) == 1


def test_topics_take_turns(hub: Hub) -> None:
    """A topic that changes all the time does not keep another one waiting."""
    client = hub.connect()
    hub.subscribe(client, "game/a")
    hub.subscribe(client, "lobby")
    hub.publish("game/a", samples.state("a", 1))
    assert list(client.pending) == ["game/a", "lobby"]


def test_unsubscribing_ends_the_messages_and_drops_what_waits(hub: Hub) -> None:
    client = hub.connect()
    hub.subscribe(client, "lobby")
    hub.unsubscribe(client, "lobby")
    hub.publish("lobby", samples.lobby())
    assert not client.pending
    assert not client.topics


def test_a_disconnected_client_is_forgotten(hub: Hub) -> None:
    client = hub.connect()
    hub.subscribe(client, "lobby")
    hub.disconnect(client)
    hub.publish("lobby", samples.lobby())
    assert hub.clients == 0
    assert not client.pending


def test_removing_a_topic_tells_its_subscribers_and_versions_go_on(hub: Hub) -> None:
    hub.publish("game/a", samples.state("a", 1))
    client = hub.connect()
    hub.subscribe(client, "game/a")
    versions = [frame.version for frame in take(client)]
    hub.remove("game/a")
    (gone,) = take(client)
    hub.publish("game/a", samples.state("a", 2))
    (back,) = take(client)
    assert gone.state is None
    assert hub.topics() == ("game/a",)
    assert versions[0] < gone.version < back.version


def test_a_late_joiner_gets_clocks_of_now() -> None:
    now = 100.0
    hub = Hub(clock=lambda: now)
    hub.publish("game/a", samples.state("a", 3))
    now = 107.5
    client = hub.connect()
    hub.subscribe(client, "game/a")
    (frame,) = take(client)
    assert isinstance(frame.state, GameState)
    assert frame.state.clocks.age_ms == 7500
    assert frame.version == 1
    stopped = samples.fresh()
    hub.publish("game/b", stopped)
    now = 300.0
    assert hub.state("game/b") == stopped


def test_a_late_joiner_learns_how_long_it_has_been_silent() -> None:
    now = 100.0
    hub = Hub(clock=lambda: now)
    hub.publish("game/a", samples.silent())
    now = 107.5
    state = hub.state("game/a")
    assert isinstance(state, GameState)
    assert state.status.stale_since_ms == 52_500
    assert not hub.publish("game/a", samples.silent())


@pytest.mark.parametrize("name", ["lobby", "featured", "game/abcdEFGH", "event/_-1"])
def test_names_of_topics(name: str) -> None:
    assert valid_topic(name)


@pytest.mark.parametrize(
    "name", ["", "game/", "game/a/b", 'game/"', "Game/a", "game/ä", "game/" + "a" * 65, "x", "lobby\n"]
)
def test_what_is_no_name_of_a_topic(hub: Hub, name: str) -> None:
    assert not valid_topic(name)
    with pytest.raises(ValueError, match="topic"):
        hub.publish(name, Lobby(()))
    with pytest.raises(ValueError, match="topic"):
        hub.subscribe(hub.connect(), name)


def test_the_number_of_topics_is_limited(hub: Hub) -> None:
    client = hub.connect()
    for number in range(MAX_TOPICS):
        hub.subscribe(client, f"game/{number}")
    hub.subscribe(client, "game/0")
    with pytest.raises(TooManyTopics):
        hub.subscribe(client, "lobby")


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536, 70_000])
def test_a_message_is_one_frame_of_text(length: int) -> None:
    text = b"x" * length
    frame = framed(text)
    assert frame[0] == 0x81
    assert unframed(frame) == text


def test_a_topic_is_told_twenty_times_a_second_at_most_and_the_last_state_always() -> None:
    time = Time()
    hub, made = Hub(clock=time.clock, later=time.later), list[Lobby]()
    client = hub.connect()
    hub.subscribe(client, "lobby")
    (line,) = samples.lobby().games[:1]

    def lobby(ply: int) -> Lobby:
        made.append(Lobby((msgspec.structs.replace(line, ply=ply),)))
        return made[-1]

    told = take(client)
    for ply in range(1000):
        hub.publish("lobby", partial(lobby, ply))
        told += take(client)
        time.advance(0.01)
        told += take(client)
    time.advance(PACE_S)
    told += take(client)
    last = told[-1].state
    assert isinstance(last, Lobby)
    assert last.games[0].ply == 999
    assert 190 <= len(told) <= 202
    assert len(made) <= 2 * len(told), "what is skipped is not even made"


def test_the_last_state_is_told_before_the_end() -> None:
    time = Time()
    hub = Hub(clock=time.clock, later=time.later)
    client = hub.connect()
    hub.subscribe(client, "game/a")
    hub.publish("game/a", samples.state("a", 1))
    hub.publish("game/a", samples.state("a", 2))
    assert b'"ply":1,' in client.pending["game/a"]
    hub.hurry()
    assert b'"ply":2,' in client.pending["game/a"]
    take(client)
    time.advance(1)
    assert not client.pending, "nothing is told twice"


def test_a_big_topic_rests_longer() -> None:
    time = Time()
    hub = Hub(clock=time.clock, later=time.later)
    client = hub.connect()
    hub.subscribe(client, "game/a")
    big = samples.ENTRIES * 200
    sizes = [0]
    take(client)
    for ply in range(100):
        hub.publish("game/a", samples.state("a", ply % 2, big))
        time.advance(0.1)
        sizes += map(len, client.pending.values())
        take(client)
    assert 900_000 < sum(sizes) <= 10 * 100_000 + max(sizes)


def test_a_big_topic_rests_longer_for_a_bus_too() -> None:
    time = Time()
    hub, sizes = Hub(clock=time.clock, later=time.later), list[int]()

    class Bus:
        def heard(self, topic: str, version: int, content: Content | None) -> None:
            assert content
            sizes.append(len(content.body))

        def silent(self, since: float | None) -> None: ...

    hub.taps.append(Bus())
    big = samples.ENTRIES * 200
    for ply in range(100):
        hub.publish("game/a", partial(samples.state, "a", ply % 2, big))
        time.advance(0.1)
    assert 900_000 < sum(sizes) <= 10 * 100_000 + max(sizes)


def test_whatever_runs_is_told_as_doubtful_while_nothing_is_heard_of_those_who_follow_it() -> None:
    time = Time()
    hub = Hub(clock=time.clock)
    hub.publish("game/a", samples.live())
    hub.publish("lobby", samples.lobby())
    client = hub.connect()
    for topic in ("game/a", "lobby"):
        hub.subscribe(client, topic)
    before = {frame.topic: frame for frame in take(client)}
    since = time.now
    time.advance(7)
    hub.fall_silent(since)
    silent = {frame.topic: frame for frame in take(client)}
    state, lobby = silent["game/a"].state, silent["lobby"].state
    assert isinstance(state, GameState)
    assert isinstance(lobby, Lobby)
    assert (state.status.lifecycle, state.status.stale_since_ms) == ("reconnecting", 7000)
    assert not any(_runs(line) for line in lobby.games)
    assert hub.state("game/a") == state
    hub.speak()
    after = {frame.topic: frame for frame in take(client)}
    assert {topic: frame.version for topic, frame in after.items()} == {t: f.version for t, f in before.items()}
    assert after["lobby"] == before["lobby"]
    again = after["game/a"].state
    assert isinstance(again, GameState)
    assert again.status == samples.live().status


def _runs(line: LobbyGame) -> bool:
    return line.lifecycle == "live" and not line.stale
