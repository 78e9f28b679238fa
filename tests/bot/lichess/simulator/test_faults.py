"""Every fault, over HTTP and on its own."""

import asyncio
from collections.abc import Sequence

import aiohttp
import chess
import msgspec
import pytest

from bot.lichess.simulator import Script, TimeControl
from bot.lichess.simulator.faults import (
    BAD_GATEWAY,
    NOT_FOUND,
    RATE_LIMIT,
    RATE_LIMIT_HTML,
    SERVER_ERROR,
    ByteByByte,
    Chunk,
    Duplicate,
    ExtraKeys,
    Fault,
    FaultPlan,
    FinalLine,
    Lose,
    OneChunk,
    Refuse,
    SlowOpen,
    Step,
    Stop,
    StopAt,
    UnknownLine,
    UnknownStatus,
)
from tests.bot.lichess.simulator.lab import Lab, nothing_comes

FINISHED = Script(control=TimeControl(180, 2)).moves("f3 e5 g4 Qh4#")
"""Seven lines: the first, five positions, the final one."""


async def whole(lab: Lab, fault: Fault | None) -> bytes:
    """The stream of a finished game with a fault."""
    if not lab.world.users:
        lab.add(FINISHED.game())
        await lab.clock.advance(10_000)
    if fault:
        lab.simulator.faults.add(fault)
    stream = await lab.open()
    return await stream.read()


@pytest.mark.parametrize("fault", [RATE_LIMIT, RATE_LIMIT_HTML, SERVER_ERROR, BAD_GATEWAY, NOT_FOUND])
async def test_refusals(lab: Lab, fault: Refuse) -> None:
    lab.add(FINISHED.game())
    for route, path in (("stream", "/api/stream/game/abcdefgh"), ("export", "/game/export/abcdefgh")):
        lab.simulator.faults.add(fault, route=route)
        assert await lab.get(path) == (fault.status, fault.body)
    assert (await lab.get("/game/export/abcdefgh"))[0] == 200


async def test_stops(lab: Lab, caplog: pytest.LogCaptureFixture) -> None:
    right = (await whole(lab, None)).splitlines(keepends=True)
    assert await whole(lab, StopAt(2)) == b"".join(right[:2])
    assert await whole(lab, StopAt(2, keep="half")) == b"".join(right[:2]) + right[2][: len(right[2]) // 2]
    cut = await whole(lab, StopAt(2, keep="half_character"))
    assert cut.endswith(b'"note":"\xc3')
    with pytest.raises(aiohttp.ClientPayloadError):
        await whole(lab, StopAt(2, Stop.CUT, keep="half"))
    with pytest.raises((aiohttp.ClientPayloadError, aiohttp.ClientOSError)):
        await whole(lab, StopAt(2, Stop.RESET))
    assert await whole(lab, None) == b"".join(right)
    await lab.slots(0)
    assert [record.getMessage() for record in caplog.records] == []


async def test_silence_holds_the_slot_until_the_client_gives_up(lab: Lab) -> None:
    lab.add(FINISHED.game())
    lab.simulator.faults.add(StopAt(1, Stop.SILENCE))
    stream = await lab.open()
    await stream.content.readline()
    await lab.clock.advance(500_000)
    assert await nothing_comes(stream)
    await lab.slots(1)
    stream.close()
    await lab.slots(0)


async def test_a_slow_open(lab: Lab) -> None:
    lab.add(FINISHED.game())
    lab.simulator.faults.add(SlowOpen(20_000))
    opening = asyncio.create_task(lab.open())
    await asyncio.wait([opening], timeout=0.05)
    await lab.clock.advance(19_999)
    await asyncio.wait([opening], timeout=0.05)
    assert not opening.done()
    await lab.clock.advance(1)
    assert (await opening).status == 200


async def test_rewritten_lines(lab: Lab) -> None:
    right = (await whole(lab, None)).splitlines(keepends=True)
    assert await whole(lab, ByteByByte()) == b"".join(right)
    assert await whole(lab, OneChunk()) == b"".join(right)
    assert (await whole(lab, Duplicate(3))).splitlines(keepends=True) == right[:4] + right[3:]
    assert (await whole(lab, Lose(2, 3))).splitlines(keepends=True) == right[:2] + right[5:]
    assert (await whole(lab, FinalLine(0))).splitlines(keepends=True) == right[:-1]
    assert (await whole(lab, FinalLine(2))).splitlines(keepends=True) == right + right[-1:]
    unknown = (await whole(lab, UnknownLine(4))).splitlines(keepends=True)
    assert unknown == [*right[:4], UnknownLine(4).data, *right[4:]]
    extra = [msgspec.json.decode(line) for line in (await whole(lab, ExtraKeys())).splitlines()]
    assert all(line.pop("futureKey") and line.pop("note") == "é" for line in extra)
    assert extra == [msgspec.json.decode(line) for line in right]
    final = msgspec.json.decode((await whole(lab, UnknownStatus())).splitlines()[-1])
    assert final == msgspec.json.decode(right[-1]) | {"status": {"id": 61, "name": "futureEnd"}}


def test_chunks() -> None:
    chunks = [Chunk(b"ab\n", 0), Chunk(b"c\n", 1, final=True)]

    def data(fault: Fault, steps: Sequence[Step]) -> list[bytes | Stop]:
        return [step.data if isinstance(step, Chunk) else step for step in fault.rewrite(steps)]

    assert data(ByteByByte(), chunks) == [b"a", b"b", b"\n", b"c", b"\n"]
    assert data(OneChunk(), [*chunks, Stop.EOF, *chunks]) == [b"ab\nc\n", Stop.EOF, b"ab\nc\n"]
    assert data(OneChunk(), []) == []
    assert data(StopAt(1, Stop.RESET, keep="half"), chunks) == [b"ab\n", b"c", Stop.RESET]
    assert data(Fault(), [*chunks, Stop.EOF]) == [b"ab\n", b"c\n", Stop.EOF]
    keepalive = [Chunk(b"\n")]
    for fault in (StopAt(0), Lose(0), Duplicate(0), ExtraKeys(), UnknownStatus(), UnknownLine(0), FinalLine(0)):
        assert data(fault, keepalive) == [b"\n"]


def test_faults_follow_one_another() -> None:
    chunks = [Chunk(b"ab\n", 0), Chunk(b"c\n", 1, final=True)]
    steps = ByteByByte().rewrite(Duplicate(1).rewrite(FinalLine(2).rewrite(chunks)))
    assert b"".join(step.data for step in steps if isinstance(step, Chunk)) == b"ab\n" + b"c\n" * 4


def test_a_plan_counts_requests() -> None:
    plan = FaultPlan()
    plan.add(NOT_FOUND, skip=1, count=2)
    plan.add(SERVER_ERROR, game="abcdefgh", count=None)
    plan.add(RATE_LIMIT, route="export")
    met = [plan.meet("stream", game) for game in ("x", "x", "abcdefgh", "abcdefgh")]
    assert met == [[], [NOT_FOUND], [NOT_FOUND, SERVER_ERROR], [SERVER_ERROR]]
    assert [plan.meet("export", "x") for _ in range(2)] == [[RATE_LIMIT], []]
    assert plan.meet("status") == []


async def test_a_plan_is_kept_by_game(lab: Lab) -> None:
    lab.add(FINISHED.game())
    lab.add(Script("otherone").moves("e4").resign(chess.WHITE).game())
    lab.simulator.faults.add(SERVER_ERROR, game="otherone", count=None)
    assert [(await lab.open(game)).status for game in ("otherone", "abcdefgh", "otherone")] == [500, 200, 500]
