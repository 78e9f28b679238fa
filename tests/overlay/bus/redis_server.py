"""A Redis of the tests' own, which they can kill and start again."""

import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from tests.ports import free_port as free_port

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")


class RedisServer:
    """A server on a free port of the loopback. It keeps nothing: when it comes back it is empty."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self, *options: str) -> None:
        assert PROGRAM
        place = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self._folder)]
        habits = ["--save", "", "--appendonly", "no", "--daemonize", "no", *options]
        self._process = subprocess.Popen([PROGRAM, *place, *habits], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.005)
        raise RuntimeError("the server does not start")

    def kill(self) -> None:
        """End it as a power failure does."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Let it hang, with its connections open."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)
