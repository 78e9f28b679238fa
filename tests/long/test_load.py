"""Load: 500 games at a move a second for ten minutes, on one core. What was measured is printed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MINUTES = 10
KB_A_GAME = 60

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs Linux: cores are chosen by number")


def started(core: int, *arguments: str) -> "subprocess.Popen[str]":
    """A part of the test in a process of its own, on one core."""
    command = ["taskset", "-c", str(core), sys.executable, "-m", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_five_hundred_games_on_one_core() -> None:
    cores = sorted(os.sched_getaffinity(0))
    with started(cores[0], "tests.long.load_server") as server:
        assert server.stdout
        where = server.stdout.readline().split()
        with started(cores[-1], "tests.long.load_client", *where, "--minutes", str(MINUTES)) as client:
            assert client.stdout
            minutes = []
            for line in client.stdout:
                print(line, end="")
                minutes.append(json.loads(line))
        server.kill()
    early, late = minutes[2:6], minutes[6:]
    assert max(line["running"] for line in minutes) >= 480
    assert max(line["streams"] for line in late) == 8
    assert max(line["pauses"] for line in minutes) == 0
    worst = [max(line["heard_s"]["worst"] for line in lines) for lines in (early, late)]
    assert worst[1] <= 1.25 * worst[0] <= 45, "games are heard of later and later"
    assert late[-1]["rss_mb"] <= 1.05 * minutes[2]["rss_mb"], "memory grows"
    assert late[-1]["backlog"] < 5_000


def test_the_memory_of_a_game() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.long.memory"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    print(f"\n{done.stdout.strip()} KB a game of 80 plies")
    assert float(done.stdout) <= KB_A_GAME
