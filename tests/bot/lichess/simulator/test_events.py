"""Arenas, Swiss tournaments and teams over HTTP."""

import json
from typing import Any

import aiohttp
import chess
import pytest

from bot.clock import ManualClock
from bot.lichess.simulator import Script, Simulator, Switches, World, serve
from bot.lichess.simulator.tokens import Token
from bot.lichess.simulator.tournaments import Team
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.events import (
    AMSEL,
    ARENA,
    BIRKE,
    BLITZ,
    CEDERN,
    DOHLE,
    LONG,
    SWISS,
    WOODS,
    drawn,
    minute,
    open_game,
    won,
)
from tests.bot.lichess.simulator.lab import Lab, nothing_comes, read_lines

START = "2023-11-14T22:14:20Z"


def faults(description: Description, told: Any, path: str, kind: str = "application/json") -> list[str]:
    content = description.root["paths"][path]["get"]["responses"]["200"]["content"]
    return description.faults(told, content[kind]["schema"])


async def lines_of(lab: Lab, path: str) -> list[Any]:
    status, text = await lab.get(path, Accept="application/x-ndjson")
    assert status == 200
    return [json.loads(line) for line in text.splitlines()]


def play_arena(lab: Lab) -> None:
    lab.world.add_team(WOODS)
    for game in (
        won("game0001", AMSEL, BIRKE, minute(1), arena=ARENA),
        open_game("game0002", BIRKE, CEDERN, minute(2), arena=ARENA),
        open_game("game0003", AMSEL, DOHLE, minute(3), arena=ARENA, pace_ms=2000),
        open_game("other000", AMSEL, DOHLE, minute(1)),
    ):
        lab.world.add(game)


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


def play_swiss(lab: Lab) -> None:
    lab.world.add_team(WOODS)
    for game in (
        won("game0001", AMSEL, BIRKE, minute(1), swiss=SWISS),
        drawn("game0002", CEDERN, DOHLE, minute(1), swiss=SWISS),
        won("game0003", AMSEL, CEDERN, minute(3), swiss=SWISS),
        won("game0004", BIRKE, DOHLE, minute(3), swiss=SWISS),
    ):
        lab.world.add(game)


async def test_a_swiss_tournament(lab: Lab, description: Description) -> None:
    play_swiss(lab)
    told = []
    for seconds in (0, 65, 50, 70, 60):
        await lab.clock.advance(seconds * 1000)
        told.append(await lab.json("/api/swiss/swiss000"))
        assert faults(description, told[-1], "/api/swiss/{id}") == []
    assert [(swiss["status"], swiss["round"], swiss["nbOngoing"]) for swiss in told] == [
        ("created", 0, 0),
        ("started", 1, 2),
        ("started", 1, 0),
        ("started", 2, 2),
        ("finished", 2, 0),
    ]
    assert [swiss.get("nextRound") for swiss in told] == [
        {"at": START, "in": 60},
        None,
        {"at": "2023-11-14T22:16:20Z", "in": 65},
        None,
        None,
    ]
    assert told[-1]["stats"] == {
        "games": 4,
        "whiteWins": 3,
        "blackWins": 0,
        "draws": 1,
        "byes": 0,
        "absences": 0,
        "averageRating": 1612,
    }


async def test_swiss_results(lab: Lab, description: Description) -> None:
    play_swiss(lab)
    await lab.clock.advance(6 * 60_000)
    results = await lines_of(lab, "/api/swiss/swiss000/results")
    told = [(line["username"], line["points"], line["tieBreak"]) for line in results]
    assert told == [("Amsel", 2, 1.5), ("Birke", 1, 0.5), ("Cedern", 0.5, 0.25), ("Dohle", 0.5, 0.25)]
    for line in results:
        # Described as a whole number, but captures have halves.
        found = faults(description, line, "/api/swiss/{id}/results", "application/x-ndjson")
        assert [fault for fault in found if not fault.startswith("$.tieBreak")] == []
    assert [line["rank"] for line in await lines_of(lab, "/api/swiss/swiss000/results?nb=2")] == [1, 2]


