"""TV does not tell that a game is over: when no moves are shown for a while, the record is asked for."""

import asyncio
from random import Random

import chess

from bot.lichess.limits import TV_QUIET_MS
from bot.lichess.simulator import Script, TimeControl
from bot.sources.tv import TvSource
from tests.bot.following import Told, following
from tests.bot.live import Live

BLITZ = TimeControl(180, 2)
LINE = "e4 e5 Nf3 Nc6 Bb5 a6"


def watch_tv(live: Live, told: Told) -> None:
    source = TvSource("best", live.client, live.clock, random=Random(1))
    live.tasks.append(asyncio.create_task(source.run(told.follower)))


async def test_the_last_game_of_a_channel_is_settled_soon_after_its_end(live: Live) -> None:
    game = live.add(Script("OnShow01", control=BLITZ, pace_ms=4_000).moves(LINE).resign(chess.WHITE).game())
    async with following(live) as told:
        watch_tv(live, told)
        await live.play(game)
        assert told.game(game.id).transport == "tv"
        await told.until(game.id, "settled")
        assert live.clock.now_ms() - game.created_ms - game.length_ms <= TV_QUIET_MS + 10_000


async def test_a_long_thought_costs_a_request_now_and_then(live: Live) -> None:
    game = live.add(
        Script("OnShow01", control=TimeControl(1800, 0), pace_ms=4_000).moves(LINE).wait(400_000).moves("Ba4").game()
    )
    async with following(live) as told:
        watch_tv(live, told)
        await live.play(game)
        asked = [request for request in live.simulator.requests if request.kind == "export_ids"]
        assert told.game(game.id).game.ply == 7
        assert told.states[game.id][-1] == "live"
    assert 2 <= len(asked) <= 400_000 / TV_QUIET_MS + 2
