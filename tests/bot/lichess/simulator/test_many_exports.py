"""Exports of many games, and of the games of a user."""

import io
import re
from typing import Any

import chess
import chess.pgn
import msgspec
import pytest

from bot.lichess.simulator import Opening, Player, Script, Switches, TimeControl, Token
from tests.bot.lichess.simulator.lab import Lab, nothing_comes, read_rest

BLITZ = TimeControl(180, 2)
RUY = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"
NDJSON = {"Accept": "application/x-ndjson"}
IDS = "/api/games/export/_ids"
OF_AMSEL = "/api/games/user/Amsel"


@pytest.fixture
def tokens() -> dict[str, str | Token]:
    return {"lip_amsel": "amsel", "lip_birke": "birke"}


def decoded(text: str) -> list[Any]:
    return [msgspec.json.decode(line) for line in text.splitlines()]


async def lists(lab: Lab, path: str, body: str | None = None, **headers: str) -> list[Any]:
    """The games of a list."""
    ask = lab.get(path, **NDJSON, **headers) if body is None else lab.post(path, body, **NDJSON, **headers)
    status, text = await ask
    assert status == 200, text
    return decoded(text)


async def three_games(lab: Lab) -> None:
    """An old game that White won, a newer one that was aborted, and one under way."""
    lab.add(Script("finished", control=BLITZ, pace_ms=10).moves(RUY).resign(chess.BLACK).game())
    await lab.clock.advance(1000)
    lab.add(Script("aborted0", control=TimeControl(600, 0), pace_ms=10, rated=False).moves("e4").abort().game())
    await lab.clock.advance(1000)
    lab.add(Script("running0", control=BLITZ, black=Player("Cedern")).moves(RUY).game())
    await lab.clock.advance(9000)


# --- by ids


async def test_the_newest_first_and_unknown_ones_missing(lab: Lab) -> None:
    await three_games(lab)
    games = await lists(lab, IDS, "finished,nosuchid,running0,aborted0,finished")
    assert [(game["id"], game["status"]) for game in games] == [
        ("running0", "started"),
        ("aborted0", "aborted"),
        ("finished", "resign"),
    ]
    assert [len(game["moves"].split()) for game in games] == [6, 1, 9]
    assert ["clocks" in game for game in games] == [False] * 3


async def test_the_format_is_the_clients_wish(lab: Lab) -> None:
    await three_games(lab)
    status, text = await lab.post(f"{IDS}?clocks=true", "finished,running0")
    source = io.StringIO(text)
    read = [chess.pgn.read_game(source) for _ in range(3)]
    assert status == 200
    assert [game and game.headers["GameId"] for game in read] == ["running0", "finished", None]
    assert text.count("[%clk") == 15
    assert text.count("\n\n\n") == 2


async def test_a_literate_pgn_in_the_json_has_the_offers(lab: Lab) -> None:
    opening = Opening("C20", "King's Pawn Game", 2)
    script = Script(control=BLITZ, opening=opening).moves("e4 e5 Nf3").offer(chess.WHITE).moves("Nc6")
    lab.add(script.resign(chess.BLACK).game())
    await lab.clock.advance(10_000)
    (game,) = await lists(lab, f"{IDS}?pgnInJson=true&literate=true&clocks=true&opening=true", "abcdefgh")
    assert "2. Nf3 { White offers draw } { [%clk 0:03:01] } 2... Nc6" in game["pgn"]
    assert "{ C20 King's Pawn Game }" in game["pgn"]
    assert game["pgn"].endswith("{ Black resigns. } 1-0")
    assert len(game["clocks"]) == 5
    (plain,) = await lists(lab, f"{IDS}?pgnInJson=true", "abcdefgh")
    assert "offers draw" not in plain["pgn"]


