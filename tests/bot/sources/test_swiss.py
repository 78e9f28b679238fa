"""Finding the games of a Swiss tournament."""

import chess
import pytest

from bot.lichess.errors import NotFoundError
from bot.lichess.simulator import Player, Script, TimeControl
from bot.lichess.simulator.tournaments import Swiss
from bot.sources.swiss import SwissSource
from tests.bot.live import Live
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


async def test_a_whole_tournament(live: Live) -> None:
    """Three rounds of six games; those of a round begin together, and the shortest lasts fifteen seconds."""
    rapid = TimeControl(600, 5)
    everybody = tuple(Player(f"Player{number:02}", 1500 + number) for number in range(12))
    start_ms = live.clock.now_ms() + 100_000
    tournament = Swiss("club2026", "Club", rapid, start_ms, players=everybody, rounds=3)
    live.world.add_tournament(tournament)
    begun: dict[str, int] = {}
    for number in range(18):
        round_number, board = divmod(number, 6)
        white, black = everybody[board], everybody[6 + (board + round_number) % 6]
        script = Script(f"Swiss{number:03}", control=rapid, white=white, black=black, swiss=tournament, source="swiss")
        game = script.moves("e4 e5").wait(12_000 + 20_000 * board).resign(chess.BLACK).game()
        begun[game.id] = start_ms + 200_000 * round_number
        live.world.add(game.anew(game.id, begun[game.id]))
    async with heard_from(SwissSource("club2026", live.client, live.clock)) as (hearing, task):
        for game_id, begins_ms in begun.items():
            await live.turn(max(0, begins_ms + 10_000 - live.clock.now_ms()))
            assert game_id in hearing.found_ids
        await live.turn_until(task.done, 5_000)
        task.result()
    assert sorted(hearing.found_ids) == sorted(begun)
    assert live.simulator.violations == []
