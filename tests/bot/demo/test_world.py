"""The demo's server."""

from random import Random

import aiohttp
import pytest

from bot.demo.games import load_games
from bot.demo.world import KEPT_GAMES, MAX_TABLES, PAUSE_MS, Tables, demo_lichess
from bot.lichess.simulator import ManualClock, World


async def test_at_the_start_games_are_under_way_for_every_player() -> None:
    async with demo_lichess(clock=ManualClock(), seed=7) as demo, aiohttp.ClientSession() as session:
        games = demo.world.running()
        assert len(games) == MAX_TABLES
        now_ms = demo.world.clock.now_ms()
        assert sum(game.state_at(now_ms).plies > 20 for game in games) >= 5
        path = f"{demo.base_url}/api/users/status?withGameIds=true&ids={','.join(demo.user_ids)}"
        async with session.get(path) as answer:
            playing = {user["id"]: user["playingId"] for user in await answer.json()}
        assert playing == {player.id: game.id for game in games for player in (game.white, game.black)}
        assert len(playing) == 16


async def test_a_game_that_ended_begins_anew_under_another_id() -> None:
    clock = ManualClock()
    short = next(demo for demo in load_games() if demo.name == "short_draw")
    async with demo_lichess(clock=clock, games=[short], seed=7) as demo:
        (first,) = demo.world.running()
        await clock.advance(short.game.length_ms)
        assert demo.world.running() == []
        await clock.advance(PAUSE_MS)
        (second,) = demo.world.running()
        assert (len(second.id), second.id != first.id, second.white) == (8, True, first.white)
        assert second.created_ms == clock.now_ms()
        assert demo.world.get(first.id) == first
        await clock.advance((KEPT_GAMES - 1) * (short.game.length_ms + PAUSE_MS))
        assert demo.world.get(first.id) is None
        assert demo.world.get(second.id) is not None


async def test_the_same_seed_gives_the_same_ids() -> None:
    ids = []
    for seed in (1, 1, 2):
        world = World(ManualClock())
        Tables(world, load_games(), Random(seed))
        ids.append([game.id for game in world.running()])
    assert ids[0] == ids[1] != ids[2]


def test_more_games_than_can_be_followed_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 8 games"):
        Tables(World(ManualClock()), load_games() * 2, Random(1))


async def test_real_time() -> None:
    async with demo_lichess(speed=50) as demo:
        assert len(demo.world.running()) == MAX_TABLES
