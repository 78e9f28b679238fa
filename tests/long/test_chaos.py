"""Chaos: 200 real games, twenty plans of faults. What was measured is printed."""

from pathlib import Path
from random import Random

import pytest

from tests.long.chaos import check, reports_of_records, run_chaos
from tests.long.real import real_games

GAMES = 200


@pytest.mark.parametrize("seed", range(1, 21))
async def test_chaos(shared: Path, tmp_path: Path, seed: int) -> None:
    chaos = await run_chaos(real_games(shared / "games" / "real", GAMES, Random(seed)), seed)
    print(f"\n{chaos.summary}")
    check(chaos, reports_of_records(chaos.games, tmp_path))
