"""The simulator over HTTP."""

import asyncio

import aiohttp
import chess
import pytest

from bot.clock import ManualClock
from bot.lichess.simulator import Event, Kind, Player, Script, Simulator, Switches, TimeControl, World, serve
from bot.lichess.simulator.faults import RATE_LIMIT
from tests.bot.lichess.simulator.lab import Lab, nothing_comes, read_lines, read_rest

BLITZ = TimeControl(180, 2)
RUY = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"


async def test_a_game_is_followed_while_it_is_played(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).moves(RUY).resign(chess.BLACK).game())
    stream = await lab.open()
    assert stream.headers["Content-Type"] == "application/x-ndjson"
    assert stream.headers["Transfer-Encoding"] == "chunked"
    assert (await read_lines(stream, 1))[0]["id"] == "abcdefgh"
    await lab.clock.advance(2000)
    assert await nothing_comes(stream)
    for ply in range(3, 10):
        await lab.clock.advance(1000)
        (line,) = await read_lines(stream, 1)
        assert chess.Board(line["fen"]).ply() == ply - 3
    await lab.clock.advance(1000)
    rest = await read_rest(stream)
    assert [chess.Board(line["fen"]).ply() for line in rest] == [7, 8, 9, 9]
    assert rest[-1]["status"]["name"] == "resign"


async def test_moves_may_be_added_while_a_client_listens(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    stream = await lab.open()
    await read_lines(stream, 1)
    for ply, uci in enumerate(("e2e4", "e7e5", "g1f3", "b8c6"), start=1):
        lab.world.extend("abcdefgh", [Event(ply, Kind.MOVE, uci=uci)])
    await lab.clock.advance(4)
    assert [line.get("lm") for line in await read_lines(stream, 2)] == [None, "e2e4"]
    lab.world.extend("abcdefgh", [Event(4, Kind.ABORT)])
    assert len(await read_rest(stream)) == 4


async def test_a_blank_line_after_fifty_idle_seconds(lab: Lab) -> None:
    lab.add(Script(control=BLITZ, pace_ms=70_000).moves("e4 e5 Nf3 Nc6").game())
    stream = await lab.open()
    await read_lines(stream, 1)
    await lab.clock.advance(49_999)
    assert await nothing_comes(stream)
    await lab.clock.advance(1)
    assert await stream.content.readline() == b"\n"
    await lab.clock.advance(50_000)
    assert await stream.content.readline() == b"\n"
    await lab.clock.advance(210_000 - 100_000)  # the third ply releases the start position
    assert [await stream.content.readline() for _ in range(2)] == [b"\n"] * 2
    assert chess.Board((await read_lines(stream, 1))[0]["fen"]).ply() == 0


@pytest.mark.parametrize("switches", [Switches(keepalive_s=None)])
async def test_without_keepalive(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    stream = await lab.open()
    await read_lines(stream, 1)
    await lab.clock.advance(500_000)
    assert await nothing_comes(stream)


async def test_eight_streams_from_one_address(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    streams = [await lab.open() for _ in range(8)]
    refused = await lab.open()
    assert refused.status == 429
    assert await refused.text() == '{"error":"Please only run 8 request(s) at a time"}'
    connector = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0))
    try:
        async with (
            aiohttp.ClientSession(connector=connector) as other,
            other.get(f"{lab.url}/api/stream/game/abcdefgh") as stream,
        ):
            assert stream.status == 200
    except aiohttp.ClientConnectorError:
        pass  # a machine whose loopback has one address
    streams[0].close()
    await lab.slots(7)
    assert (await lab.open()).status == 200


async def test_a_slot_is_free_when_the_stream_ends(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).moves("e4").resign(chess.WHITE).game())
    streams = [await lab.open() for _ in range(8)]
    await lab.clock.advance(2000)
    for stream in streams:
        await stream.read()
    await lab.slots(0)


async def test_a_game_that_is_removed_ends_its_stream(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    stream = await lab.open()
    await read_lines(stream, 1)
    lab.world.remove("abcdefgh")
    assert await read_rest(stream) == []


async def test_the_server_stops_while_clients_listen() -> None:
    world = World(ManualClock(), [Script(control=BLITZ).game()])
    async with aiohttp.ClientSession() as session:
        async with serve(Simulator(world)) as url:
            stream = await session.get(f"{url}/api/stream/game/abcdefgh")
            await stream.content.readline()
        async with asyncio.timeout(15):
            with pytest.raises(aiohttp.ClientError):
                await stream.read()


async def test_what_does_not_exist(lab: Lab) -> None:
    for path in ("/api/stream/game/nosuchid", "/game/export/nosuchid"):
        assert await lab.get(path, Accept="application/json") == (404, '{"error":"Not found"}')
        assert await lab.get(path, Accept="application/x-ndjson") == (404, '{"error":"Not found"}')
        assert await lab.get(path) == (404, "404 - Resource not found")
    assert await lab.get("/nowhere") == (404, "404 - Resource not found")


async def test_a_game_of_the_future_does_not_exist_yet(lab: Lab) -> None:
    lab.world.add(Script(control=BLITZ).game().anew("abcdefgh", lab.clock.now_ms() + 1000))
    assert (await lab.get("/game/export/abcdefgh"))[0] == 404
    await lab.clock.advance(1000)
    assert (await lab.get("/game/export/abcdefgh"))[0] == 200


async def test_export_formats(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).moves(RUY).game())
    await lab.clock.advance(9000)
    exported = await lab.json("/game/export/abcdefgh?clocks=False")
    assert exported["moves"] == "e4 e5 Nf3 Nc6 Bb5 a6"
    assert "clocks" not in exported
    for accept in ("*/*", "application/x-chess-pgn"):
        async with lab.session.get(f"{lab.url}/game/export/abcdefgh", headers={"Accept": accept}) as answer:
            assert answer.content_type == "application/x-chess-pgn"
            assert (await answer.text()).startswith('[Event "rated blitz game"]')


