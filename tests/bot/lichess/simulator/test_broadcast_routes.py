"""Broadcasts over HTTP."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.lichess.simulator import FaultPlan, ManualClock, Simulator, Switches, World, serve
from bot.lichess.simulator.broadcasts import Group
from bot.lichess.simulator.chapter_script import ChapterScript
from bot.lichess.simulator.tokens import Token
from tests.bot.lichess.simulator.boards import START_MS, movetext, read_pgn, tour_of, two_boards
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.lab import TIMEOUT_S, Lab, nothing_comes

ROUND_STREAM = "/api/stream/broadcast/round/round000.pgn"
ROUND_PGN = "/api/broadcast/round/round000.pgn"
TOKENS: dict[str, str | Token] = {
    "lip_a": "amsel",
    "lip_b": Token("birke", frozenset({"study:read"})),
    "lip_c": Token("cedern", frozenset({"board:play"})),
}


@pytest_asyncio.fixture
async def lab(switches: Switches) -> AsyncIterator[Lab]:
    """A laboratory whose client carries a token."""
    clock = ManualClock()
    world = World(clock)
    simulator = Simulator(world, switches, FaultPlan(), tokens=TOKENS)
    timeout = aiohttp.ClientTimeout(total=TIMEOUT_S)
    headers = {"Authorization": "Bearer lip_a"}
    async with serve(simulator) as url, aiohttp.ClientSession(timeout=timeout, headers=headers) as session:
        lab = Lab(clock, world, simulator, url, session, [])
        yield lab
        for response in lab.opened:
            response.close()


async def test_a_round_is_streamed_board_by_board(lab: Lab) -> None:
    lab.world.add_broadcast(two_boards())
    stream = await lab.stream(f"{ROUND_STREAM}?clocks=false")
    assert stream.headers["Content-Type"] == "application/x-chess-pgn"
    assert await nothing_comes(stream)
    told = []
    for _ in range(5):
        await lab.clock.advance(1000)
        told.append(movetext(await read_pgn(stream)))
    assert told == ["1. e4 *", "1. e4 e5 *", "1. e4 e5 2. Nf3 *", "1. d4 *", "1. e4 e5 2. Nf3 1-0"]
    assert await nothing_comes(stream)


async def test_the_stream_goes_on_after_the_end_with_keepalives_before_the_next_game(lab: Lab) -> None:
    lab.world.add_broadcast(tour_of(ChapterScript().moves("e4").tag("Result", "1-0").chapter()))
    await lab.clock.advance(5000)
    stream = await lab.stream(ROUND_STREAM)
    assert movetext(await read_pgn(stream)) == "1. e4 1-0"
    await lab.clock.advance(59_999)
    assert await nothing_comes(stream)
    await lab.clock.advance(1)
    assert await stream.content.readexactly(1) == b" "
    await lab.clock.advance(120_000)
    tour = two_boards()
    lab.world.add_broadcast(replace(tour, rounds=(tour.rounds[0].with_chapter(ChapterScript("newboard").chapter()),)))
    await lab.clock.advance(1000)
    assert (await read_pgn(stream)).startswith("  [Event ")


async def test_sixteen_games_a_second(lab: Lab) -> None:
    boards = [ChapterScript(f"chapter{i}").moves("e4").chapter() for i in range(3)]
    lab.world.add_broadcast(tour_of(*boards))
    stream = await lab.stream(ROUND_STREAM)
    await lab.clock.advance(1000)
    await read_pgn(stream)
    assert await nothing_comes(stream)
    await lab.clock.advance(62)
    await read_pgn(stream)
    assert await nothing_comes(stream)
    await lab.clock.advance(62)
    await read_pgn(stream)


async def test_what_happens_while_games_are_sent_is_told_after_them(lab: Lab) -> None:
    boards = [ChapterScript(f"chapter{i}", pace_ms=100).moves("e4 e5").chapter() for i in range(9)]
    lab.world.add_broadcast(tour_of(*boards))
    stream = await lab.stream(ROUND_STREAM)
    await lab.clock.advance(2000)
    assert [movetext(await read_pgn(stream)) for _ in range(18)] == ["1. e4 *"] * 9 + ["1. e4 e5 *"] * 9


async def test_a_tournament_and_a_group_are_streamed_with_the_rounds_that_go_on(lab: Lab) -> None:
    first = tour_of(ChapterScript("chapter1").moves("e4 e5").chapter())
    second = tour_of(ChapterScript("chapter2").moves("d4 d5").chapter(), tour_id="tour0002", round_id="round002")
    late = tour_of(ChapterScript("chapter3").wait(5000).moves("c4").chapter(), tour_id="tour0003", round_id="round003")
    for tour in (first, second, late):
        lab.world.add_broadcast(tour)
    lab.world.add_broadcast_group(Group("group000", "Spring", ("tour0000", "tour0002", "tour0003")))
    await lab.clock.advance(1000)
    of_tour = await lab.stream("/api/stream/broadcast/tour/tour0000.pgn")
    of_group = await lab.stream("/api/stream/broadcast/group/group000.pgn")
    await lab.clock.advance(10_000)
    assert [movetext(await read_pgn(of_tour)) for _ in range(2)] == ["1. e4 *", "1. e4 e5 *"]
    assert [movetext(await read_pgn(of_group)) for _ in range(4)] == ["1. e4 *", "1. d4 *", "1. e4 e5 *", "1. d4 d5 *"]
    assert await nothing_comes(of_tour)
    assert await nothing_comes(of_group)


async def test_snapshots(lab: Lab) -> None:
    lab.world.add_broadcast(two_boards())
    assert await lab.get(ROUND_PGN) == (200, "")
    assert await lab.get("/api/broadcast/tour0000.pgn") == (200, "")
    await lab.clock.advance(4000)
    status, text = await lab.get(f"{ROUND_PGN}?clocks=false")
    assert [movetext(pgn) for pgn in text.split("\n\n\n")[:-1]] == ["1. e4 e5 2. Nf3 1-0", "1. d4 *"]
    assert status == 200
    assert text.endswith("\n\n\n")
    assert await lab.get("/api/broadcast/tour0000.pgn?clocks=false") == (200, text)


async def test_a_tournament_in_json(lab: Lab, description: Description) -> None:
    lab.world.add_broadcast(two_boards())
    lab.world.add_broadcast_group(Group("group000", "Spring", ("tour0000", "tour0009")))
    for seconds, state in ((0, {}), (2, {"ongoing": True}), (10, {"ongoing": True})):
        await lab.clock.advance(seconds * 1000)
        told = await lab.json("/api/broadcast/tour0000")
        assert description.faults(told, description.schema("BroadcastWithRoundsAndFullGroup")) == []
        (relayed,) = told["rounds"]
        assert {key: relayed[key] for key in ("ongoing", "finished") if key in relayed} == state
    told = await lab.json("/api/broadcast/tour0000")
    assert told["defaultRoundId"] == "round000"
    assert told["tour"]["url"] == "https://lichess.org/broadcast/woods-birds-open/tour0000"
    assert told["group"]["tours"] == [{"id": "tour0000", "name": "Woods & Birds Open", "active": True, "live": True}]


async def test_a_round_in_json(lab: Lab, description: Description) -> None:
    tags = {"WhiteTitle": "GM", "WhiteElo": "2700", "WhiteFideId": "123", "BlackElo": "?"}
    boards = [
        ChapterScript("chapter1", tags=tags).moves("e4 e5 Qh5 Ke7", clocks=(5400, 5390)).chapter(),
        ChapterScript("chapter2").moves("f3 e5 g4 Qh4").tag("Result", "0-1").chapter(),
        ChapterScript("chapter3").moves("e4 f6 Qh5").tag("Result", "1/2-1/2").chapter(),
        ChapterScript("chapter4").chapter(),
    ]
    lab.world.add_broadcast(tour_of(*boards))
    await lab.clock.advance(10_000)
    told = await lab.json("/api/broadcast/-/-/round000")
    assert description.faults(told, description.schema("BroadcastRound")) == []
    assert told["games"][0] == {
        "id": "chapter1",
        "name": "Amsel, Anna - Birke, Bert",
        "fen": "rnbq1bnr/ppppkppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQ - 2 3",
        "players": [
            {"name": "Amsel, Anna", "title": "GM", "rating": 2700, "fideId": 123, "clock": 540_000},
            {"name": "Birke, Bert", "clock": 539_000},
        ],
        "lastMove": "e8e7",
        "thinkTime": 6,
        "status": "*",
    }
    assert [game.get("check") for game in told["games"]] == [None, "#", "+", None]
    assert [game["status"] for game in told["games"]] == ["*", "0-1", "½-½", "*"]
    assert [game.get("thinkTime") for game in told["games"]] == [6, None, None, 10]


async def ask(lab: Lab, path: str, token: str | None = None) -> tuple[int, str]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with aiohttp.ClientSession() as session, session.get(lab.url + path, headers=headers) as answer:
        return answer.status, await answer.text()


async def test_a_token_is_needed(lab: Lab) -> None:
    lab.world.add_broadcast(two_boards())
    for path in (ROUND_STREAM, ROUND_PGN, "/api/broadcast/tour0000", "/api/broadcast/-/-/round000"):
        assert await ask(lab, path) == (401, '{"error":"Missing authorization header"}')
        assert await ask(lab, path, "lip_c") == (403, '{"error":"Missing scope: study:read"}')
        assert await ask(lab, path, "lip_x") == (401, '{"error":"No such token"}')
    assert (await ask(lab, ROUND_PGN, "lip_b"))[0] == 200


async def open_streams(lab: Lab, session: aiohttp.ClientSession, count: int) -> list[int]:
    statuses = []
    for _ in range(count):
        response = await session.get(lab.url + ROUND_STREAM)
        lab.opened.append(response)
        statuses.append(response.status)
    return statuses


async def test_eight_streams_for_a_user(lab: Lab) -> None:
    lab.world.add_broadcast(two_boards())
    assert await open_streams(lab, lab.session, 9) == [200] * 8 + [429]
    assert await lab.opened[-1].text() == '{"error":"Please only run 8 request(s) at a time"}'
    async with aiohttp.ClientSession(headers={"Authorization": "Bearer lip_b"}) as other:
        assert await open_streams(lab, other, 1) == [200]


@pytest.mark.parametrize("switches", [Switches(auth_broadcast="limited")])
async def test_without_a_token_there_is_less(lab: Lab) -> None:
    lab.world.add_broadcast(two_boards())
    async with aiohttp.ClientSession() as anonymous:
        assert await open_streams(lab, anonymous, 3) == [200, 200, 429]
        assert await lab.opened[-1].text() == '{"error":"Please only run 2 request(s) at a time"}'
    told = [await ask(lab, ROUND_PGN) for _ in range(8)]
    assert [status for status, _ in told] == [200] * 7 + [429]
    assert told[-1][1] == '{"error":"Use an oauth token to get 120 requests per minute. Contact us for more."}'
    assert (await lab.get(ROUND_PGN))[0] == 200
    await lab.clock.advance(60_000)
    assert (await ask(lab, ROUND_PGN))[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/api/stream/broadcast/round/nosuchid.pgn",
        "/api/stream/broadcast/tour/nosuchid.pgn",
        "/api/stream/broadcast/group/nosuchid.pgn",
        "/api/broadcast/round/nosuchid.pgn",
        "/api/broadcast/nosuchid.pgn",
        "/api/broadcast/nosuchid",
        "/api/broadcast/-/-/nosuchid",
    ],
)
async def test_what_does_not_exist(lab: Lab, path: str) -> None:
    assert await lab.get(path) == (404, '{"error":"Not found"}')


async def test_the_tags_are_those_of_the_example(lab: Lab, shared: Any) -> None:
    """Every tag that Lichess adds itself is there, in its order."""
    example = (shared / "lichess/examples/broadcasts-streamOngoingBroadcastRoundAsPgn.pgn").read_text()
    names = [line[1:].split(" ")[0] for line in example.split("\n\n\n")[0].splitlines() if line.startswith("[")]
    tags = {"WhiteFideId": "123", "BlackFideId": "456", "Variant": "Standard", "ECO": "C20", "Opening": "King's Pawn"}
    lab.world.add_broadcast(tour_of(ChapterScript(tags=tags).moves("e4 e5").chapter(), starts_ms=START_MS))
    await lab.clock.advance(2000)
    _, text = await lab.get(ROUND_PGN)
    assert [line[1:].split(" ")[0] for line in text.splitlines() if line.startswith("[")] == names
    assert movetext(text.removesuffix("\n\n\n")) == movetext(example.split("\n\n\n")[0])
