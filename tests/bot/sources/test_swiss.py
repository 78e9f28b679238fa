"""Finding the games of a Swiss tournament."""

import pytest

from bot.lichess.errors import NotFoundError
from bot.sources.swiss import SwissSource
from tests.bot.sources.hearing import heard_from, recorded, turn_until

SWISS = "/api/swiss/club2026"
STATUS = "/api/users/status"
ANSWERS = {
    SWISS: ["created.json", "round.json", "between.json", "round.json", "finished.json"],
    f"{SWISS}/results": ["results.ndjson"],
    f"{SWISS}/games": ["games.ndjson"],
    STATUS: ["status.json"],
    "/api/games/export/_ids": ["records.ndjson"],
}


async def test_a_recorded_tournament() -> None:
    async with (
        recorded("swiss", ANSWERS) as server,
        heard_from(SwissSource("club2026", server.client, server.clock)) as (hearing, task),
    ):
        await server.clock.advance(59_000)
        assert server.asked == [SWISS]  # the start may be moved, so it is looked at every minute
        await server.clock.advance(2_000)
        assert hearing.found_ids == ["Swiss001", "Swiss002"]
        await server.clock.advance(20_000)
        assert (server.count(SWISS), server.count(STATUS)) == (3, 1)  # nobody is asked between rounds
        await turn_until(server.clock, task.done)
        task.result()
        assert server.count(STATUS) == 2
        assert hearing.found_ids == ["Swiss001", "Swiss002", "Swiss003"]
        assert hearing.origins == {"swiss club2026"}


async def test_a_tournament_that_does_not_exist() -> None:
    async with (
        recorded("swiss", {}) as server,
        heard_from(SwissSource("club2026", server.client, server.clock)) as (_, task),
    ):
        await server.clock.advance(1000)
        with pytest.raises(NotFoundError, match="swiss club2026 does not exist there"):
            task.result()
