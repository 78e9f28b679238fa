"""Kills: thirty games, and the program killed fifty times. What was measured is printed."""

from pathlib import Path
from random import Random

from tests.long.kill import check_kills, run_kills
from tests.long.real import real_games

GAMES, KILLS, SPREAD_MS, LENGTHS_MS = 30, 50, 120_000, (25_000, 120_000)


async def test_kill(shared: Path, tmp_path: Path) -> None:
    random = Random(3)
    games = real_games(shared / "games" / "real", GAMES, random, LENGTHS_MS)
    kills, played = await run_kills(games, KILLS, SPREAD_MS, random, tmp_path)
    print(f"\n{KILLS} kills, {len(kills.settled)} games settled, {len(kills.void)} void, {kills.lines} lines kept")
    check_kills(kills, played, tmp_path)
