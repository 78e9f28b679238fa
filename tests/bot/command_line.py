"""The command in a process of its own, as tests start it, look at it and end it."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import msgspec
import pytest

from overlay.state import GameState
from tests.bot.shown import Frame

ROOT = Path(__file__).parents[2]
posix_only = pytest.mark.skipif(os.name != "posix", reason="signals to another process are POSIX")


def written(folder: Path, text: str) -> str:
    """The path of a configuration with this text."""
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def names_in(folder: Path) -> set[str]:
    """The files in a folder."""
    return {path.name for path in folder.iterdir()}


@contextmanager
def started(*arguments: str, folder: Path = ROOT) -> Iterator[subprocess.Popen[str]]:
    """Run the command within a folder; it is killed at the end, if it has not ended by then."""
    environment = os.environ | {"NO_COLOR": "1", "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "bot", *arguments]
    with subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def address(process: subprocess.Popen[str]) -> str:
    """The address that the command prints."""
    assert process.stderr
    line = process.stderr.readline()
    found = re.search(r"shows it at (http://\S+)", line)
    assert found, line
    return found[1]


async def ended(process: subprocess.Popen[str]) -> str:
    """End the command as the system does; gives what it has said after its address."""
    process.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(process.wait, 10) == 0
    assert process.stderr
    return process.stderr.read()


async def seen(url: str, game_id: str, wanted: Callable[[GameState], bool]) -> GameState:
    """The first state of a game that is as wanted."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}/ws?topics=game/{game_id}") as viewer:
        while True:
            state = msgspec.json.decode(await viewer.receive_str(timeout=20), type=Frame).state
            if state and wanted(state):
                return state
