"""Faults on streams of every kind."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any

import aiohttp
import chess
import pytest
import pytest_asyncio

from bot.lichess.simulator import (
    Event,
    FaultPlan,
    Kind,
    ManualClock,
    Script,
    Simulator,
    Switches,
    TimeControl,
    World,
    serve,
)
from bot.lichess.simulator.chapter_script import ChapterScript
from bot.lichess.simulator.faults import (
    ChinesePerf,
    Chunk,
    Duplicate,
    ExtraKeys,
    Fault,
    Gzip,
    Lose,
    StaleDrawFlag,
    Step,
    Stop,
    StopAt,
    StopWhenIdle,
)
from tests.bot.lichess.simulator.boards import tour_of
from tests.bot.lichess.simulator.lab import TIMEOUT_S, Lab, nothing_comes

# The kind of each stream: how it is asked for, and whether it has keepalives.
STREAMS: dict[str, tuple[str, str, str | None, bool]] = {
    "stream": ("GET", "/api/stream/game/abcdefgh", None, True),
    "own": ("GET", "/api/board/game/stream/abcdefgh", None, True),
    "event": ("GET", "/api/stream/event", None, True),
    "by_users": ("POST", "/api/stream/games-by-users?withCurrentGames=true", "amsel,birke", True),
    "watch": ("POST", "/api/stream/games/mine", "abcdefgh", True),
    "tv": ("GET", "/api/tv/feed", None, False),
    "broadcast_stream": ("GET", "/api/stream/broadcast/round/round000.pgn", None, True),
}


@pytest_asyncio.fixture
async def lab(switches: Switches) -> AsyncIterator[Lab]:
    """A laboratory with a game and a round under way, whose client carries a token."""
    clock = ManualClock()
    world = World(clock)
    simulator = Simulator(world, switches, FaultPlan(), tokens={"lip_a": "amsel"})
    timeout = aiohttp.ClientTimeout(total=TIMEOUT_S)
    headers = {"Authorization": "Bearer lip_a"}
    async with serve(simulator) as url, aiohttp.ClientSession(timeout=timeout, headers=headers) as session:
        lab = Lab(clock, world, simulator, url, session, [])
        game = Script(control=TimeControl(900, 0)).moves("e4 e5").offer(chess.WHITE)
        lab.add(game.wait(600_000).moves("Nf3 Nc6").resign(chess.BLACK).game())
        world.add_broadcast(tour_of(ChapterScript().moves("e4").chapter()))
        await clock.advance(5000)
        yield lab
        for response in lab.opened:
            response.close()


async def opened(lab: Lab, kind: str, agent: str = "test") -> aiohttp.ClientResponse:
    method, path, body, _ = STREAMS[kind]
    response = await lab.session.request(method, lab.url + path, data=body, headers={"User-Agent": agent})
    assert response.status == 200
    lab.opened.append(response)
    return response


@pytest.mark.parametrize("kind", STREAMS)
async def test_an_end_at_once_again_and_again(lab: Lab, kind: str) -> None:
    lab.simulator.faults.add(StopAt(0), route=kind, count=3)
    for _ in range(3):
        assert await (await opened(lab, kind)).read() == b""
    assert await (await opened(lab, kind)).content.readany() != b""


@pytest.mark.parametrize("kind", STREAMS)
@pytest.mark.parametrize("stop", [Stop.CUT, Stop.SHORT, Stop.GARBLED, Stop.RESET])
async def test_an_end_that_is_none(lab: Lab, kind: str, stop: Stop) -> None:
    lab.simulator.faults.add(StopAt(0, stop, keep="half"), route=kind)
    with pytest.raises(aiohttp.ClientError):
        await (await opened(lab, kind)).read()


@pytest.mark.parametrize("kind", STREAMS)
async def test_silence_from_the_start(lab: Lab, kind: str) -> None:
    lab.simulator.faults.add(StopAt(0, Stop.SILENCE), route=kind)
    stream = await opened(lab, kind)
    await lab.clock.advance(200_000)
    assert await nothing_comes(stream)


@pytest.mark.parametrize("kind", [kind for kind, (*_, keepalives) in STREAMS.items() if keepalives])
async def test_silence_where_a_keepalive_should_come(lab: Lab, kind: str) -> None:
    lab.simulator.faults.add(StopWhenIdle(), route=kind)
    for silent in (True, False):
        stream = await opened(lab, kind)
        await lab.clock.advance(1000)
        assert not await nothing_comes(stream)
        await lab.clock.advance(200_000)
        assert await nothing_comes(stream) == silent


@pytest.mark.parametrize("kind", STREAMS)
async def test_gzip(lab: Lab, kind: str) -> None:
    right = await (await opened(lab, kind)).content.readany()
    lab.simulator.faults.add(Gzip(), route=kind)
    assert right.startswith(await (await opened(lab, kind)).content.readany())  # the client unpacks it


class Meanwhile(Fault):
    """Something happens in the world while a stream sends a line."""

    def __init__(self, happen: Callable[[], None], line: int = 0) -> None:
        self._happen = happen
        self._line = line

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        if chunk.line == self._line:
            self._happen()
        yield chunk


@pytest.mark.parametrize("kind", STREAMS)
async def test_what_happens_while_a_line_is_sent_is_not_missed(lab: Lab, kind: str) -> None:
    def happen() -> None:
        game = lab.world.get("abcdefgh")
        assert game is not None
        at_ms = lab.clock.now_ms() - game.created_ms
        new = (Event(at_ms, Kind.MOVE, uci="g1f3"), Event(at_ms, Kind.RESIGN, chess.BLACK))
        lab.world.add(replace(game, events=(*game.events[: game.events_by(lab.clock.now_ms())], *new)))
        lab.world.add_broadcast(tour_of(ChapterScript(pace_ms=1).moves("e4 d5").chapter()))

    lab.simulator.faults.add(Meanwhile(happen), route=kind)
    stream = await opened(lab, kind)
    told = b""
    while not any(sign in told for sign in (b"g1f3", b"resign", b"d5")):
        told += await stream.content.readany()


async def test_a_broadcast_misses_nothing_later_either(lab: Lab) -> None:
    def play(moves: str) -> None:
        lab.world.add_broadcast(tour_of(ChapterScript(pace_ms=1).moves(moves).chapter()))

    lab.simulator.faults.add(Meanwhile(lambda: play("e4 d5 exd5"), line=1), route="broadcast_stream")
    stream = await opened(lab, "broadcast_stream")
    await stream.content.readuntil(b"\n\n\n")
    play("e4 d5")
    told = b""
    while b"exd5" not in told:
        told += await stream.content.readany()
        await lab.clock.advance(100)  # games come at a pace


async def test_a_broadcast(lab: Lab) -> None:
    async def told() -> bytes:
        stream = await opened(lab, "broadcast_stream")
        await lab.clock.advance(1000)
        return await stream.content.readany()

    right = await told()
    assert right.endswith(b"\n\n\n")
    for fault, expected in (
        (Duplicate(0), right * 2),
        (ExtraKeys(), right.replace(b"]\n", ']\n[FutureTag "é"]\n'.encode(), 1)),
        (StopAt(0, keep="half"), right[: len(right) // 2]),
        (StopAt(0, keep="half_character"), right[: len(right) // 2] + b"\xc3"),
    ):
        lab.simulator.faults.add(fault, route="broadcast_stream")
        got = await told()
        while len(got) < len(expected):
            got += await lab.opened[-1].content.readany()
        assert got == expected
    lab.simulator.faults.add(Lose(0), route="broadcast_stream")
    assert await nothing_comes(await opened(lab, "broadcast_stream"))


async def test_the_flag_of_an_offer_that_a_move_has_declined(lab: Lab) -> None:
    lab.simulator.faults.add(StaleDrawFlag(), route="own")
    lab.simulator.faults.add(ChinesePerf(), route="own")
    spoiled, right = [await opened(lab, "own", agent) for agent in ("one", "another")]
    assert (await next_message(spoiled))["perf"] == {"name": "慢棋"}
    assert (await next_message(right))["perf"] == {"name": "Rapid"}
    await lab.clock.advance(601_000)
    for stream, stale in ((spoiled, True), (right, False)):
        states = [state for state in [await next_message(stream) for _ in range(3)] if state["type"] == "gameState"]
        assert [(state["moves"][-4:], state.get("wdraw", False)) for state in states] == [
            ("g1f3", True),
            ("b8c6", stale),
        ]


async def next_message(stream: aiohttp.ClientResponse) -> Any:
    """The next message of a stream."""
    while (line := await stream.content.readline()) == b"\n":
        pass
    return json.loads(line)
