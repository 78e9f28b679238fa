"""Finding the games of a team's tournaments."""

import chess
import pytest
from structlog.testing import capture_logs

from bot.lichess.errors import NotFoundError
from bot.lichess.pairings import Pairings
from bot.lichess.simulator import Player, Script, TimeControl
from bot.lichess.simulator.tournaments import Arena, Team
from bot.sources.team import LOOK_MS, TeamSource
from tests.bot.live import Live
from tests.bot.sources.hearing import STREAMS, heard_from, recorded

ARENAS = "/api/team/club/arena"
SWISSES = "/api/team/club/swiss"
ANSWERS = {ARENAS: ["arenas.ndjson"], SWISSES: ["swisses.ndjson"]}


async def test_a_recorded_team_follows_what_runs_or_will_soon() -> None:
    """The two that run are over at once here; the one that begins soon is not there; the rest is left alone."""
    async with recorded("team", ANSWERS) as server:
        for source, name, tournament in (("arena", "tournament", "winter01"), ("swiss", "swiss", "club2026")):
            files = {"": "finished.json", "/games": "games.ndjson"}
            for path, file in files.items():
                server.answers[f"/api/{name}/{tournament}{path}"] = [(STREAMS / source / file).read_bytes()]
        with capture_logs() as logs:
            async with heard_from(TeamSource("club", server.client, server.clock)) as (hearing, task):
                await server.clock.advance(1000)
                found = ["Arena001", "Arena002", "Arena003", "Swiss001", "Swiss002", "Swiss003"]
                assert sorted(hearing.found_ids) == found
                assert hearing.origins == {"arena winter01", "swiss club2026"}
                assert server.count("/api/tournament/verysoon") == 1
                assert not [path for path in server.asked if path.endswith(("nextweek", "pastone1", "lateone1"))]
                await server.clock.advance(LOOK_MS)
                assert (server.count(ARENAS), server.count(SWISSES)) == (2, 2)
                assert sorted(hearing.found_ids) == found  # followed once
                assert not task.done()
    assert [entry["reason"] for entry in logs] == ["arena verysoon does not exist there"]


async def test_lines_that_do_not_fit_are_passed_over() -> None:
    async with recorded("team", ANSWERS) as server:
        server.answers[ARENAS][0] = b'{"id":"verysoon","status":20}\n[]\n' + server.answers[ARENAS][0]
        async with heard_from(TeamSource("club", server.client, server.clock)):
            await server.clock.advance(1000)
        assert server.count("/api/tournament/winter01") == 1


async def test_a_team_that_does_not_exist() -> None:
    async with (
        recorded("team", {}) as server,
        heard_from(TeamSource("../club", server.client, server.clock)) as (_, task),
    ):
        await server.clock.advance(1000)
        with pytest.raises(NotFoundError, match=r"the arenas of the team \.\./club does not exist there"):
            task.result()


async def test_an_arena_that_a_team_creates_later_is_followed(live: Live) -> None:
    amsel, birke = Player("Amsel", 1700), Player("Birke", 1650)
    live.world.add_team(Team("club", "The Club", "amsel", (amsel, birke)))
    now_ms = live.clock.now_ms()
    blitz = TimeControl(180, 2)
    arena = Arena(
        "winter01",
        "Winter",
        blitz,
        now_ms + 500_000,
        created_ms=now_ms + 250_000,
        team="club",
        minutes=5,
        players=(amsel, birke),
    )
    live.world.add_tournament(arena)
    game = Script("Arena001", control=blitz, white=amsel, black=birke, arena=arena).moves("e4 e5").wait(60_000)
    live.world.add(game.resign(chess.WHITE).game().anew("Arena001", now_ms + 510_000))
    async with heard_from(TeamSource("club", live.client, live.clock)) as (hearing, task):
        await live.turn(505_000)
        assert hearing.found_ids == []
        await live.turn(20_000)
        assert hearing.found_ids == ["Arena001"]
        await live.turn(600_000)
        assert (hearing.found_ids, hearing.origins) == (["Arena001"], {"arena winter01"})
        assert not task.done()
    assert live.simulator.violations == []


async def test_after_an_error_of_the_program_a_tournament_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    troubles: list[Exception] = [ZeroDivisionError("a bug")]
    follow = Pairings.follow

    async def spoilt(pairings: Pairings) -> None:
        if troubles and pairings._tournament.id == "winter01":
            raise troubles.pop()
        await follow(pairings)

    monkeypatch.setattr(Pairings, "follow", spoilt)
    async with recorded("team", {ARENAS: ["arenas.ndjson"]}) as server:
        server.answers[SWISSES] = [b"\n"]
        for name in ("", "/games"):
            server.answers[f"/api/tournament/winter01{name}"] = [
                (STREAMS / "arena" / ("games.ndjson" if name else "finished.json")).read_bytes()
            ]
        with capture_logs() as logs:
            async with heard_from(TeamSource("club", server.client, server.clock)) as (hearing, task):
                await server.clock.advance(1000)
                assert (hearing.found_ids, troubles) == ([], [])
                await server.clock.advance(LOOK_MS)
                assert sorted(hearing.found_ids) == ["Arena001", "Arena002", "Arena003"]
                assert not task.done()
    told = "tournament not followed after an error of the program"
    assert [entry["source"] for entry in logs if entry["event"] == told] == ["arena winter01"]


async def test_a_team_that_is_followed_again_follows_its_tournaments_again() -> None:
    async with recorded("team", {ARENAS: ["arenas.ndjson"]}) as server:
        server.answers[SWISSES] = [b"\n"]
        source = TeamSource("club", server.client, server.clock)
        for times in (1, 2):
            async with heard_from(source):
                await server.clock.advance(1000)
                assert server.count("/api/tournament/winter01") == times
