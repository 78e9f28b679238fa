"""The whole show at once, in small: `python3 run.py test scale` shows it in full."""

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.demo.games import load_games
from bot.lichess.simulator import Event, Game, Kind, new_id
from tests.long.scale import Run, run_scale
from tests.long.scale_check import check_scale, summary
from tests.overlay.bus.redis_server import PROGRAM

VIEWERS, SEED, SPEED, TROUBLE_MS = 50, 4, 30, 60_000


def fast_games(random: Random) -> list[Game]:
    """The games of the demo, faster than they were, and one of them aborted."""
    games = [demo.game.anew(new_id(random), 0) for demo in load_games()]
    games = [replace(game, events=tuple(replace(one, at_ms=one.at_ms // 20) for one in game.events)) for game in games]
    events = games[0].events[:5]
    games.append(replace(games[0], id=new_id(random), events=(*events[:-1], Event(events[-1].at_ms, Kind.ABORT))))
    return games


@pytest.mark.skipif(sys.platform != "linux", reason="processes are measured as Linux can")
@pytest.mark.skipif(PROGRAM is None, reason="no redis-server on this machine")
async def test_what_viewers_hold_in_the_end_is_what_the_store_says(tmp_path: Path) -> None:
    shown = await run_scale(Run(fast_games(Random(SEED)), VIEWERS, SEED, SPEED, TROUBLE_MS), tmp_path)
    print(f"\n{summary(shown, check_scale(shown))}")
