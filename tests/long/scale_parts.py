"""The parts of the whole show that are processes of their own: nodes and the viewers."""

import asyncio
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from tests.long.scale_viewers import Order

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0
NAME = "scale"
"""The name of the bus."""
CONFIG = """
[bus]
url = "{url}"
name = "{name}"
[show]
port = {port}
"""


def cpu_of(pid: int) -> float:
    """The CPU time that a process has had, in seconds."""
    return time.clock_gettime(~pid << 3 | 2)  # its clock, see clock_getcpuclockid(3)


class Node:
    """A machine with `unruh overlay`, which can be killed and started again."""

    def __init__(self, folder: Path, redis_url: str) -> None:
        """Choose a port; its log stands in the folder."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._config = folder / f"{self.port}.toml"
        self._config.write_text(CONFIG.format(url=redis_url, name=NAME, port=self.port), encoding="utf-8")
        self._log = folder / f"{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._cpu_s = 0.0

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What it has said."""
        return self._log.read_text(encoding="utf-8")

    @property
    def cpu_s(self) -> float:
        """The CPU time of all its lives, in seconds."""
        return self._cpu_s + (cpu_of(self._process.pid) if self._process else 0)

    async def start(self) -> None:
        """Start it, and wait until it is ready."""
        self._spawn()
        async with aiohttp.ClientSession() as http, asyncio.timeout(PATIENCE_S):
            while not await self._is_ready(http):  # noqa: ASYNC110 - another process gets ready
                await asyncio.sleep(0.1)

    def _spawn(self) -> None:
        command = [sys.executable, "-m", "bot", "overlay", "--config", str(self._config)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    async def _is_ready(self, http: aiohttp.ClientSession) -> bool:
        assert self._process
        assert self._process.poll() is None, self.log
        try:
            async with http.get(f"{self.url}/healthz/ready") as response:
                return response.status == 200
        except aiohttp.ClientError:
            return False

    def kill(self) -> None:
        """End it without a word."""
        if self._process:
            self._cpu_s = self.cpu_s
            self._process.kill()
            self._process.wait()
            self._process = None


class Viewers:
    """The process of all viewers."""

    def __init__(self) -> None:
        command, pipe = [sys.executable, "-m", "tests.long.scale_viewers"], subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe)

    async def ask(self, order: Order) -> Any:
        """Give an order, and wait for the answer."""
        async with asyncio.timeout(PATIENCE_S):
            return await asyncio.to_thread(self._ask, order)

    def _ask(self, order: Order) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(msgspec.json.encode(order) + b"\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._process.stdout.readline())

    def end(self) -> None:
        """Let them go."""
        self._process.kill()
        self._process.communicate()
