"""The program is killed again and again in the middle of everything, and started again each time."""

import asyncio
import signal
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from bot.clock import RealClock
from bot.lichess.simulator import Game, Simulator, World, serve
from tests.long.chaos import differences, reports_of_records, void_games

ROOT = Path(__file__).parents[2]
FIRST_MS = 2_000
LIFE_S = (0.3, 4.0)
"""How long the program lives before it is killed, at least and at most."""
PATIENCE_S = 300.0
"""No run takes longer than that after the last kill."""
CONFIG = """
[lichess]
base_url = "{url}"
[follow]
users = {users}
[show]
port = 0
"""


@dataclass
class Kills:
    """What is in the store in the end."""

    reports: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    """How many reports each game has."""
    settled: Counter[str] = field(default_factory=Counter)
    """How often each game was settled."""
    void: set[str] = field(default_factory=set)
    lines: int = 0
    logs: list[str] = field(default_factory=list)
    """What the program wrote."""
    refused: list[str] = field(default_factory=list)
    """Where it broke a limit of the server."""


def seated(games: list[Game], now_ms: int, spread_ms: int, random: Random) -> list[Game]:
    """The games with players of their own, beginning one after the other within a time."""
    return [
        replace(
            game,
            white=replace(game.white, name=f"White{number:03}"),
            black=replace(game.black, name=f"Black{number:03}"),
            created_ms=now_ms + FIRST_MS + random.randrange(spread_ms),
        )
        for number, game in enumerate(games)
    ]


async def run_kills(
    games: list[Game], kills: int, spread_ms: int, random: Random, folder: Path
) -> tuple[Kills, list[Game]]:
    """Follow games with the real program, killed so many times at random moments; then let it come to the end.

    Gives what is in the store, and the games as they were played.
    """
    world = World(RealClock())
    games = seated(games, world.clock.now_ms(), spread_ms, random)
    for game in games:
        world.add(game)
    simulator = Simulator(world)
    seen = Kills()
    store = folder / "unruh.sqlite"
    async with serve(simulator) as url:
        users = [player.name for game in games for player in (game.white, game.black)]
        (folder / "config.toml").write_text(CONFIG.format(url=url, users=users), encoding="utf-8")
        for _ in range(kills):
            process = await _started(folder)
            await asyncio.sleep(random.uniform(*LIFE_S))
            process.send_signal(signal.SIGKILL)
            seen.logs.append((await process.communicate())[1].decode())
        process = await _started(folder)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while len(_over(store)) < len(games):  # noqa: ASYNC110
                    await asyncio.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        seen.logs.append((await process.communicate())[1].decode())
    seen.refused = simulator.violations
    _read(store, seen)
    return seen, games


async def _started(folder: Path) -> Process:
    command = [sys.executable, "-m", "bot", "run", "--config", str(folder / "config.toml")]
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE)


def _over(store: Path) -> set[str]:
    """The games that are over by the store; none while there is no store yet, however often it was begun."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(store)) as database:
        rows = database.execute("select distinct game_id from updates where happening in ('settled', 'void')")
        return {game_id for (game_id,) in rows}
    return set()


def _read(store: Path, seen: Kills) -> None:
    with closing(sqlite3.connect(store)) as database:
        for game_id, number, report in database.execute("select game_id, number, report from reports order by number"):
            seen.reports[game_id], seen.numbers[game_id] = report, number
        told = database.execute("select game_id, happening, count(*) from updates group by game_id, happening")
        for game_id, happening, count in told:
            if happening == "settled":
                seen.settled[game_id] = count
            elif happening == "void":
                seen.void.add(game_id)
        (seen.lines,) = database.execute("select count(*) from lines").fetchone()


def check_kills(seen: Kills, played: list[Game], folder: Path) -> None:
    """Nothing is lost, nothing is there twice, every report is that of the record; no limit broken, no traceback."""
    expected = reports_of_records(played, folder)
    assert seen.void == void_games(expected)
    assert differences(expected, seen.reports) == []
    assert set(seen.settled.values()) <= {1}
    assert set(seen.numbers.values()) <= {1}
    assert seen.refused == []
    assert not any("Traceback" in log for log in seen.logs)
