"""A bot, two overlay nodes and a Redis, each killed while games are played. What happened is printed."""

import asyncio
import signal
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bot.demo.world import demo_lichess
from tests.long.deployment import ROOT, status
from tests.overlay.bus.redis_server import PROGRAM, RedisServer, free_port

VIEWERS = 5
"""At each node."""
MOST = 60
"""How many games of the lobby a viewer follows; a viewer may have 64 topics."""
NODES = ("overlay1", "overlay2")
CONFIG = """
[lichess]
base_url = "{url}"
[follow]
users = {users}
[bus]
url = "{bus}"
"""
RUNNING = "live"
DOUBTFUL = "reconnecting"


class Viewer:
    """Follows the lobby and every game in it at one node, and comes back when it is cut off."""

    def __init__(self, port: int) -> None:
        self._address = f"ws://127.0.0.1:{port}/ws?topics=lobby"
        self.states: dict[str, Any] = {}
        self.versions: dict[str, int] = {}
        self.cuts = self.backward = 0
        self._followed: set[str] = set()

    async def watch(self) -> None:
        """Watch for ever."""
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                await self._follow()
            self.cuts += 1
            await asyncio.sleep(0.2)

    async def _follow(self) -> None:
        async with connect(self._address, max_size=None) as socket:
            self._followed = set()
            async for message in socket:
                frame = msgspec.json.decode(message)
                topic, version = frame["topic"], frame["version"]
                if frame["state"] is None:
                    self.states.pop(topic, None)
                    self.versions.pop(topic, None)
                    continue
                self.backward += version < self.versions.get(topic, 0)
                self.states[topic], self.versions[topic] = frame["state"], version
                if topic == "lobby":
                    games = {f"game/{game['id']}" for game in frame["state"]["games"][:MOST]} - self._followed
                    if games:
                        self._followed |= games
                        await socket.send(msgspec.json.encode({"subscribe": sorted(games)}).decode())

    def lifecycles(self) -> Counter[str]:
        """How many games that are followed now are told how."""
        games = (self.states[topic] for topic in self._followed if topic in self.states)
        return Counter(state["status"]["lifecycle"] for state in games)


class Show:
    """The processes, by name, each with a port that it keeps."""

    def __init__(self, folder: Path, config: Path) -> None:
        self._folder = folder
        self._config = config
        self.ports = {name: free_port() for name in ("bot", *NODES)}
        self._running: dict[str, asyncio.subprocess.Process] = {}

    async def start(self, name: str) -> float:
        """Start a program; after how many seconds it was ready."""
        began, command = monotonic(), "bot" if name == "bot" else "overlay"
        arguments = [command, "--config", str(self._config), "--port", str(self.ports[name])]
        with self._log(name).open("ab") as log:
            self._running[name] = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", *arguments, cwd=ROOT, stdout=log, stderr=log
            )
        await self.ready(name)
        return monotonic() - began

    async def ready(self, name: str) -> None:
        """Wait until a program is ready."""
        async with asyncio.timeout(40):
            while await self.readiness(name) != 200:
                assert self._running[name].returncode is None, self.log(name)
                await asyncio.sleep(0.1)

    async def readiness(self, name: str) -> int:
        """What it answers to who asks whether it is ready."""
        return await asyncio.to_thread(status, f"http://127.0.0.1:{self.ports[name]}/healthz/ready")

    async def end(self, name: str, number: signal.Signals = signal.SIGKILL) -> None:
        """Kill a program, or ask it to end."""
        process = self._running.pop(name)
        process.send_signal(number)
        async with asyncio.timeout(20):
            await process.wait()

    async def end_all(self) -> None:
        for name in tuple(self._running):
            await self.end(name)

    def log(self, name: str) -> str:
        return self._log(name).read_text(encoding="utf-8")

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.log"


async def until(what: Callable[[], bool], seconds: float = 40) -> float:
    """Wait until something has come about; after how many seconds it had."""
    began = monotonic()
    async with asyncio.timeout(seconds):
        while not what():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return monotonic() - began


async def test_machines(tmp_path: Path) -> None:
    if PROGRAM is None:
        pytest.skip("no redis-server on this machine")
    redis, tasks = RedisServer(tmp_path), list[asyncio.Task[None]]()
    config = tmp_path / "config.toml"
    try:
        async with demo_lichess(speed=20) as lichess:
            text = CONFIG.format(url=lichess.base_url, users=list(lichess.user_ids), bus=redis.url)
            config.write_text(text, encoding="utf-8")
            show = Show(tmp_path, config)
            try:
                for name in ("bot", *NODES):
                    await show.start(name)
                viewers = [Viewer(show.ports[node]) for node in NODES for _ in range(VIEWERS)]
                tasks += [asyncio.create_task(viewer.watch()) for viewer in viewers]
                await _kills(show, redis, viewers)
                await _end(show, viewers)
            finally:
                await show.end_all()
            for name in ("bot", *NODES):
                assert "Traceback" not in show.log(name), show.log(name)
    finally:
        for task in tasks:
            task.cancel()
        redis.kill()


async def _kills(show: Show, redis: RedisServer, viewers: list[Viewer]) -> None:
    """Kill everything once."""

    def all_live() -> bool:
        return all(viewer.lifecycles()[RUNNING] and not viewer.lifecycles()[DOUBTFUL] for viewer in viewers)

    def none_live() -> bool:
        return not any(viewer.lifecycles()[RUNNING] for viewer in viewers)

    print(f"\nall games are seen live after {await until(all_live):.1f} s")
    redis.kill()
    redis.start()
    await asyncio.sleep(1)
    assert not none_live(), "a short break is not seen"
    redis.kill()
    print(f"Redis is killed: nothing is shown as live after {await until(none_live, 10):.1f} s")
    assert [await show.readiness(name) for name in ("bot", *NODES)] == [503, 503, 503]
    redis.start()
    print(f"Redis is back, empty: everything is live after {await until(all_live):.1f} s")
    for name in ("bot", *NODES):
        await show.ready(name)
    await show.end("overlay1")
    print(f"a node is killed, and ready again after {await show.start('overlay1'):.1f} s")
    print(f"its viewers see everything live after {await until(all_live):.1f} s")
    await show.end("bot")
    print(f"the bot is killed: nothing is shown as live after {await until(none_live, 10):.1f} s")
    print(f"the next bot is ready after {await show.start('bot'):.1f} s")
    print(f"its games are live after {await until(lambda: not none_live()):.1f} s")


async def _end(show: Show, viewers: list[Viewer]) -> None:
    """When the bot ends, everybody has its last states."""
    await asyncio.sleep(35)  # what the next bot has not found is gone by then
    await show.end("bot", signal.SIGTERM)
    first = viewers[0]

    def games(viewer: Viewer) -> dict[str, int]:
        lobby = {f"game/{game['id']}" for game in viewer.states["lobby"]["games"]}
        return {topic: version for topic, version in viewer.versions.items() if topic in lobby or topic == "lobby"}

    await until(lambda: all(games(viewer) == games(first) for viewer in viewers), 10)
    for viewer in viewers:
        for line in viewer.states["lobby"]["games"]:
            if (state := viewer.states.get(f"game/{line['id']}")) is not None:
                assert state["status"]["lifecycle"] == line["lifecycle"], "a final state is lost"
        assert viewer.lifecycles()[RUNNING] == 0, "nobody is heard any more"
        assert viewer.backward == 0
    print(f"{len(games(first))} topics, the same versions at all {len(viewers)} viewers; {first.lifecycles()}")
    print(f"cut off: {[viewer.cuts for viewer in viewers]}")
