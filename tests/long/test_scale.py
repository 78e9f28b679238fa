"""The whole show at once: 500 games through all faults, 1,000 viewers of two nodes. What was measured is printed."""

from pathlib import Path
from random import Random

import pytest

from tests.long.chaos import check, reports_of_records
from tests.long.real import real_games
from tests.long.scale import Run, run_scale
from tests.long.scale_check import check_scale, summary
from tests.overlay.bus.redis_server import PROGRAM

GAMES, VIEWERS, SPEED = 500, 1000, 8


@pytest.mark.parametrize("seed", [1, 2])
async def test_scale(shared: Path, tmp_path: Path, seed: int) -> None:
    if PROGRAM is None:
        pytest.skip("no redis-server on this machine")
    games = real_games(shared / "games" / "real", GAMES, Random(seed))
    shown = await run_scale(Run(games, VIEWERS, seed, SPEED), tmp_path)
    compared = check_scale(shown)
    check(shown.scale, reports_of_records(shown.scale.games, tmp_path))
    print(f"\n{summary(shown, compared)}")
