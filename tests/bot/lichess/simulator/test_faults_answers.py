"""Faults before an answer, instead of one, and in one that comes in one piece."""

import asyncio
import zlib

import aiohttp
import chess
import pytest

from bot.lichess.simulator import ManualClock, Script, Simulator, TimeControl, World, faults, serve
from bot.lichess.simulator.faults import Fault, Gzip, HangUp, Lagging, Refuse, SlowOpen, Stop, StopAt
from tests.bot.lichess.simulator.lab import Lab
from tests.bot.lichess.simulator.wire import END, answer, ask, chunks

STREAM, EXPORT = "/api/stream/game/abcdefgh", "/game/export/abcdefgh"
GAME = Script(control=TimeControl(180, 2)).moves("e4 e5 Nf3 Nc6 Bb5 a6").resign(chess.BLACK).game()
JSON = "application/json"

# The status, a part of the body, and a header of each refusal.
REFUSALS: dict[str, tuple[Refuse, int, str, tuple[str, str]]] = {
    "401": (faults.UNAUTHORIZED, 401, '{"error":"No such token"}', ("Content-Type", "application/json")),
    "403": (faults.FORBIDDEN, 403, '{"error":"Missing scope: study:read"}', ("Content-Type", "application/json")),
    "404": (faults.NOT_FOUND, 404, '{"error":"Not found"}', ("Content-Type", "application/json")),
    "429": (faults.RATE_LIMIT, 429, '{"error":"Too many requests. Try', ("Content-Type", "application/json")),
    "429 HTML": (faults.RATE_LIMIT_HTML, 429, "<title>lichess.org - too many", ("Content-Type", "text/html")),
    "429 seconds": (faults.RATE_LIMIT_SECONDS, 429, '"seconds":90}}', ("Content-Type", "application/json")),
    "429 Retry-After": (faults.RATE_LIMIT_RETRY_AFTER, 429, "Too many requests", ("Retry-After", "90")),
    "500": (faults.SERVER_ERROR, 500, "Sorry, something went wrong.", ("Content-Type", "text/plain")),
    "502 HTML": (faults.BAD_GATEWAY, 502, "<title>502 Bad Gateway</title>", ("Content-Type", "text/html")),
    "503": (faults.UNAVAILABLE, 503, "<title>503 Service", ("Content-Type", "text/html")),
    "200 HTML": (faults.HTML_AT_200, 200, "<title>lichess.org</title>", ("Content-Type", "text/html")),
    "200 empty": (faults.EMPTY_AT_200, 200, "", ("Content-Length", "0")),
}


@pytest.mark.parametrize("name", REFUSALS)
async def test_refusals(lab: Lab, name: str) -> None:
    fault, status, part, (header, value) = REFUSALS[name]
    assert fault.harmless
    lab.add(GAME)
    for route, path in (("stream", STREAM), ("export", EXPORT)):
        lab.simulator.faults.add(fault, route=route)
        async with lab.session.get(lab.url + path) as refused:
            assert (refused.status, await refused.text()) == (status, fault.body)
            assert part in fault.body
            assert refused.headers[header].startswith(value)
        assert lab.simulator.requests[-1].status == status
    assert (await lab.get(EXPORT))[0] == 200


async def test_a_planned_refusal_is_no_violation(lab: Lab) -> None:
    lab.add(GAME)
    lab.simulator.faults.add(faults.RATE_LIMIT, route="export")
    await lab.get(EXPORT)
    assert lab.simulator.violations == []


async def test_the_record_of_an_aborted_game_is_gone(lab: Lab) -> None:
    lab.add(Script("aborted0").moves("e4").abort().game())
    lab.add(GAME)
    lab.simulator.faults.add(faults.ABORTED_GONE, route="export", count=None)
    await lab.clock.advance(1000)
    assert (await lab.get("/game/export/aborted0"))[0] == 200
    await lab.clock.advance(99_000)
    assert await lab.get("/game/export/aborted0") == (404, '{"error":"Not found"}')
    assert (await lab.get(EXPORT))[0] == 200


@pytest.mark.parametrize(("route", "path"), [("stream", STREAM), ("export", EXPORT)])
async def test_a_slow_open(lab: Lab, route: str, path: str) -> None:
    lab.add(GAME)
    lab.simulator.faults.add(SlowOpen(20_000), route=route)
    reader, writer = await ask(lab, path)
    beginning = asyncio.create_task(reader.readexactly(15))
    await asyncio.wait([beginning], timeout=0.05)
    await lab.clock.advance(19_999)
    await asyncio.wait([beginning], timeout=0.05)
    assert not beginning.done()
    await lab.clock.advance(1)
    assert await beginning == b"HTTP/1.1 200 OK"
    writer.close()


