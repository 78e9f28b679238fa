"""Arenas over HTTP."""

import chess
import pytest

from bot.lichess.simulator import Script, Switches
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.events import (
    AMSEL,
    ARENA,
    BIRKE,
    BLITZ,
    LONG,
    SWISS,
    faults,
    lines_of,
    minute,
    open_game,
    play_arena,
    won,
)
from tests.bot.lichess.simulator.lab import Lab, nothing_comes, read_lines

START = "2023-11-14T22:14:20Z"


async def test_an_arena_before_it_begins(lab: Lab, description: Description) -> None:
    lab.world.add_tournament(ARENA)
    told = await lab.json("/api/tournament/arena000")
    assert faults(description, told, "/api/tournament/{id}") == []
    assert (told["nbPlayers"], told["duels"], told["secondsToStart"], told["startsAt"]) == (1, [], 60, START)
    assert told.keys().isdisjoint({"isStarted", "isFinished", "featured", "podium", "stats"})
    lists = await lab.json("/api/tournament")
    assert faults(description, lists, "/api/tournament") == []
    assert [len(lists[status]) for status in ("created", "started", "finished")] == [1, 0, 0]
    assert lists["created"][0]["secondsToStart"] == 60


async def test_an_arena_under_way(lab: Lab, description: Description) -> None:
    play_arena(lab)
    await lab.clock.advance(3 * 60_000 + 9_500)
    told = await lab.json("/api/tournament/arena000")
    # The description has no isStarted, the server has.
    assert faults(description, told, "/api/tournament/{id}") == ["$: isStarted is not described"]
    assert (told["isStarted"], told["nbPlayers"], told["secondsToFinish"]) == (True, 4, 27 * 60 + 50)
    assert told["duels"] == [
        {"id": "game0003", "p": [{"n": "Amsel", "r": 1700, "k": 1}, {"n": "Dohle", "r": 1500, "k": 4}]},
        {"id": "game0002", "p": [{"n": "Birke", "r": 1650, "k": 2}, {"n": "Cedern", "r": 1600, "k": 3}]},
    ]
    assert told["standing"]["players"][0] == {
        "name": "Amsel",
        "title": "FM",
        "rank": 1,
        "rating": 1700,
        "score": 2,
        "sheet": {"scores": "2"},
    }
    assert told["featured"] == {
        "id": "game0003",
        "fen": "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "orientation": "white",
        "color": "white",
        "lastMove": "b8c6",
        "white": {"name": "Amsel", "id": "amsel", "rank": 1, "rating": 1700},
        "black": {"name": "Dohle", "id": "dohle", "rank": 4, "rating": 1500},
        "c": {"white": 180, "black": 180},
    }
    assert (await lab.json("/api/tournament/arena000?page=2"))["standing"] == {"page": 2, "players": []}


async def test_only_six_duels_are_named(lab: Lab) -> None:
    for number in range(8):
        lab.world.add(open_game(f"game000{number}", AMSEL, BIRKE, minute(1), arena=ARENA))
    await lab.clock.advance(61_000)
    assert len((await lab.json("/api/tournament/arena000"))["duels"]) == 6


async def test_an_arena_that_is_over(lab: Lab, description: Description) -> None:
    play_arena(lab)
    await lab.clock.advance(31 * 60_000)
    told = await lab.json("/api/tournament/arena000")
    assert faults(description, told, "/api/tournament/{id}") == []
    assert (told["isFinished"], told["isRecentlyFinished"], told["pairingsClosed"]) == (True, True, True)
    assert told["podium"][0]["nb"] == {"game": 1, "berserk": 0, "win": 1}
    assert told["podium"][0]["performance"] == 2150
    assert told["stats"] == {
        "games": 1,
        "moves": 14,
        "whiteWins": 1,
        "blackWins": 0,
        "draws": 0,
        "berserks": 0,
        "averageRating": 1612,
    }
    lists = await lab.json("/api/tournament")
    assert faults(description, lists, "/api/tournament") == []
    assert lists["finished"][0]["winner"] == {"name": "Amsel", "title": "FM", "id": "amsel"}


async def test_arena_results(lab: Lab, description: Description) -> None:
    play_arena(lab)
    await lab.clock.advance(3 * 60_000)
    path = "/api/tournament/arena000/results"
    results = await lines_of(lab, f"{path}?sheet=True")
    for line in results:
        assert faults(description, line, "/api/tournament/{id}/results", "application/x-ndjson") == []
    assert [(line["rank"], line["username"], line["score"]) for line in results] == [
        (1, "Amsel", 2),
        (2, "Birke", 0),
        (3, "Cedern", 0),
        (4, "Dohle", 0),
    ]
    assert results[0]["sheet"] == {"scores": "2"}
    assert [line["username"] for line in await lines_of(lab, f"{path}?nb=1")] == ["Amsel"]
    assert "sheet" not in (await lines_of(lab, path))[0]


async def test_arena_games_come_twenty_a_second(lab: Lab, description: Description) -> None:
    play_arena(lab)
    await lab.clock.advance(3 * 60_000)
    path = f"{lab.url}/api/tournament/arena000/games"
    async with lab.session.get(path, headers={"Accept": "application/x-ndjson"}) as answer:
        games = await read_lines(answer, 1)
        await lab.clock.advance(49)
        assert await nothing_comes(answer)
        await lab.clock.advance(51)
        games += await read_lines(answer, 2)
        assert await answer.read() == b""
    assert [game["id"] for game in games] == ["game0003", "game0002", "game0001"]
    for game in games:
        assert description.faults(game, description.schema("GameJson")) == []
        assert game["arenaTour"] == {"id": "arena000", "name": "Evening Arena"}
        assert "clocks" not in game


async def test_arena_games_of_a_player_in_pgn(lab: Lab) -> None:
    play_arena(lab)
    await lab.clock.advance(3 * 60_000)
    status, text = await lab.get("/api/tournament/arena000/games?player=Cedern&moves=false")
    assert status == 200
    assert text.startswith('[Event "rated blitz tournament https://lichess.org/tournament/arena000"]\n')
    assert text.count("[Event ") == 1
    assert text.endswith("\n\n\n")


@pytest.mark.parametrize("switches", [Switches(tour_keys="tournament")])
async def test_tournaments_as_ids(lab: Lab) -> None:
    lab.world.add(won("game0001", AMSEL, BIRKE, minute(0), arena=ARENA))
    lab.world.add(won("game0002", AMSEL, BIRKE, minute(0), swiss=SWISS))
    assert (await lab.json("/game/export/game0001"))["tournament"] == "arena000"
    assert (await lab.json("/game/export/game0002"))["swiss"] == "swiss000"


async def test_the_move_stream_names_the_tournament(lab: Lab) -> None:
    lab.world.add(won("game0001", AMSEL, BIRKE, minute(0), arena=ARENA))
    lab.world.add(won("game0002", AMSEL, BIRKE, minute(0), swiss=SWISS))
    assert (await read_lines(await lab.open("game0001"), 1))[0]["tournamentId"] == "arena000"
    assert (await read_lines(await lab.open("game0002"), 1))[0]["swissId"] == "swiss000"


async def test_the_featured_game_names_a_berserker(lab: Lab) -> None:
    script = Script("game0001", control=BLITZ, white=AMSEL, black=BIRKE, created_ms=minute(1), arena=ARENA)
    lab.world.add(script.berserk(chess.WHITE).moves(LONG).game())
    await lab.clock.advance(70_000)
    assert (await lab.json("/api/tournament/arena000"))["featured"]["white"]["berserk"] is True
