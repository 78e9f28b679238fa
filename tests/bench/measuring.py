"""What the benchmarks measure with."""

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter


def seconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes."""
    began = perf_counter()
    work()
    return perf_counter() - began


def counting(processes: int) -> None:
    """Work that needs nothing but a core, in several processes at a time."""
    command = [sys.executable, "-c", "for _ in range(15_000_000): pass"]
    for process in [subprocess.Popen(command) for _ in range(processes)]:
        assert process.wait() == 0
