"""An overlay with everything in it, asked from this computer and from elsewhere, with and without tokens."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.typedefs import Handler

from bot.tokens.change import make
from bot.tokens.file import FILE
from bot.tokens.kept import KeptTokens
from overlay.desk.desk import ControlDesk
from overlay.hub import Hub
from overlay.shown.show import Show
from overlay.web.app import create_app
from overlay.web.keys import Limits
from overlay.web.serving import channels_of
from overlay.web.status import BotStatus, RequestStatus, Slots
from tests.overlay import samples, scored_samples
from tests.overlay.arbited import arbited
from tests.overlay.conftest import Web

PEER = "Test-Peer"
"""A header that only the tests know: the address that a request comes from; this computer without it."""
ELSEWHERE = {PEER: "203.0.113.7"}


@web.middleware
async def from_peer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Take the address from the test's header."""
    peer = request.headers.get(PEER)
    return await handler(request.clone(remote=peer) if peer else request)


NEWS = "Zaunkönig"
"""The name of a player whom the public does not know yet."""


async def files(event_id: str, format_: str, lang: str) -> bytes | None:
    """The files of the club's event, with the news in them."""
    return f"{format_} {lang} {NEWS}".encode() if event_id == "club" else None


def everything(
    tokens: KeptTokens | None = None,
    *,
    now: Callable[[], float] = lambda: 0.0,
    limits: Limits | None = None,
    delay_s: int = 0,
) -> web.Application:
    """An application with every route there is; `delay_s` is the public delay."""
    hub = Hub()
    hub.publish("game/live0001", samples.live())
    hub.publish("featured", samples.live())
    hub.publish("lobby", samples.lobby())
    hub.publish("event/club", scored_samples.midway())
    desk = ControlDesk(channels_of(hub, delay_s), Show(hub))
    status = BotStatus("lichess.org", RequestStatus(), Slots(0, 8))
    app = create_app(
        hub,
        tokens=tokens,
        status=lambda: status,
        desk=desk,
        limits=limits,
        now=now,
        files=files,
        arbiter=arbited().arbiter,
    )
    app.middlewares.insert(0, from_peer)
    return app


@dataclass(frozen=True)
class Made:
    """Tokens in a file, and two of them: for control, and for a viewer who sees everything 30 seconds later."""

    path: Path
    control: str
    viewer: str


@pytest.fixture
def made(tmp_path: Path) -> Made:
    path = tmp_path / FILE
    return Made(path, make(path, "control", "dock", None, "").secret, make(path, "viewer", "host", 30, "").secret)


@pytest_asyncio.fixture
async def web_with_tokens(made: Made) -> AsyncIterator[Web]:
    async with TestClient(TestServer(everything(KeptTokens(made.path)))) as client:
        yield client


@pytest_asyncio.fixture
async def web_without(tmp_path: Path) -> AsyncIterator[Web]:
    async with TestClient(TestServer(everything(KeptTokens(tmp_path / "none.json")))) as client:
        yield client


def with_token(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def raw(web: Web, target: str, headers: str = "Host: x\r\n") -> tuple[int, str]:
    """The status and text of the answer to a GET whose address no client has tidied up."""
    reader, writer = await asyncio.open_connection(web.host, web.port)
    writer.write(f"GET {target} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n".encode())
    async with asyncio.timeout(15):
        answer = (await reader.read()).decode()
    writer.close()
    return int(answer.split(maxsplit=2)[1]), answer.partition("\r\n\r\n")[2]
