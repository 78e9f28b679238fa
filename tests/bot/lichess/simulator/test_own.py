"""What a player may ask about his own games, over HTTP."""

from typing import Any

import chess
import pytest

from bot.lichess.simulator import Event, Kind, Player, Script, TimeControl, Token
from tests.bot.lichess.simulator.lab import Lab, nothing_comes, read_lines, read_rest

RAPID = TimeControl(600, 5)
BLITZ = TimeControl(180, 2)
AMSEL = {"Authorization": "Bearer lip_amsel"}
BIRKE = {"Authorization": "Bearer lip_birke"}
BOT = {"Authorization": "Bearer lip_bot"}
READER = {"Authorization": "Bearer lip_reader"}
OWN = "/api/board/game/stream/abcdefgh"
ROBOT = Player("Robot", 2000, title="BOT")


@pytest.fixture
def tokens() -> dict[str, str | Token]:
    reader = Token("amsel", frozenset({"study:read"}))
    return {"lip_amsel": "amsel", "lip_birke": "birke", "lip_bot": "robot", "lip_reader": reader}


# --- one's own game


async def test_a_player_sees_his_game_at_once(lab: Lab) -> None:
    lab.add(Script(control=RAPID).moves("e4 e5").offer(chess.BLACK).resign(chess.WHITE).game())
    stream = await lab.stream(OWN, **AMSEL)
    assert (await read_lines(stream, 1))[0]["type"] == "gameFull"
    for moves in ("e2e4", "e2e4 e7e5"):
        await lab.clock.advance(1000)
        assert (await read_lines(stream, 1))[0]["moves"] == moves
    await lab.clock.advance(1000)
    text, state = await read_lines(stream, 2)
    assert (text["text"], state["bdraw"]) == ("Black offers draw", True)
    await lab.clock.advance(1000)
    (final,) = await read_rest(stream)
    assert (final["status"], final["winner"]) == ("resign", "black")


async def test_a_game_that_is_over_is_one_line(lab: Lab) -> None:
    lab.add(Script(control=RAPID).moves("e4").abort().game())
    await lab.clock.advance(5000)
    (full,) = await read_rest(await lab.stream(OWN, **AMSEL))
    assert full["state"]["status"] == "aborted"


async def test_what_happens_while_the_client_listens(lab: Lab) -> None:
    lab.add(Script(control=RAPID).game())
    stream = await lab.stream(OWN, **AMSEL)
    await read_lines(stream, 1)
    lab.world.extend("abcdefgh", [Event(0, Kind.MOVE, uci="e2e4")])
    assert (await read_lines(stream, 1))[0]["moves"] == "e2e4"


async def test_a_blank_line_every_seven_seconds_whatever_else_comes(lab: Lab) -> None:
    lab.add(Script(control=RAPID, pace_ms=5000).moves("e4 e5").game())
    stream = await lab.stream(OWN, **AMSEL)
    await read_lines(stream, 1)
    await lab.clock.advance(6999)
    await read_lines(stream, 1)
    assert await nothing_comes(stream)
    await lab.clock.advance(1)
    assert await stream.content.readline() == b"\n"
    await lab.clock.advance(7000)
    await read_lines(stream, 1)
    assert await stream.content.readline() == b"\n"


@pytest.mark.parametrize(
    ("path", "headers", "status", "message"),
    [
        (OWN, {}, 401, "Missing authorization header"),
        (OWN, READER, 403, "Missing scope: board:play"),
        ("/api/board/game/stream/nosuchid", AMSEL, 404, "No such game"),
        (OWN, BOT, 404, "Not your game"),
        ("/api/bot/game/stream/abcdefgh", AMSEL, 400, "This endpoint can only be used with a Bot account."),
        ("/api/board/game/stream/robots00", BOT, 400, "This endpoint cannot be used with a Bot account."),
        ("/api/board/game/stream/fast0000", AMSEL, 400, "This game cannot be played with the Board API."),
        ("/api/board/game/stream/friends0", AMSEL, 200, ""),
        ("/api/bot/game/stream/robots00", BOT, 200, ""),
    ],
)
async def test_whose_game_it_is(lab: Lab, path: str, headers: dict[str, str], status: int, message: str) -> None:
    lab.add(Script(control=RAPID).game())
    lab.add(Script("fast0000", control=BLITZ).game())
    lab.add(Script("friends0", control=BLITZ, source="friend").game())
    lab.add(Script("robots00", control=BLITZ, white=ROBOT).game())
    answer = await lab.stream(path, **headers)
    assert answer.status == status
    if message:
        assert await answer.json() == {"error": message}