async def test_swiss_games_in_the_order_of_time(lab: Lab, description: Description) -> None:
    play_swiss(lab)
    await lab.clock.advance(2 * 60_000)
    path = f"{lab.url}/api/swiss/swiss000/games?player=amsel"
    async with lab.session.get(path, headers={"Accept": "application/x-ndjson"}) as answer:
        (game,) = await read_lines(answer, 1)
        assert await answer.read() == b""
    assert (game["id"], game["swissTour"]) == ("game0001", {"id": "swiss000"})
    assert description.faults(game, description.schema("GameJson")) == []


async def test_a_team(lab: Lab, description: Description) -> None:
    lab.world.add_team(WOODS)
    told = await lab.json("/api/team/woods")
    assert faults(description, told, "/api/team/{teamId}") == []
    assert (told["nbMembers"], told["leader"]) == (2, {"name": "Amsel", "title": "FM", "id": "amsel"})
    members = await lines_of(lab, "/api/team/woods/users")
    assert members == [{"id": "birke", "name": "Birke"}, {"id": "amsel", "name": "Amsel", "title": "FM"}]


async def test_the_tournaments_of_a_team(lab: Lab, description: Description) -> None:
    play_arena(lab)
    play_swiss(lab)
    arenas = await lines_of(lab, "/api/team/woods/arena")
    assert faults(description, arenas[0], "/api/team/{teamId}/arena", "application/x-ndjson") == []
    assert [arena["id"] for arena in arenas] == ["arena000"]
    swisses = await lines_of(lab, "/api/team/woods/swiss")
    assert faults(description, swisses[0], "/api/team/{teamId}/swiss", "application/x-ndjson") == []
    assert [swiss["id"] for swiss in swisses] == ["swiss000"]
    for query, count in (("status=created", 1), ("status=started", 0), ("createdBy=Lichess", 1), ("name=morning", 0)):
        assert len(await lines_of(lab, f"/api/team/woods/arena?{query}")) == count
        assert len(await lines_of(lab, f"/api/team/woods/swiss?{query}")) == count
    lab.world.add_team(Team("meadow", "Meadow", "cedern"))
    assert await lines_of(lab, "/api/team/meadow/arena") == []


async def test_a_list_of_members_that_is_not_public() -> None:
    world = World(ManualClock())
    world.add_team(Team("woods", "Woods", "amsel", (AMSEL,), public=False))
    tokens: dict[str, str | Token] = {"mine": "amsel", "other": "birke", "weak": Token("amsel", frozenset())}
    async with serve(Simulator(world, tokens=tokens)) as url, aiohttp.ClientSession() as session:

        async def ask(**headers: str) -> tuple[int, str]:
            async with session.get(f"{url}/api/team/woods/users", headers=headers) as answer:
                return answer.status, await answer.text()

        assert await ask() == (401, '{"error":"Missing authorization header"}')
        assert await ask(Authorization="Bearer weak") == (403, '{"error":"Missing scope: team:read"}')
        assert await ask(Authorization="Bearer other") == (403, '{"error":"Forbidden"}')
        assert (await ask(Authorization="Bearer mine"))[0] == 200


@pytest.mark.parametrize(
    "path", ["tournament/{}", "tournament/{}/games", "swiss/{}/results", "team/{}", "team/{}/arena"]
)
async def test_what_does_not_exist(lab: Lab, path: str) -> None:
    assert await lab.get(f"/api/{path.format('nosuchid')}") == (404, '{"error":"Not found"}')


async def test_the_featured_game_names_a_berserker(lab: Lab) -> None:
    script = Script("game0001", control=BLITZ, white=AMSEL, black=BIRKE, created_ms=minute(1), arena=ARENA)
    lab.world.add(script.berserk(chess.WHITE).moves(LONG).game())
    await lab.clock.advance(70_000)
    assert (await lab.json("/api/tournament/arena000"))["featured"]["white"]["berserk"] is True