@pytest.mark.parametrize(
    ("switches", "plies", "comments"),
    [
        (Switches(), [3, 6], ["Nc3"]),
        (Switches(undone_offers=False), [6], []),
        (Switches(accepted_offer=True), [3, 5, 6], ["Nc3", "d4"]),
    ],
)
async def test_offers_that_lichess_tells_by_mistake(lab: Lab, plies: list[int], comments: list[str]) -> None:
    """White's first offer belongs to a move that was taken back; then Black offers, and White accepts."""
    script = Script(control=BLITZ).moves("e4 e5 Nf3").offer(chess.WHITE).takeback().moves("Nc3 Nf6 d4")
    lab.add(script.offer(chess.BLACK).accept(chess.WHITE).game())
    await lab.clock.advance(20_000)
    _, text = await lab.get("/game/export/abcdefgh?literate=true")
    assert re.findall(r"(\w+) { White offers draw }", text) == comments
    final = (await read_rest(await lab.open()))[-1]
    assert final["drawOffers"] == plies


async def test_thirty_games_a_second(lab: Lab) -> None:
    for number in range(32):
        lab.add(Script(f"game{number:04}", control=BLITZ).game())
    ids = ",".join(f"game{number:04}" for number in range(32))
    stream = await lab.stream(IDS, ids, **NDJSON)
    first = [await stream.content.readline() for _ in range(30)]
    assert all(first)
    await lab.clock.advance(33)
    assert await stream.content.readline()
    await lab.clock.advance(33)
    assert await stream.content.readline()
    assert await stream.content.readline() == b""


async def test_too_many_ids(lab: Lab) -> None:
    ids = ",".join(f"{number:08}" for number in range(301))
    assert await lab.post(IDS, ids) == (400, '{"error":"Too many ids: 301, expected up to 300"}')
    assert len(lab.simulator.violations) == 1
    assert await lab.post(IDS, "") == (200, "")


# --- of a user


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("", ["aborted0", "finished"]),
        ("?ongoing=true", ["running0", "aborted0", "finished"]),
        ("?finished=false", ["running0"]),
        ("?ongoing=true&max=1", ["running0"]),
        ("?sort=dateAsc", ["finished", "aborted0"]),
        ("?since=1700000001000", ["aborted0"]),
        ("?until=1700000000999", ["finished"]),
        ("?ongoing=true&vs=CEDERN", ["running0"]),
        ("?rated=false", ["aborted0"]),
        ("?rated=true", ["finished"]),
        ("?perfType=rapid,bullet", ["aborted0"]),
        ("?color=black", []),
        ("?color=white&since=soon&max=many", ["aborted0", "finished"]),
    ],
)
async def test_which_games_of_a_user(lab: Lab, query: str, ids: list[str]) -> None:
    await three_games(lab)
    assert [game["id"] for game in await lists(lab, OF_AMSEL + query)] == ids


async def test_one_list_of_a_user_at_a_time(lab: Lab) -> None:
    for number in range(25):
        lab.add(Script(f"game{number:04}", control=BLITZ, pace_ms=1).resign(chess.WHITE).game())
    await lab.clock.advance(1)
    slow = await lab.stream(OF_AMSEL, **NDJSON)
    assert await lab.get(OF_AMSEL) == (429, '{"error":"Please only run 1 request(s) at a time"}')
    await lab.clock.advance(1000)
    assert len((await slow.read()).splitlines()) == 25
    assert (await lab.get("/api/games/user/nobody"))[0] == 404


@pytest.mark.parametrize(("token", "at_once"), [(None, 20), ("lip_birke", 30), ("lip_amsel", 60)])
async def test_how_fast_the_games_come(lab: Lab, token: str | None, at_once: int) -> None:
    for number in range(61):
        lab.add(Script(f"game{number:04}", control=BLITZ, black=Player("Cedern"), pace_ms=1).resign(chess.WHITE).game())
    await lab.clock.advance(1)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    stream = await lab.stream(OF_AMSEL, **NDJSON, **headers)
    for _ in range(at_once):
        await stream.content.readline()
    assert await nothing_comes(stream)
    await lab.clock.advance(5000)
    assert len((await stream.read()).splitlines()) == 61 - at_once


async def test_the_current_game(lab: Lab) -> None:
    await three_games(lab)
    path = "/api/user/AMSEL/current-game"
    assert (await lab.json(path))["id"] == "running0"
    assert (await lab.json("/api/user/birke/current-game"))["id"] == "aborted0"
    assert '[GameId "running0"]' in (await lab.get(path))[1]
    lab.world.add_user(Player("Dohle"))
    assert await lab.get("/api/user/dohle/current-game") == (404, "No ongoing game")
    assert (await lab.get("/api/user/nobody/current-game"))[0] == 404
