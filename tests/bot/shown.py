"""The whole way in one process: simulator, follower, pages, and a viewer's WebSocket."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import msgspec
from aiohttp.test_utils import TestClient, TestServer

from bot.follower.follower import Follower
from overlay.hub import Hub
from overlay.shown.show import Show
from overlay.state import GameState
from overlay.web.app import create_app
from scoring import Rules
from tests.bot.live import Live


class Frame(msgspec.Struct):
    """A message about a game."""

    topic: str
    version: int
    state: GameState | None


@dataclass
class Viewer:
    """What one viewer has been sent, with the time of each message in seconds."""

    frames: list[Frame] = field(default_factory=list)
    times_s: list[float] = field(default_factory=list)

    async def read(self, socket: aiohttp.ClientWebSocketResponse[Any]) -> None:
        """Read on until the connection ends."""
        async for message in socket:
            self.times_s.append(time.perf_counter())
            self.frames.append(msgspec.json.decode(message.data, type=Frame))

    @property
    def states(self) -> list[GameState]:
        """The states, in order."""
        return [frame.state for frame in self.frames if frame.state]

    @property
    def settled(self) -> bool:
        """Whether the last state is one whose score stands."""
        return bool(self.states) and self.states[-1].status.settled


@asynccontextmanager
async def shown(live: Live, topics: str) -> AsyncIterator[tuple[Follower, Viewer, TestClient[Any, Any]]]:
    """Follow games, show them, and look at topics."""
    hub = Hub(clock=lambda: live.clock.now_ms() / 1000)
    show, viewer = Show(hub), Viewer()
    async with (
        TestClient(TestServer(create_app(hub))) as web,
        Follower(live.client, Rules(), live.clock, show.update, show.forget) as follower,
        web.ws_connect(f"/ws?topics={topics}") as socket,
    ):
        reading = asyncio.create_task(viewer.read(socket))
        await live.until(lambda: viewer.frames)
        yield follower, viewer, web
        reading.cancel()
