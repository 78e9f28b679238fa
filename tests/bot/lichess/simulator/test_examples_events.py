"""The answers about events against Lichess' published examples: every key of an example is there."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.lichess.simulator import ChapterScript, Switches
from tests.bot.lichess.simulator.boards import tour_of
from tests.bot.lichess.simulator.events import (
    AMSEL,
    BIRKE,
    SWISS,
    WOODS,
    lines_of,
    minute,
    open_game,
    play_arena,
)
from tests.bot.lichess.simulator.lab import Lab, read_lines


@pytest.fixture
def switches() -> Switches:
    return Switches(auth_broadcast="limited")


DECORATION = {"flair", "patron", "patronColor"}
"""Nothing that a program goes by."""


def keys(value: Any, where: str = "") -> set[str]:
    """The ways to all keys of a JSON value; the items of a list count as one."""
    if isinstance(value, dict):
        below = set().union(*(keys(item, f"{where}.{key}") for key, item in value.items() if key not in DECORATION))
        return below | {f"{where}.{key}" for key in value if key not in DECORATION}
    if isinstance(value, list):
        return set().union(*(keys(item, f"{where}[]") for item in value))
    return set()


def example(shared: Path, name: str) -> set[str]:
    return keys(json.loads((shared / "lichess/examples" / name).read_text()))


async def test_an_arena(lab: Lab, shared: Path) -> None:
    play_arena(lab)
    await lab.clock.advance(40 * 60_000)
    missing = example(shared, "arenas-getArenaById.json") - keys(await lab.json("/api/tournament/arena000"))
    special = {".spotlight", ".spotlight.headline", ".description", ".onlyTitled", ".schedule", ".schedule.freq"}
    special |= {".schedule.speed", ".verdicts.list[].condition", ".verdicts.list[].verdict"}
    # Nobody has won three games in a row here.
    assert missing == special | {".standing.players[].sheet.fire"}
    (first, *_) = await lines_of(lab, "/api/tournament/arena000/results?sheet=true")
    assert example(shared, "arenas-getResultsOfArena.json") <= keys(first)


async def test_a_swiss_tournament(lab: Lab, shared: Path) -> None:
    lab.world.add_tournament(SWISS)
    lab.world.add_team(WOODS)
    (line,) = await lines_of(lab, "/api/team/woods/swiss")
    missing = example(shared, "teams-getTeamSwissTournaments.json") - keys(line)
    assert missing == {".verdicts.list[].condition", ".verdicts.list[].verdict"}
    lab.world.add(open_game("game0001", AMSEL, BIRKE, minute(0), swiss=SWISS))
    (first, *_) = await lines_of(lab, "/api/swiss/swiss000/results")
    assert example(shared, "inline-api-swiss-id-results-get-200.json") <= keys(first)


async def test_tv(lab: Lab, shared: Path) -> None:
    lab.world.add(open_game("game0001", AMSEL, BIRKE, minute(0)))
    told = await lab.json("/api/tv/channels")
    ways = example(shared, "tv-getCurrentTvGames.json")
    assert {way for way in ways if way.startswith((".best", ".blitz"))} <= keys(told)
    feed = await lab.stream("/api/tv/feed")
    await lab.clock.advance(1000)
    featured, moved = await read_lines(feed, 2)
    assert example(shared, "tv-streamCurrentTvGame-newGame.json") <= keys(featured)
    assert example(shared, "tv-streamCurrentTvGame-move.json") <= keys(moved)
    listed = example(shared, "tv-getBestOngoingGamesOfTvChannel.json")
    (game,) = await lines_of(lab, "/api/tv/blitz?clocks=true&opening=true&pgnInJson=true")
    # The game has no known opening.
    assert listed - keys(game) == {".opening", ".opening.eco", ".opening.name", ".opening.ply"}


async def test_a_team_is_told_as_in_the_description(lab: Lab, description: Any) -> None:
    lab.world.add_team(WOODS)
    content = description.root["paths"]["/api/team/{teamId}"]["get"]["responses"]["200"]["content"]
    given = content["application/json"]["examples"]["default"]["value"]
    assert keys(given) <= keys(await lab.json("/api/team/woods"))
    lines = description.root["paths"]["/api/team/{teamId}/users"]["get"]["responses"]["200"]["content"]
    for line in await lines_of(lab, "/api/team/woods/users"):
        assert description.faults(line, lines["application/x-ndjson"]["schema"]) == []


async def test_a_broadcast(lab: Lab, shared: Path) -> None:
    tags = {"WhiteFideId": "1", "BlackFideId": "2"}
    lab.world.add_broadcast(tour_of(ChapterScript(tags=tags).moves("e4").chapter()))
    await lab.clock.advance(1000)
    told = await lab.json("/api/broadcast/tour0000")
    assert example(shared, "broadcasts-getBroadcastTournament.json") <= keys(told)
    told = await lab.json("/api/broadcast/-/-/round000")
    missing = example(shared, "broadcasts-getBroadcastRound.json") - keys(told)
    assert missing == {".tour.communityOwner", ".tour.communityOwner.id", ".tour.communityOwner.name"}