@pytest.mark.parametrize(("route", "path"), [("stream", STREAM), ("export", EXPORT)])
async def test_no_byte_of_an_answer(lab: Lab, route: str, path: str, caplog: pytest.LogCaptureFixture) -> None:
    lab.add(GAME)
    lab.simulator.faults.add(HangUp(), route=route)
    assert await answer(lab, path) == (b"", b"")
    assert lab.simulator.requests[-1].status is None
    lab.simulator.faults.add(HangUp(Stop.RESET), route=route)
    with pytest.raises(ConnectionResetError):
        await answer(lab, path)
    assert (await lab.get(EXPORT))[0] == 200
    assert lab.simulator.violations == []
    assert [record.getMessage() for record in caplog.records] == []


async def test_nobody_listens_for_a_while(lab: Lab) -> None:
    lab.add(GAME)
    now_ms = lab.clock.now_ms()
    stream = await lab.open()
    await stream.content.readline()
    lab.simulator.faults.close(now_ms + 1000, now_ms + 5000)
    lab.simulator.faults.close(now_ms + 3000, now_ms + 8000)
    for at_ms in range(0, 9001, 500):
        await lab.clock.advance(at_ms - (lab.clock.now_ms() - now_ms))
        if 1000 <= at_ms < 8000:
            with pytest.raises(ConnectionRefusedError):
                await answer(lab, EXPORT)
        else:
            assert (await answer(lab, EXPORT))[0].startswith(b"HTTP/1.1 200")
    assert b'"resign"' in await stream.content.read()  # what was open has gone on


async def test_an_export_that_lags(lab: Lab) -> None:
    lab.add(GAME)
    lab.simulator.faults.add(Lagging(5000), route="export", count=None)
    told = []
    for _ in range(6):
        await lab.clock.advance(2000)
        record = await lab.json(EXPORT)
        told.append((record["status"], len(record["moves"].split()), record.get("winner")))
        pgn = (await lab.get(EXPORT))[1]
        assert ('[Result "1-0"]' in pgn) == (record["status"] == "resign")
    assert told == [
        *[("started", plies, None) for plies in (0, 0, 1, 3, 5)],  # the game ends after 7 s
        ("resign", 6, "white"),
    ]


# What a fault makes of a record in one piece.
BODIES: dict[str, tuple[Fault, int | None, bytes]] = {
    "nothing": (StopAt(0), 0, END),
    "half of it": (StopAt(0, keep="half"), None, END),
    "half of it, then cut": (StopAt(0, Stop.CUT, keep="half"), None, b""),
    "half of it, then a chunk too short": (StopAt(0, Stop.SHORT, keep="half"), None, b"400\r\n{"),
    "half of it, then no size": (StopAt(0, Stop.GARBLED, keep="half"), None, b"no size\r\n"),
}


@pytest.mark.parametrize("accept", [JSON, "*/*"])
@pytest.mark.parametrize("name", BODIES)
async def test_a_record_that_is_not_whole(lab: Lab, name: str, accept: str) -> None:
    lab.add(GAME)
    await lab.clock.advance(10_000)
    _, record = await answer(lab, EXPORT, accept)
    fault, length, tail = BODIES[name]
    lab.simulator.faults.add(fault, route="export")
    head, body = await answer(lab, EXPORT, accept)
    assert head.startswith(b"HTTP/1.1 200 OK")
    kept = record[: len(record) // 2 if length is None else length]
    assert body == (chunks(kept) if kept else b"") + tail


async def test_a_record_in_the_hands_of_a_client(lab: Lab) -> None:
    lab.add(GAME)
    await lab.clock.advance(10_000)
    _, record = await lab.get(EXPORT)
    for harmless in (Gzip(), faults.ByteByByte(), faults.RandomPieces(3)):
        lab.simulator.faults.add(harmless, route="export")
        assert await lab.get(EXPORT) == (200, record)
    for stop in (Stop.CUT, Stop.SHORT, Stop.GARBLED):
        lab.simulator.faults.add(StopAt(0, stop, keep="half"), route="export")
        with pytest.raises(aiohttp.ClientError):
            await lab.get(EXPORT)
    lab.simulator.faults.add(StopAt(0, Stop.RESET), route="export")
    with pytest.raises(aiohttp.ClientError):
        await lab.get(EXPORT)


async def test_a_record_in_gzip(lab: Lab) -> None:
    lab.add(GAME)
    _, record = await answer(lab, EXPORT)
    lab.simulator.faults.add(Gzip(), route="export")
    head, body = await answer(lab, EXPORT)
    assert b"content-length" not in head.lower()
    assert zlib.decompress(b"".join(piece for piece in body.split(b"\r\n")[1::2]), wbits=31) == record


async def test_silence_in_a_record_ends_with_the_server() -> None:
    simulator = Simulator(World(ManualClock(), [GAME]))
    simulator.faults.add(StopAt(0, Stop.SILENCE, keep="half"), route="export")
    async with aiohttp.ClientSession() as session:
        async with serve(simulator) as url:
            response = await session.get(url + EXPORT)
            await response.content.readany()
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(response.content.readany(), 0.05)
        with pytest.raises(aiohttp.ClientError):
            await response.read()
