"""A running overlay without a browser."""

import heapq
import itertools
from collections.abc import AsyncIterator, Callable

import msgspec
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request

from overlay.hub import Hub
from overlay.state import Frame, GameState, Lobby
from overlay.web.app import create_app
from tests.overlay import samples


class _RawFrame(msgspec.Struct):
    topic: str
    version: int
    state: msgspec.Raw


def decode_frame(message: bytes | str) -> Frame:
    """A message as a viewer understands it: the topic says what the state is."""
    raw = msgspec.json.decode(message, type=_RawFrame)
    kind = Lobby if raw.topic == "lobby" else GameState
    return Frame(raw.topic, raw.version, msgspec.json.decode(raw.state, type=kind | None))


def unframed(frame: bytes) -> bytes:
    """The text in a WebSocket frame of a server."""
    short = frame[1]
    return frame[{126: 4, 127: 10}.get(short, 2) :]


class Time:
    """Time that goes on when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._order = itertools.count()

    def clock(self) -> float:
        return self.now

    def later(self, seconds: float, call: Callable[[], object]) -> None:
        heapq.heappush(self._due, (self.now + seconds, next(self._order), call))

    def advance(self, seconds: float) -> None:
        target = self.now + seconds
        while self._due and self._due[0][0] <= target:
            self.now, _, call = heapq.heappop(self._due)
            call()
        self.now = target


Web = TestClient[Request, Application]


@pytest_asyncio.fixture
async def hub() -> Hub:
    hub = Hub()
    hub.publish("game/live0001", samples.live())
    hub.publish("lobby", samples.lobby())
    return hub


@pytest_asyncio.fixture
async def web(hub: Hub) -> AsyncIterator[Web]:
    async with TestClient(TestServer(create_app(hub))) as client:
        yield client
