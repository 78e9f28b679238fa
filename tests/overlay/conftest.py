"""A running overlay without a browser."""

from collections.abc import AsyncIterator

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
