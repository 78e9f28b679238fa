"""Finding the games of a team's tournaments."""

import pytest
from structlog.testing import capture_logs

from bot.lichess.errors import NotFoundError
from bot.sources.team import LOOK_MS, TeamSource
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