async def test_a_second_stream_of_the_same_client_ends_the_first(lab: Lab) -> None:
    lab.add(Script(control=RAPID).game())
    first = await lab.stream(OWN, **AMSEL)
    opponent = await lab.stream(OWN, **BIRKE)
    another = await lab.stream(OWN, **AMSEL, **{"User-Agent": "Another"})
    second = await lab.stream(OWN, **AMSEL)
    assert len(await read_rest(first)) == 1
    for stream in (opponent, another, second):
        await read_lines(stream, 1)
        assert await nothing_comes(stream)


async def test_chats(lab: Lab) -> None:
    script = Script(control=RAPID).moves("e4 e5").offer(chess.BLACK).propose_takeback(chess.WHITE)
    lab.add(script.chat("Amsel", "No").chat("Cedern", "Ha").game())
    await lab.clock.advance(60_000)
    own = [{"text": "Black offers draw", "user": "lichess"}, {"text": "No", "user": "Amsel"}]
    assert await lab.json("/api/board/game/abcdefgh/chat", **AMSEL) == own
    assert await lab.json("/api/game/abcdefgh/chat") == [{"text": "Ha", "user": "Cedern"}]
    assert (await lab.get("/api/board/game/abcdefgh/chat", **BOT))[0] == 404
    assert (await lab.get("/api/game/nosuchid/chat"))[0] == 404


# --- the event stream


async def test_games_begin_and_end(lab: Lab) -> None:
    lab.add(Script("already0", control=RAPID, pace_ms=500).moves("e4 e5").resign(chess.WHITE).game())
    lab.add(Script("others00", control=RAPID, white=ROBOT, black=Player("Cedern")).game())
    lab.add(Script("finished", control=RAPID, pace_ms=1).resign(chess.WHITE).game())
    await lab.clock.advance(1000)
    stream = await lab.stream("/api/stream/event", **BIRKE)
    (event,) = await read_lines(stream, 1)
    assert (event["type"], event["game"]["id"]) == ("gameStart", "already0")
    assert await nothing_comes(stream)
    await lab.clock.advance(500)
    (event,) = await read_lines(stream, 1)
    assert (event["type"], event["game"]["id"], event["game"]["winner"]) == ("gameFinish", "already0", "black")
    later = Script("later000", control=RAPID).abort().game()
    lab.world.add(later.anew("later000", lab.clock.now_ms() + 3000))
    await lab.clock.advance(3000)
    (event,) = await read_lines(stream, 1)
    assert (event["type"], event["game"]["id"]) == ("gameStart", "later000")
    await lab.clock.advance(1000)
    (event,) = await read_lines(stream, 1)
    assert (event["type"], event["game"]["status"]) == ("gameFinish", {"id": 25, "name": "aborted"})


