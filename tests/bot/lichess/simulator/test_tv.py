"""Lichess TV: its channels, their feeds, and the best games under way."""

import json
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

from bot.lichess.simulator import Event, Game, Kind, Player, Script, Switches, TimeControl
from bot.lichess.simulator.views.tv import TvFeed
from bot.lichess.simulator.views.tv_channels import CHANNELS
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.events import AMSEL, BIRKE
from tests.bot.lichess.simulator.lab import Lab, nothing_comes, read_lines

BLITZ = TimeControl(180, 2)


def game_of(game_id: str, rating: int, moves: str = "e4 e5 Nf3 Nc6", **fields: Any) -> Game:
    players = {"white": Player("Amsel", rating - 50), "black": Player("Birke", rating)}
    fields = {"control": BLITZ, **players, **fields}
    return Script(game_id, **fields).moves(moves).game()


async def test_the_feed_tells_its_game_from_the_middle_on_and_then_the_next(lab: Lab) -> None:
    players: dict[str, Any] = {"white": Player("Cedern", 2800, title="GM"), "black": Player("Dohle", 2700)}
    lab.add(Script("strong00", control=BLITZ, **players).moves("e4 e5 Nf3").takeback().resign(chess.WHITE).game())
    lab.add(Script("weak0000", control=BLITZ, pace_ms=4500).moves("d4 d5").game())
    await lab.clock.advance(1000)
    feed = await lab.stream("/api/tv/feed")
    (featured,) = await read_lines(feed, 1)
    assert featured == {
        "t": "featured",
        "d": {
            "id": "strong00",
            "orientation": "white",
            "players": [
                {
                    "color": "white",
                    "user": {"name": "Cedern", "title": "GM", "id": "cedern"},
                    "rating": 2800,
                    "seconds": 180,
                },
                {"color": "black", "user": {"name": "Dohle", "id": "dohle"}, "rating": 2700, "seconds": 180},
            ],
            "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        },
    }
    await lab.clock.advance(2000)
    moves = await read_lines(feed, 2)
    assert [(move["t"], move["d"]["lm"]) for move in moves] == [("fen", "e7e5"), ("fen", "g1f3")]
    await lab.clock.advance(2000)
    (featured,) = await read_lines(feed, 1)
    assert (featured["t"], featured["d"]["id"]) == ("featured", "weak0000")
    await lab.clock.advance(4500)
    assert (await read_lines(feed, 1))[0]["d"]["lm"] == "d7d5"


def real(shared: Path, name: str) -> list[bytes]:
    return (shared / "lichess/captures" / name).read_bytes().splitlines()


def test_a_real_feed_byte_by_byte(shared: Path) -> None:
    raw = real(shared, "tv-feed-2026-07-15-BQ7M0K1i.ndjson")
    shown = json.loads(raw[0])["d"]
    white, black = (
        Player(told["user"]["name"], told["rating"], title=told["user"].get("title")) for told in shown["players"]
    )
    played = [
        Event(0, Kind.MORE_TIME, chess.WHITE, amount=-4000),
        Event(1, Kind.MOVE, uci=json.loads(raw[1])["d"]["lm"], clock_ms=51_000),
    ]
    game = Game(shown["id"], white, black, TimeControl(60, 0), tuple(played), initial_fen=shown["fen"])
    feed = TvFeed(game, Switches())
    assert [line.data for line in feed.open(game.states[1]) + feed.feed(game.states[2])] == raw


def test_the_moves_of_a_real_feed(shared: Path) -> None:
    first, *raw = real(shared, "tv-feed-2026-10-02-0DwSvFei.partial.ndjson")
    told = [json.loads(line)["d"] for line in raw]
    played = [Event(0, Kind.MORE_TIME, chess.BLACK, amount=-26_000)]
    for at_ms, line in enumerate(told):
        clock_s = line["wc" if line["fen"].split()[1] == "b" else "bc"]
        played.append(Event(at_ms, Kind.MOVE, uci=line["lm"], clock_ms=clock_s * 1000))
    fen = json.loads(first)["d"]["fen"]
    game = Game("0DwSvFei", AMSEL, BIRKE, TimeControl(180, 0), tuple(played), initial_fen=fen)
    feed = TvFeed(game, Switches())
    assert json.loads(feed.open(game.states[1])[0].data)["d"]["fen"] == fen
    assert [line.data for state in game.states[2:] for line in feed.feed(state)] == raw


async def test_a_stronger_game_takes_the_place_of_a_running_one(lab: Lab) -> None:
    lab.add(game_of("first000", 2000))
    feed = await lab.stream("/api/tv/feed")
    assert (await read_lines(feed, 1))[0]["d"]["id"] == "first000"
    lab.add(game_of("equal000", 2000))
    lab.add(game_of("variant0", 2900, variant="atomic"))
    await lab.clock.advance(1000)
    assert (await read_lines(feed, 1))[0]["d"]["lm"] == "e2e4"
    lab.world.add(game_of("better00", 2001).anew("better00", lab.clock.now_ms() + 500))
    await lab.clock.advance(500)
    assert (await read_lines(feed, 1))[0]["d"]["id"] == "better00"
    lab.world.remove("better00")
    assert (await read_lines(feed, 1))[0]["d"]["id"] == "first000"


async def test_the_feed_waits_for_a_game_without_keepalive(lab: Lab) -> None:
    feed = await lab.stream("/api/tv/blitz/feed")
    await lab.clock.advance(500_000)
    assert await nothing_comes(feed)
    lab.add(game_of("first000", 2000))
    assert (await read_lines(feed, 1))[0]["d"]["id"] == "first000"


@pytest.mark.parametrize("switches", [Switches(tv_end=True)])
async def test_the_end_may_be_told(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).moves("f3 e5 g4 Qh4").game())
    lab.add(game_of("other000", 1200))
    feed = await lab.stream("/api/tv/feed")
    await lab.clock.advance(4000)
    told = await read_lines(feed, 7)
    assert [line["t"] for line in told] == ["featured", "fen", "fen", "fen", "fen", "end", "featured"]
    assert told[5]["d"] == {"status": "mate", "winner": "black"}


