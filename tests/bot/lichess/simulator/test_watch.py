"""The streams that tell when games of many people begin and end."""

import chess
import pytest

from bot.lichess.simulator import Player, Script, TimeControl, Token
from tests.bot.lichess.simulator.lab import Lab, nothing_comes, read_lines, read_rest

BLITZ = TimeControl(180, 2)
CEDERN = Player("Cedern", 1800)
BY_USERS = "/api/stream/games-by-users"
BY_IDS = "/api/stream/games/watch1"


@pytest.fixture
def tokens() -> dict[str, str | Token]:
    return {"lip_amsel": "amsel"}


async def test_a_game_between_two_of_the_users(lab: Lab) -> None:
    stream = await lab.stream(BY_USERS, "AMSEL, birke")
    lab.add(Script("outsider", control=BLITZ, black=CEDERN).game())
    lab.add(Script(control=BLITZ).moves("e4 e5").offer(chess.WHITE).resign(chess.BLACK).game())
    game = {
        "id": "abcdefgh",
        "rated": True,
        "variant": "standard",
        "speed": "blitz",
        "perf": "blitz",
        "createdAt": lab.clock.now_ms(),
        "status": 20,
        "statusName": "started",
        "clock": {"initial": 180, "increment": 2, "totalTime": 260},
        "players": {"white": {"userId": "amsel", "rating": 1700}, "black": {"userId": "birke", "rating": 1650}},
    }
    assert await read_lines(stream, 1) == [game]
    await lab.clock.advance(3999)
    assert await nothing_comes(stream)
    await lab.clock.advance(1)
    assert await read_lines(stream, 1) == [game | {"status": 31, "statusName": "resign", "winner": "white"}]
    await lab.clock.advance(50_000)
    assert await stream.content.readline() == b"\n"


@pytest.mark.parametrize(("query", "count"), [("", 1), ("?withCurrentGames=true", 2)])
async def test_games_that_are_under_way(lab: Lab, query: str, count: int) -> None:
    lab.add(Script(control=BLITZ).moves("e4 e5").resign(chess.BLACK).game())
    lab.add(Script("finished", control=BLITZ, pace_ms=1).resign(chess.WHITE).game())
    await lab.clock.advance(1000)
    stream = await lab.stream(BY_USERS + query, "amsel,birke")
    await lab.clock.advance(5000)
    lines = await read_lines(stream, count)
    assert [(line["id"], line["status"]) for line in lines] == [("abcdefgh", 20), ("abcdefgh", 31)][-count:]
    assert await nothing_comes(stream)


async def test_one_user_alone_plays_no_games(lab: Lab) -> None:
    stream = await lab.stream(BY_USERS, "amsel,Amsel")
    assert (stream.status, await read_rest(stream)) == (200, [])


async def test_too_many_ids(lab: Lab) -> None:
    many = ",".join(f"user{number}" for number in range(301))
    assert await lab.post(BY_USERS, many) == (400, '{"error":"Too many ids: 301, expected up to 300"}')
    games = ",".join(f"{number:08}" for number in range(501))
    assert (await lab.post(BY_IDS, games))[0] == 400
    assert len(lab.simulator.violations) == 2
    assert (await lab.stream(BY_IDS, games, Authorization="Bearer lip_amsel")).status == 200


async def test_four_streams_of_both_kinds_from_one_address(lab: Lab) -> None:
    for _ in range(2):
        await lab.stream(BY_USERS, "amsel,birke")
        await lab.stream(BY_IDS, "abcdefgh")
    refused = '{"error":"Please only run 4 request(s) at a time"}'
    assert await lab.post(BY_USERS, "amsel,birke") == (429, refused)
    assert await lab.post(BY_IDS, "abcdefgh") == (429, refused)


async def test_games_by_their_ids(lab: Lab) -> None:
    lab.add(Script("finished", control=BLITZ, pace_ms=1).resign(chess.WHITE).game())
    lab.add(Script("running0", control=BLITZ).moves("e4 e5").resign(chess.BLACK).game())
    lab.add(Script("unasked0", control=BLITZ).game())
    await lab.clock.advance(1000)
    stream = await lab.stream(BY_IDS, "finished,running0,nosuchid")
    told = [(line["id"], line["status"]) for line in await read_lines(stream, 2)]
    assert told == [("finished", 31), ("running0", 20)]
    await lab.clock.advance(2000)
    assert (await read_lines(stream, 1))[0]["status"] == 31
    lab.add(Script("nosuchid", control=BLITZ).game())
    assert [(line["id"], line["status"]) for line in await read_lines(stream, 1)] == [("nosuchid", 20)]
    assert await nothing_comes(stream)


async def test_more_games_for_an_open_stream(lab: Lab) -> None:
    lab.add(Script("finished", control=BLITZ, pace_ms=1).resign(chess.WHITE).game())
    lab.add(Script("running0", control=BLITZ).game())
    await lab.clock.advance(1000)
    stream = await lab.stream(BY_IDS, "later000")
    other = await lab.stream("/api/stream/games/watch2", "later000")
    assert await lab.post(f"{BY_IDS}/add", "finished,running0") == (200, '{"ok":true}')
    told = [(line["id"], line["status"]) for line in await read_lines(stream, 2)]
    assert told == [("finished", 31), ("running0", 20)]
    await lab.post(f"{BY_IDS}/add", "running0")
    assert await nothing_comes(stream)
    assert await nothing_comes(other)
    stream.close()
    assert await lab.post(f"{BY_IDS}/add", "running0") == (200, '{"ok":true}')


@pytest.mark.parametrize(
    ("headers", "each", "most"), [({}, 500, 1000), ({"Authorization": "Bearer lip_amsel"}, 1000, 5000)]
)
async def test_so_many_games_in_one_stream(lab: Lab, headers: dict[str, str], each: int, most: int) -> None:
    def ids(first: int) -> str:
        return ",".join(f"{number:08}" for number in range(first, first + each))

    await lab.stream(BY_IDS, ids(0), **headers)
    for first in range(each, most, each):
        assert (await lab.post(f"{BY_IDS}/add", ids(first), **headers))[0] == 200
    refused = f'{{"error":"Too many ids: {most + 1}, expected up to {most}"}}'
    assert await lab.post(f"{BY_IDS}/add", "onemore0", **headers) == (400, refused)
    assert (await lab.post(f"{BY_IDS}/add", "00000000", **headers))[0] == 200
