"""What the benchmarks measure with."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import chess.pgn
import pytest

ROUNDS = 10
"""A busy machine makes a round slow, never fast, so the fastest counts."""


def seconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes."""
    began = perf_counter()
    work()
    return perf_counter() - began


def fastest(*works: Callable[[], object], kept: Callable[..., bool] = lambda *_: False) -> list[float]:
    """The fastest of a few rounds of each, measured in turn; from the second round on, a limit that is kept ends it."""
    times = [float("inf")] * len(works)
    for turn in range(ROUNDS):
        times = [min(time, seconds(work)) for time, work in zip(times, works, strict=True)]
        if turn and kept(*times):
            break
    return times


def copies(path: Path, count: int, folder: Path) -> Path:
    """The file several times over: that makes starting the workers a small part of the work."""
    copied = folder / "games.pgn"
    copied.write_bytes((path.read_bytes() + b"\n\n") * count)
    return copied


def read_only(path: Path) -> None:
    """Read every game as python-chess does."""
    with path.open(encoding="utf-8") as file:
        while chess.pgn.read_game(file):
            pass


def is_as_fast_as_reading(name: str, work: Callable[[], object], path: Path) -> None:
    """Check that work with a file has at least 0.8 of the speed of python-chess that only reads it."""
    reading, working = fastest(lambda: read_only(path), work, kept=lambda reading, working: reading / working >= 0.8)
    print(f"\n{name}, one core: {reading / working:.2f} of the speed of chess.pgn.read_game (at least 0.8)")
    assert reading / working >= 0.8


def gains_from_two_cores(name: str, work: Callable[[int], object]) -> None:
    """Check that two workers do at least 1.6 times as much as one.

    Where other programs hold the second core, plain counting does not gain from it either: then nothing is shown.
    """
    one, two, alone, together = fastest(
        lambda: work(1), lambda: work(2), lambda: counting(1), lambda: counting(2), kept=lambda *t: t[0] / t[1] >= 1.6
    )
    gained = 2 * alone / together
    print(f"\n{name}, two cores: {one / two:.2f} times one core (at least 1.6; counting: {gained:.2f})")
    if one / two < 1.6 and gained < 1.8:
        pytest.skip(f"there are no two free cores here: counting gains {gained:.2f} from the second")
    assert one / two >= 1.6


def counting(processes: int) -> None:
    """Work that needs nothing but a core, in several processes at a time."""
    command = [sys.executable, "-c", "for _ in range(15_000_000): pass"]
    for process in [subprocess.Popen(command) for _ in range(processes)]:
        assert process.wait() == 0
