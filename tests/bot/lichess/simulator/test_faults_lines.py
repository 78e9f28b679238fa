"""Faults between and around the lines of an answer: the bytes on the wire."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.lichess.simulator import Script, TimeControl, faults
from bot.lichess.simulator.faults import (
    AbortAfterFinal,
    ByteByByte,
    DropHead,
    Duplicate,
    Fault,
    FinalLine,
    Gzip,
    Lose,
    OneChunk,
    RandomPieces,
    Stop,
    StopAt,
    StopWhenIdle,
    UnknownLine,
)
from tests.bot.lichess.simulator.lab import Lab, nothing_comes
from tests.bot.lichess.simulator.wire import END, answer, ask, chunks, unchunked

STREAM = "/api/stream/game/abcdefgh"
GAME = Script(control=TimeControl(180, 2)).moves("f3 e5 g4 Qh4#").game()


@pytest_asyncio.fixture
async def right(lab: Lab) -> AsyncIterator[list[bytes]]:
    """The seven lines of a finished game's stream: the first, five positions, the final one."""
    lab.add(GAME)
    await lab.clock.advance(10_000)
    _, body = await answer(lab, STREAM)
    lines = [line + b"\n" for line in body.split(b"\n") if line.startswith(b"{")]
    assert body == chunks(*lines) + END
    yield lines


def half(line: bytes) -> bytes:
    return line[: len(line) // 2]


def aborted(line: bytes) -> bytes:
    """The final line of an aborted game."""
    message: dict[str, Any] = json.loads(line) | {"status": {"id": 25, "name": "aborted"}}
    del message["winner"]
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


# What a fault makes of the seven lines: the pieces that come, and what follows them.
UNKNOWN = UnknownLine(4).data
LINES: dict[str, tuple[Fault, Any, bytes]] = {
    "EOF at once": (StopAt(0), lambda right: [], END),
    "EOF between lines": (StopAt(2), lambda right: right[:2], END),
    "EOF in a line": (StopAt(2, keep="half"), lambda right: [*right[:2], half(right[2])], END),
    "cut at once": (StopAt(0, Stop.CUT), lambda right: [], b""),
    "cut in a line": (StopAt(2, Stop.CUT, keep="half"), lambda right: [*right[:2], half(right[2])], b""),
    "a chunk too short": (StopAt(2, Stop.SHORT), lambda right: right[:2], b"400\r\n{"),
    "a chunk without a size": (StopAt(2, Stop.GARBLED), lambda right: right[:2], b"no size\r\n"),
    "byte by byte": (ByteByByte(), lambda right: [bytes((byte,)) for byte in b"".join(right)], END),
    "one chunk": (OneChunk(), lambda right: [b"".join(right)], END),
    "a line twice": (Duplicate(3), lambda right: right[:4] + right[3:], END),
    "a line lost": (Lose(2), lambda right: right[:2] + right[3:], END),
    "lines lost": (Lose(2, 3), lambda right: right[:2] + right[5:], END),
    "all lines lost from one on": (Lose(3, None), lambda right: right[:3], END),
    "the oldest of a burst lost": (DropHead(queue=3, passed=2), lambda right: right[:2] + right[-3:], END),
    "a queue that is long enough": (DropHead(queue=6, passed=1), lambda right: right, END),
    "no final line": (FinalLine(0), lambda right: right[:-1], END),
    "two final lines": (FinalLine(2), lambda right: right + right[-1:], END),
    "an abort after the end": (AbortAfterFinal(), lambda right: [*right, aborted(right[-1])], END),
    "an unknown line": (UnknownLine(4), lambda right: [*right[:4], UNKNOWN, *right[4:]], END),
    "not idle": (StopWhenIdle(), lambda right: right, END),
    "a slow answer": (faults.SlowOpen(0), lambda right: right, END),
}


@pytest.mark.parametrize("name", LINES)
async def test_lines(lab: Lab, right: list[bytes], name: str, caplog: pytest.LogCaptureFixture) -> None:
    fault, pieces, tail = LINES[name]
    assert fault.harmless
    lab.simulator.faults.add(fault)
    head, body = await answer(lab, STREAM)
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert body == chunks(*pieces(right)) + tail
    assert (await answer(lab, STREAM))[1] == chunks(*right) + END
    await lab.slots(0)
    assert [record.getMessage() for record in caplog.records] == []


async def test_the_end_in_a_character(lab: Lab, right: list[bytes]) -> None:
    lab.simulator.faults.add(StopAt(2, keep="half_character"))
    _, body = await answer(lab, STREAM)
    assert body.startswith(chunks(*right[:2]))
    assert body.endswith(b'"note":"\xc3\r\n' + END)


@pytest.mark.parametrize("line", [0, 3])
async def test_a_reset(lab: Lab, right: list[bytes], line: int) -> None:
    lab.simulator.faults.add(StopAt(line, Stop.RESET))
    with pytest.raises(ConnectionResetError):
        await answer(lab, STREAM)
    await lab.slots(0)


@pytest.mark.parametrize("line", [0, 3])
async def test_silence_holds_the_slot_until_the_client_gives_up(lab: Lab, right: list[bytes], line: int) -> None:
    lab.simulator.faults.add(StopAt(line, Stop.SILENCE))
    reader, writer = await ask(lab, STREAM)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
    expected = chunks(*right[:line])
    assert await reader.readexactly(len(expected)) == expected
    await lab.clock.advance(500_000)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(1), 0.05)
    await lab.slots(1)
    writer.close()
    await lab.slots(0)