GAMES = {
    "best": game_of("blitz000", 2200),
    "bot": game_of("bot00000", 2500, white=Player("Elster", 3000, title="BOT")),
    "computer": game_of("engine00", 2600, white=Player(ai_level=8)),
    "ultraBullet": game_of("ultra000", 1500, control=TimeControl(15, 0)),
    "bullet": game_of("bullet00", 1500, control=TimeControl(60, 0)),
    "blitz": game_of("blitz000", 2200),
    "rapid": game_of("rapid000", 1500, control=TimeControl(600, 0)),
    "classical": game_of("classic0", 1500, control=TimeControl(1800, 0)),
    "chess960": game_of("960game0", 2400, variant="chess960"),
    "crazyhouse": game_of("zh000000", 2400, variant="crazyhouse"),
    "antichess": game_of("anti0000", 2400, "e3 b6", variant="antichess"),
    "atomic": game_of("atom0000", 2400, "e3 b6", variant="atomic"),
    "horde": game_of("horde000", 2400, "a5 e5", variant="horde"),
    "kingOfTheHill": game_of("koth0000", 2400, variant="kingOfTheHill"),
    "racingKings": game_of("racing00", 2400, "Kh3 Ka3", variant="racingKings"),
    "threeCheck": game_of("three000", 2400, variant="threeCheck"),
}


async def test_channels(lab: Lab, description: Description) -> None:
    for game in GAMES.values():
        lab.add(game)
    lab.add(game_of("weaker00", 2000))
    told = await lab.json("/api/tv/channels")
    answer = description.root["paths"]["/api/tv/channels"]["get"]["responses"]["200"]
    assert description.faults(told, answer["content"]["application/json"]["schema"]) == []
    assert {channel: entry["gameId"] for channel, entry in told.items()} == {
        channel: game.id for channel, game in GAMES.items()
    }
    birke = {"name": "Birke", "id": "birke"}
    assert told["best"] == {"user": birke, "rating": 2200, "gameId": "blitz000", "color": "black"}
    assert told.keys() == CHANNELS.keys()


async def test_a_channel_without_a_game_is_left_out(lab: Lab) -> None:
    lab.add(game_of("bullet00", 1500, control=TimeControl(60, 0)))
    assert (await lab.json("/api/tv/channels")).keys() == {"best", "bullet"}


@pytest.mark.parametrize("path", ["/api/tv/chess/feed", "/api/tv/chess", "/api/tv/Best/feed"])
async def test_an_unknown_channel(lab: Lab, path: str) -> None:
    assert await lab.get(path, Accept="application/json") == (404, '{"error":"Not found"}')


async def test_the_best_games_of_a_channel_are_not_delayed(lab: Lab, description: Description) -> None:
    for number in range(4):
        lab.add(game_of(f"game000{number}", 2000 + number, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"))
    await lab.clock.advance(7000)
    path = "/api/tv/blitz?nb=3&clocks=true"
    async with lab.session.get(lab.url + path, headers={"Accept": "application/x-ndjson"}) as answer:
        assert answer.content_type == "application/x-ndjson"
        games = await read_lines(answer, 3)
        assert await answer.read() == b""
    assert [game["id"] for game in games] == ["game0003", "game0002", "game0001"]
    for game in games:
        assert description.faults(game, description.schema("GameJson")) == []
        assert game["status"] == "started"
        assert game["moves"] == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4"
        assert game["clocks"] == [18000, 18000, 18100, 18100, 18200, 18200, 18300]
    status, text = await lab.get("/api/tv/best?nb=2")
    assert status == 200
    assert [part.splitlines()[1] for part in text.split("\n\n\n")[:-1]] == [
        '[Site "https://lichess.org/game0003"]',
        '[Site "https://lichess.org/game0002"]',
    ]
    assert text.endswith("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n\n\n")
    assert (await lab.get("/api/tv/best?nb=nonsense"))[1].count("[Site ") == 4
