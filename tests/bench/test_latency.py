"""From a line in the follower's socket to the frame at a WebSocket client in the same process."""

import statistics

import pytest

from bot.demo.games import load_games
from bot.lichess.simulator import Game
from tests.bot.live import Live, running
from tests.bot.shown import shown

SANITY_MS = 250.0
"""Only a broken program is slower than this in the median."""


def longest_game() -> Game:
    """The demo's game with the most plies."""
    return max((demo.game for demo in load_games()), key=lambda game: len(game.states[-1].positions))


async def latencies_ms(live: Live, others: int) -> list[float]:
    """How long each ply of a game took to a viewer, while other games stand in the lobby too."""
    game = live.add(longest_game().anew("longgame", 0))
    for number in range(others):
        live.add(game.anew(f"other{number:03}", 0))
    times: list[float] = []
    async with shown(live, "game/longgame") as (follower, viewer, _):
        follower.found(game.id, "a test")
        for event in game.events[:-1]:
            await live.clock.advance(game.created_ms + event.at_ms - live.clock.now_ms())
            visible = game.state_at(live.clock.now_ms()).plies - 3
            if visible > 0:
                await live.until(lambda visible=visible: viewer.states[-1].ply >= visible)  # type: ignore[misc]
                times.append((viewer.times_s[-1] - live.heard_s[f"game {game.id}"]) * 1000)
            if event is game.events[20]:
                for number in range(others):
                    follower.found(f"other{number:03}", "a test")
                await live.until(lambda: all(followed.game.ply for followed in follower.games.values()))
    return times


@pytest.mark.parametrize("others", [0, 7])
async def test_latency(others: int, capsys: pytest.CaptureFixture[str]) -> None:
    async with running() as live:
        times = await latencies_ms(live, others)
    median, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    with capsys.disabled():
        print(f"\nsocket to viewer, {others} other games: median {median:.2f} ms, p99 {p99:.2f} ms, {len(times)} plies")
    assert min(times) > 0
    assert median < SANITY_MS