async def test_a_game_in_the_event_stream(lab: Lab) -> None:
    players: dict[str, Any] = {"white": Player("Amsel", 1700, 7), "black": Player("Cedern", 1800, -7, "IM")}
    lab.add(Script(control=RAPID, **players).moves("e4 e5").resign(chess.BLACK).game())
    stream = await lab.stream("/api/stream/event", **AMSEL)
    await lab.clock.advance(5000)
    start, finish = await read_lines(stream, 2)
    full_id = start["game"]["fullId"]
    assert len(full_id) == 12
    assert start["game"] == {
        "fullId": full_id,
        "gameId": "abcdefgh",
        "fen": chess.STARTING_FEN,
        "color": "white",
        "lastMove": "",
        "source": "pool",
        "status": {"id": 20, "name": "started"},
        "variant": {"key": "standard", "name": "Standard"},
        "speed": "rapid",
        "perf": "rapid",
        "rated": True,
        "hasMoved": False,
        "opponent": {"id": "cedern", "username": "IM Cedern", "rating": 1800},
        "isMyTurn": True,
        "secondsLeft": 600,
        "rating": 1700,
        "compat": {"bot": True, "board": True},
        "id": "abcdefgh",
    }
    changed = {key: value for key, value in finish["game"].items() if start["game"].get(key) != value}
    assert changed == {
        "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "lastMove": "e7e5",
        "status": {"id": 31, "name": "resign"},
        "hasMoved": True,
        "opponent": {"id": "cedern", "username": "IM Cedern", "rating": 1800, "ratingDiff": -7},
        "isMyTurn": False,
        "secondsLeft": 599,
        "winner": "white",
        "ratingDiff": 7,
    }


async def test_one_event_stream_for_a_token(lab: Lab) -> None:
    first = await lab.stream("/api/stream/event", **AMSEL)
    other = await lab.stream("/api/stream/event", **BIRKE)
    second = await lab.stream("/api/stream/event", **AMSEL)
    assert await read_rest(first) == []
    assert await nothing_comes(other)
    await lab.clock.advance(7000)
    assert await second.content.readline() == b"\n"
    assert lab.simulator.violations == []


async def test_the_event_stream_must_not_be_polled(lab: Lab) -> None:
    for _ in range(30):
        (await lab.stream("/api/stream/event", **AMSEL)).close()
    text = "Please don't poll this endpoint, it is intended to be streamed."
    refused = await lab.stream("/api/stream/event", **AMSEL)
    assert refused.status == 429
    assert (await refused.json())["error"].startswith(text)
    assert [text in violation for violation in lab.simulator.violations] == [True]
    await lab.clock.advance(600_000)
    assert (await lab.stream("/api/stream/event", **AMSEL)).status == 200
    assert (await lab.stream("/api/stream/event", **READER)).status == 403


# --- lists


async def test_the_games_of_a_player(lab: Lab) -> None:
    lab.add(Script("waiting0", control=RAPID, black=Player("Cedern")).moves("e4").game())
    lab.add(Script("turn0000", control=RAPID, black=Player(ai_level=3)).moves("e4 e5").game())
    lab.add(Script("over0000", control=RAPID).moves("e4").resign(chess.WHITE).game())
    lab.add(Script("turn0001", control=BLITZ, black=Player()).moves("e4 e5").game())
    await lab.clock.advance(10_000)
    answer = await lab.json("/api/account/playing", **AMSEL)
    assert [game["gameId"] for game in answer["nowPlaying"]] == ["turn0001", "turn0000", "waiting0"]
    assert [game["isMyTurn"] for game in answer["nowPlaying"]] == [True, True, False]
    assert answer["nbMyTurn"] == 2
    opponents = [game["opponent"] for game in answer["nowPlaying"]]
    assert opponents[:2] == [
        {"id": None, "username": "Anonymous"},
        {"id": None, "username": "Stockfish level 3", "ai": 3},
    ]
    assert len((await lab.json("/api/account/playing?nb=1", **AMSEL))["nowPlaying"]) == 1
    assert (await lab.get("/api/account/playing"))[0] == 401


async def test_whose_token_it_is(lab: Lab) -> None:
    lab.world.add_user(Player("Amsel", title="FM"))
    assert await lab.json("/api/account", **READER) == {
        "id": "amsel",
        "username": "Amsel",
        "title": "FM",
        "url": "https://lichess.org/@/Amsel",
    }
    assert (await lab.json("/api/account", **BIRKE))["username"] == "birke"
    assert await lab.get("/api/account") == (401, '{"error":"Missing authorization header"}')
    assert (await lab.get("/api/account", Authorization="Bearer lip_wrong"))[0] == 401