async def test_silence_where_a_keepalive_should_come(lab: Lab) -> None:
    lab.add(Script(control=TimeControl(180, 2), pace_ms=70_000).moves("e4 e5 Nf3").game())
    lab.simulator.faults.add(StopWhenIdle())
    stream = await lab.open()
    await stream.content.readline()
    await lab.clock.advance(300_000)
    assert await nothing_comes(stream)


async def test_lines_split_anywhere(lab: Lab, right: list[bytes]) -> None:
    splits = set()
    for seed in (1, 2, 1):
        lab.simulator.faults.add(RandomPieces(seed))
        _, body = await answer(lab, STREAM)
        pieces = unchunked(body)
        assert b"".join(pieces) == b"".join(right)
        assert len(pieces) > 1
        splits.add(tuple(pieces))
    assert len(splits) == 2


async def test_gzip_comes_line_by_line(lab: Lab, right: list[bytes]) -> None:
    lab.simulator.faults.add(Gzip())
    head, body = await answer(lab, STREAM)
    assert b"content-encoding: gzip" in head.lower()
    unzip = zlib.decompressobj(wbits=31)
    pieces = [unzip.decompress(piece) for piece in unchunked(body)]
    assert [piece for piece in pieces if piece] == right
    assert unzip.eof


async def test_gzip_with_the_connection_cut(lab: Lab, right: list[bytes]) -> None:
    for fault in (Gzip(), StopAt(2, Stop.CUT)):
        lab.simulator.faults.add(fault)
    _, body = await answer(lab, STREAM)
    unzip = zlib.decompressobj(wbits=31)
    assert [unzip.decompress(piece) for piece in unchunked(body + END)] == right[:2]
    assert not unzip.eof


async def test_faults_follow_one_another(lab: Lab, right: list[bytes]) -> None:
    for fault in (FinalLine(2), Duplicate(5), Lose(1, 4), OneChunk()):
        lab.simulator.faults.add(fault)
    assert (await answer(lab, STREAM))[1] == chunks(b"".join([right[0], right[5], right[5], right[6], right[6]])) + END


@pytest.mark.parametrize(
    "fault",
    [StopAt(0, keep="half"), Lose(0), Duplicate(0), DropHead(1, 0), UnknownLine(0), FinalLine(0), AbortAfterFinal()],
)
async def test_keepalives_come_as_they_are(lab: Lab, fault: Fault) -> None:
    chunk = faults.Chunk(b"\n")
    assert list(fault.rewrite([chunk])) == [chunk]
