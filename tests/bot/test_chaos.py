"""Chaos and kills in small: `python3 run.py test chaos kill` runs them in full."""

import os
from pathlib import Path
from random import Random

import pytest

from tests.long.chaos import check, reports_of_records, run_chaos
from tests.long.kill import check_kills, run_kills
from tests.long.real import real_games


async def test_chaos(shared: Path, tmp_path: Path) -> None:
    chaos = await run_chaos(real_games(shared / "games" / "real", 60, Random(21)), 21)
    check(chaos, reports_of_records(chaos.games, tmp_path))


@pytest.mark.skipif(os.name != "posix", reason="no SIGKILL")
async def test_kill(shared: Path, tmp_path: Path) -> None:
    random = Random(1)
    games = real_games(shared / "games" / "real", 6, random, (15_000, 30_000))
    kills, played = await run_kills(games, 3, 5_000, random, tmp_path)
    check_kills(kills, played, tmp_path)
