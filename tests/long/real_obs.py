"""A real OBS without a screen, as Debian has it: `obs-studio obs-plugins xvfb xauth libgl1-mesa-dri`."""

import asyncio
import os
import shutil
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.obs.errors import AwayError
from bot.obs.session import connected
from tests.bot.obs.contract import Obs

PASSWORD = "a secret of the test"
KIND = "text_ft2_source_v2"
"""Debian's OBS has no browser source; this one, too, keeps every setting that it is given."""
START_S = 60.0
SERVER = "[General]\nFirstRun=true\n[OBSWebSocket]\nFirstLoad=false\nServerEnabled=true\nAuthRequired=true\n"
SCREEN = ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24"]


def free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])


@asynccontextmanager
async def real_obs(home: Path, port: int | None = None) -> AsyncIterator[Obs]:
    """OBS with a home of its own, which it may have had before; it ends as in a crash, without saving anything."""
    if not (shutil.which("obs") and shutil.which("xvfb-run")):
        pytest.skip("no OBS on this machine: apt-get install obs-studio obs-plugins xvfb xauth libgl1-mesa-dri")
    settings = home / ".config" / "obs-studio" / "global.ini"
    if not settings.exists():
        settings.parent.mkdir(parents=True)
        settings.write_text(SERVER)
    port = port or free_port()
    server = ["--websocket_port", str(port), "--websocket_password", PASSWORD, "--websocket_ipv4_only"]
    command = [*SCREEN, "obs", "--multi", "--disable-updater", "--minimize-to-tray", *server]
    own = {"HOME": str(home), "QT_QPA_PLATFORM": "xcb", "LIBGL_ALWAYS_SOFTWARE": "1", "TMPDIR": str(home)}
    with (home / "obs.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *command, env=os.environ | own, stdout=log, stderr=log, start_new_session=True
        )
        try:
            obs = Obs(f"ws://127.0.0.1:{port}", PASSWORD, KIND)
            await _until_it_answers(obs)
            yield obs
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            await process.wait()


async def _until_it_answers(obs: Obs) -> None:
    async with asyncio.timeout(START_S):
        while True:
            try:
                async with connected(obs.url, obs.password) as session:
                    version = await session.ask("GetVersion")
                    print(f"\nOBS {version['obsVersion']}, obs-websocket {version['obsWebSocketVersion']}")
                    return
            except AwayError:
                await asyncio.sleep(0.2)
