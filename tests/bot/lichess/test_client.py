"""The client: every answer of the server as a value or as one sentence, and the token nowhere."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.clock import ManualClock
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, NotFoundError, RateLimitError, TokenError, error_for
from bot.lichess.governor import Governor
from bot.lichess.records import fetch_records
from bot.lichess.simulator import Player, Script, TimeControl, faults
from bot.lichess.simulator.faults import Refuse
from bot.lichess.wire import ExportedGame
from tests.bot.live import Live, Watch, running

TOKEN = "lip_s3cretS3cretS3cret"
GAME = Script("abcdefgh", control=TimeControl(180, 2)).moves("f3 e5 g4 Qh4#").game()

Ask = Callable[[LichessClient], Awaitable[Any]]


async def read_stream(client: LichessClient) -> bytes:
    async with client.stream("/api/stream/game/abcdefgh", "game abcdefgh") as chunks:
        return b"".join([chunk async for chunk in chunks])


async def read_records(client: LichessClient) -> list[ExportedGame]:
    async with aclosing(fetch_records(client, ["abcdefgh", "nowhere1"], complete=True)) as records:
        return [record async for record in records]


ASKS: dict[str, Ask] = {
    "stream": read_stream,
    "records": read_records,
    "status": lambda client: client.statuses(["amsel", "birke"]),
}
ROUTES = {"stream": "stream", "records": "export_ids", "status": "status"}
NAMES = {"stream": "game abcdefgh", "records": "records", "status": "the users' status"}

REFUSALS = [
    (faults.NOT_FOUND, NotFoundError, "does not exist there"),
    (Refuse(401, '{"error":"No such token"}'), TokenError, "the server refuses the token (HTTP 401)"),
    (Refuse(403, '{"error":"Missing scope: study:read"}'), TokenError, "the server refuses the token (HTTP 403)"),
    (faults.RATE_LIMIT, RateLimitError, "the server asks for a pause (HTTP 429)"),
    (faults.RATE_LIMIT_HTML, RateLimitError, "the server asks for a pause (HTTP 429)"),
    (Refuse(429, "", "text/plain"), RateLimitError, "the server asks for a pause (HTTP 429)"),
    (Refuse(400, '{"error":"No user ids provided"}'), LichessError, "the server answers with HTTP 400"),
    (faults.SERVER_ERROR, LichessError, "the server answers with HTTP 500"),
    (faults.BAD_GATEWAY, LichessError, "the server answers with HTTP 502"),
]


async def test_the_answers_of_a_game(live: Live) -> None:
    live.add(GAME)
    await live.clock.advance(60_000)
    (record,) = await read_records(live.client)
    assert (record.status, record.winner, record.moves) == ("mate", "black", "f3 e5 g4 Qh4#")
    assert len(record.clocks) == 4
    assert "2... Qh4#" in record.pgn
    assert (await read_stream(live.client)).count(b"\n") == 7
    assert live.client.game_url("abcdefgh") == f"{live.url}/abcdefgh"
    assert live.client.host == live.url.removeprefix("http://")


async def test_every_line_is_handed_on_as_it_was_received(live: Live) -> None:
    live.add(GAME)
    await live.clock.advance(60_000)
    lines: list[tuple[str, bytes]] = []
    live.client.received = lambda origin, line: lines.append((origin, line))
    whole = await read_stream(live.client)
    assert [line for _, line in lines] == whole.splitlines()
    assert {origin for origin, _ in lines} == {"game abcdefgh"}


async def test_what_lets_others_play_on_is_handed_to_nobody(live: Live) -> None:
    """The last four letters of the `fullId` of an own game are a secret of its player."""
    body = (
        '{"type":"gameStart","game":{"fullId":"abcdefghWXYZ","gameId":"abcdefgh"}}\n{"fullId" : "abcdefghWXYZ","a":1}\n'
    )
    live.simulator.faults.add(Refuse(200, body), route="stream")
    lines: list[bytes] = []
    live.client.received = lambda origin, line: lines.append(line)
    assert await read_stream(live.client) == body.encode()
    assert lines == [b'{"type":"gameStart","game":{"fullId":"","gameId":"abcdefgh"}}', b'{"fullId" : "","a":1}']


async def test_users(live: Live) -> None:
    live.add(Script("playing1", control=TimeControl(180, 2)).moves("e4").game())
    live.world.add_user(Player("Cedar"))
    answer = {status.id: status.playing_id for status in await live.client.statuses(["amsel", "cedar", "nobody"])}
    assert answer == {"amsel": "playing1", "cedar": None}


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize(("fault", "kind", "sentence"), REFUSALS)
async def test_a_refusal(live: Live, ask: str, fault: Refuse, kind: type[LichessError], sentence: str) -> None:
    live.add(GAME)
    live.simulator.faults.add(fault, route=ROUTES[ask])
    with pytest.raises(LichessError) as caught:
        await ASKS[ask](live.client)
    assert type(caught.value) is kind
    assert str(caught.value).startswith(NAMES[ask])
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (live.governor.pause_left_ms >= 60_000) == (fault.status == 429)


@pytest.mark.parametrize("body", ["<html>maintenance</html>", "", "{", '{"id":5}', "[1]", "null", "[" * 100_000])
async def test_an_answer_that_is_not_the_right_one(live: Live, body: str) -> None:
    live.simulator.faults.add(Refuse(200, body), route="status")
    with pytest.raises(LichessError, match="answer is not understood"):
        await live.client.statuses(["amsel", "birke"])


@pytest.mark.parametrize("body", ["<html>maintenance</html>", "{", '{"id":5}\n', "[1]\n", "null\n", '{"id":"abc'])
async def test_records_that_are_none(live: Live, body: str) -> None:
    live.simulator.faults.add(Refuse(200, body), route="export_ids")
    with pytest.raises(LichessError, match="some of the records could not be read"):
        await read_records(live.client)


@pytest.mark.parametrize("ask", ASKS)
async def test_a_server_that_cannot_be_reached(unused_tcp_port: int, ask: str) -> None:
    async with LichessClient(f"http://127.0.0.1:{unused_tcp_port}", Governor(ManualClock()), token=TOKEN) as client:
        with pytest.raises(LichessError, match=rf"127\.0\.0\.1:{unused_tcp_port} cannot be reached") as caught:
            await ASKS[ask](client)
    assert TOKEN not in everything_about(caught.value)


@pytest.mark.parametrize("ask", ASKS)
async def test_the_right_token_opens(ask: str) -> None:
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live:
        live.add(GAME)
        await live.clock.advance(60_000)
        assert await ASKS[ask](live.client)


def everything_about(error: BaseException | None) -> str:
    """All texts of an error and of those behind it, as a traceback would show them."""
    told = []
    while error is not None:
        told += [str(error), repr(error), repr(error.args)]
        error = error.__cause__ or error.__context__
    return "\n".join(told)


@pytest.mark.parametrize("ask", ASKS)
async def test_a_wrong_token_is_told_without_the_token(ask: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with running(tokens={"lip_right": "amsel"}, token=TOKEN) as live:
        live.add(GAME)
        with pytest.raises(TokenError) as caught, capture_logs() as logs:
            await ASKS[ask](live.client)
    assert TOKEN not in everything_about(caught.value)
    assert TOKEN not in caplog.text
    assert TOKEN not in str(logs)


@pytest.mark.parametrize(
    "fault", [faults.SERVER_ERROR, faults.RATE_LIMIT_HTML, faults.StopAt(2), faults.StopAt(0, faults.Stop.RESET)]
)
async def test_the_token_is_in_no_log_and_no_update(fault: faults.Fault, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live:
        live.add(GAME)
        live.simulator.faults.add(fault, count=3)
        live.simulator.faults.add(faults.SERVER_ERROR, route="export_ids", count=3)
        with capture_logs() as logs:
            watch = Watch(live, "abcdefgh")
            await watch.end(step_ms=10_000)
        assert logs
        assert watch.lifecycle == "settled"
        for text in (str(logs), caplog.text, str(watch.updates), repr(live.client.__dict__.get("base_url"))):
            assert TOKEN not in text


async def test_the_server_sees_the_token_in_the_header_alone() -> None:
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live:
        live.add(GAME)
        await live.clock.advance(60_000)
        paths: list[str] = []
        headers: list[dict[str, str]] = []

        check = live.simulator.bearers.check

        def noting(request: Any) -> None:
            paths.append(str(request.rel_url))
            headers.append(dict(request.headers))
            check(request)

        live.simulator.bearers.check = noting  # type: ignore[method-assign]
        for ask in ASKS.values():
            await ask(live.client)
        assert len(paths) == len(ASKS)
        assert not any(TOKEN in path for path in paths)
        assert [header["Authorization"] for header in headers] == [f"Bearer {TOKEN}"] * len(ASKS)
        assert {header["User-Agent"] for header in headers} == {"unruh-tests (contact nobody)"}


async def test_one_429_stops_every_kind_of_request(live: Live) -> None:
    live.add(GAME)
    live.simulator.faults.add(faults.RATE_LIMIT)
    with pytest.raises(RateLimitError):
        await read_stream(live.client)
    asked = [asyncio.ensure_future(ask(live.client)) for ask in ASKS.values()]
    await live.turn(59_000)
    assert not any(task.done() for task in asked)
    await live.turn(2_000)
    await asyncio.wait_for(asyncio.gather(*asked), 15)


@pytest.mark.parametrize(
    ("status", "kind"), [(404, NotFoundError), (401, TokenError), (403, TokenError), (429, RateLimitError)]
)
def test_errors_by_status(status: int, kind: type[LichessError]) -> None:
    assert type(error_for(status, "it")) is kind
    assert isinstance(error_for(503, "it"), LichessError)