async def test_user_status(lab: Lab) -> None:
    game = Script(control=TimeControl(90, 1), variant="chess960").moves("e4").resign(chess.WHITE).game()
    lab.add(game)
    lab.world.add_user(Player("Cedern", title="IM"))
    path = "/api/users/status?ids=AMSEL,nobody,cedern,amsel"
    cedern = {"name": "Cedern", "title": "IM", "id": "cedern", "online": True}
    amsel = {"name": "Amsel", "id": "amsel", "online": True}
    assert await lab.json(path) == [amsel | {"playing": True}, cedern]
    assert await lab.json(f"{path}&withGameIds=True") == [amsel | {"playing": True, "playingId": "abcdefgh"}, cedern]
    playing = {"id": "abcdefgh", "clock": "1.5+1", "variant": "chess960"}
    assert await lab.json(f"{path}&withGameIds=1&withGameMetas=true") == [amsel | {"playing": playing}, cedern]
    await lab.clock.advance(2000)
    assert await lab.json(f"{path}&withGameIds=true") == [amsel, cedern]


async def test_user_status_limits(lab: Lab) -> None:
    assert await lab.get("/api/users/status") == (400, '{"error":"No user ids provided"}')
    assert (await lab.get("/api/users/status?ids=" + ",".join(["x"] * 100)))[0] == 200
    assert (await lab.get("/api/users/status?ids=" + ",".join(["x"] * 101)))[0] == 400


async def test_tokens() -> None:
    world = World(ManualClock(), [Script().game()])
    simulator = Simulator(world, tokens={"lip_good": "amsel"})
    async with serve(simulator) as url, aiohttp.ClientSession() as session:

        async def ask(**headers: str) -> tuple[int, str]:
            names = {"agent": "User-Agent", "auth": "Authorization"}
            wire = {names[key]: value for key, value in headers.items()}
            async with session.get(f"{url}/game/export/abcdefgh", headers=wire) as answer:
                return answer.status, await answer.text()

        assert (await ask())[0] == 200
        assert (await ask(auth="Bearer lip_good", agent="Unruh/1 (user: Amsel)"))[0] == 200
        assert await ask(auth="Bearer lip_bad") == (401, '{"error":"No such token"}')
        refused = await ask(auth="Bearer lip_good", agent="Unruh/1 as:birke")
        assert refused == (401, '{"error":"The user in the user-agent doesn\'t match the token bearer"}')


async def test_a_client_may_leave_at_any_time(lab: Lab, caplog: pytest.LogCaptureFixture) -> None:
    lab.add(Script(control=BLITZ, pace_ms=10).moves(RUY).resign(chess.BLACK).game())
    for lines_read in range(11):
        streams = [await lab.open() for _ in range(3)]
        for stream in streams:
            await stream.content.readline()
        leaving, *staying = streams
        leaving.close()
        await lab.clock.advance(lines_read * 2)
        for stream in staying:
            stream.close()
    await lab.slots(0)
    await lab.clock.advance(100_000)
    assert (await lab.get("/game/export/abcdefgh"))[0] == 200
    assert [record.getMessage() for record in caplog.records] == []


async def test_what_clients_asked_is_noted(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    lab.simulator.faults.add(RATE_LIMIT, route="status")
    await lab.open()
    await lab.clock.advance(1500)
    await lab.get("/api/users/status?ids=amsel")
    await lab.get("/nowhere")
    noted = [(r.at_ms - lab.clock.now_ms(), r.kind, r.method, r.path, r.status) for r in lab.simulator.requests]
    assert noted == [
        (-1500, "stream", "GET", "/api/stream/game/abcdefgh", 200),
        (0, "status", "GET", "/api/users/status?ids=amsel", 429),
        (0, "unknown", "GET", "/nowhere", 404),
    ]
    assert {request.remote for request in lab.simulator.requests} == {"127.0.0.1"}


async def test_only_what_the_client_did_wrong_is_a_violation(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    lab.simulator.faults.add(RATE_LIMIT, route="status")
    await lab.get("/api/users/status?ids=amsel")
    assert lab.simulator.violations == []
    for _ in range(9):
        await lab.open()
    await lab.get("/api/users/status?ids=" + ",".join(["x"] * 101))
    assert lab.simulator.violations == [
        "GET /api/stream/game/abcdefgh was refused with 429: Please only run 8 request(s) at a time",
        "GET /api/users/status was refused with 400: Too many ids: 101, expected up to 100",
    ]
