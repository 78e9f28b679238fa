"""Finding the games of an arena."""

import pytest
from structlog.testing import capture_logs

from bot.lichess.errors import NotFoundError
from bot.sources.arena import ArenaSource
from tests.bot.sources.hearing import heard_from, recorded, turn_until

ARENA = "/api/tournament/winter01"
EXPORT = "/api/games/export/_ids"
ANSWERS = {
    ARENA: ["created.json", "started.json", "started.json", "finished.json"],
    f"{ARENA}/results": ["results.ndjson"],
    f"{ARENA}/games": ["games.ndjson"],
    "/api/users/status": ["status.json"],
    EXPORT: ["records.ndjson"],
}


async def test_a_recorded_arena() -> None:
    async with (
        recorded("arena", ANSWERS) as server,
        heard_from(ArenaSource("winter01", server.client, server.clock)) as (hearing, task),
    ):
        await server.clock.advance(50_000)
        assert server.asked == [ARENA]  # not yet begun
        await server.clock.advance(12_000)
        assert hearing.found_ids == ["Arena001", "Arena002"]
        # What a player plays outside is asked about once, and what is no game id not at all.
        assert server.count(EXPORT) == 1
        assert server.bodies[server.asked.index(EXPORT)] == "Arena002,Private1"
        await turn_until(server.clock, task.done)
        task.result()
        assert hearing.found_ids == ["Arena001", "Arena002", "Arena003"]
        assert (server.count(f"{ARENA}/games"), server.count(f"{ARENA}/results")) == (1, 1)
        assert hearing.origins == {"arena winter01"}


async def test_an_arena_that_is_over_tells_its_games_and_ends() -> None:
    async with (
        recorded("arena", ANSWERS | {ARENA: ["finished.json"]}) as server,
        heard_from(ArenaSource("winter01", server.client, server.clock)) as (hearing, task),
    ):
        await server.clock.advance(1000)
        task.result()
        assert sorted(hearing.found_ids) == ["Arena001", "Arena002", "Arena003"]


async def test_a_list_that_is_not_there_is_asked_for_again() -> None:
    """The last line of the records is cut short, as when a connection breaks."""
    async with recorded("arena", ANSWERS | {ARENA: ["finished.json"]}) as server:
        whole = server.answers[f"{ARENA}/games"][0]
        server.answers[f"{ARENA}/games"] = [whole[:-20], whole]
        with capture_logs() as logs:
            async with heard_from(ArenaSource("winter01", server.client, server.clock)) as (hearing, task):
                await turn_until(server.clock, task.done)
                task.result()
        assert sorted(hearing.found_ids) == ["Arena001", "Arena002", "Arena003"]
        assert [entry["reason"] for entry in logs] == [
            "arena winter01: its games: the answer ended in the middle of a line"
        ]


@pytest.mark.parametrize("path", [ARENA, f"{ARENA}/results", "/api/users/status", EXPORT])
@pytest.mark.parametrize("body", [b"<html>maintenance</html>", b"", b"[1]", b"null", b'{"id":5}\n'])
async def test_answers_that_are_not_the_right_ones_are_survived(path: str, body: bytes) -> None:
    async with recorded("arena", ANSWERS | {ARENA: ["started.json", "finished.json"]}) as server:
        server.answers[path].insert(0, body)
        async with heard_from(ArenaSource("winter01", server.client, server.clock)) as (hearing, task):
            await turn_until(server.clock, task.done)
            task.result()
            assert sorted(hearing.found_ids) == ["Arena001", "Arena002", "Arena003"]


async def test_an_arena_that_does_not_exist() -> None:
    async with recorded("arena", {}) as server:
        async with heard_from(ArenaSource("../x", server.client, server.clock)) as (_, task):
            await server.clock.advance(1000)
            with pytest.raises(NotFoundError, match="does not exist there"):
                task.result()
        assert server.asked == ["/api/tournament/../x"]
