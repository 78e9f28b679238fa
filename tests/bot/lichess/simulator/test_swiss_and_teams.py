"""Swiss tournaments and teams over HTTP."""

import aiohttp
import pytest

from bot.clock import ManualClock
from bot.lichess.simulator import Simulator, World, serve
from bot.lichess.simulator.tokens import Token
from bot.lichess.simulator.tournaments import Team
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.events import (
    AMSEL,
    WOODS,
    faults,
    lines_of,
    play_arena,
    play_swiss,
)
from tests.bot.lichess.simulator.lab import Lab, read_lines

START = "2023-11-14T22:14:20Z"


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
