"""What compose.yaml starts works together: the same processes, without containers, behind the same nginx."""

import asyncio
import signal
import urllib.request
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bot.demo.world import demo_lichess
from tests.long.deployment import NODES, Deployment, deployed, missing, status

VIEWERS = 40


class Seen(msgspec.Struct):
    """A frame, as far as it matters here."""

    topic: str
    version: int
    state: msgspec.Raw


async def seen(viewer: ClientConnection, topic: str = "lobby") -> Seen:
    """The next frame of a topic that has a state."""
    async with asyncio.timeout(30):
        while True:
            frame = msgspec.json.decode(await viewer.recv(), type=Seen)
            if frame.topic == topic and bytes(frame.state) != b"null":
                return frame


def viewers_of(deployment: Deployment, node: str) -> int:
    """How many viewers a node has, by its own account."""
    with urllib.request.urlopen(f"http://127.0.0.1:{deployment.ports[node]}/healthz", timeout=5) as response:
        return int(msgspec.json.decode(response.read())["viewers"])


async def test_the_processes_of_compose(tmp_path: Path) -> None:
    if lacking := missing():
        pytest.skip(f"{lacking} is not installed")
    async with demo_lichess(speed=20) as lichess:
        started = deployed(tmp_path, lichess.base_url, lichess.user_ids)
        deployment = await asyncio.to_thread(started.__enter__)
        try:
            await asyncio.to_thread(_pages, deployment)
            await _viewers(deployment)
        finally:
            await asyncio.to_thread(started.__exit__, None, None, None)
    for service in ("bot", *NODES):
        assert "Traceback" not in deployment.log(service), deployment.log(service)


def _pages(deployment: Deployment) -> None:
    origin = deployment.origin
    assert [status(f"{origin}{path}") for path in ("/", "/scene/bar", "/up")] == [200, 200, 204]
    assert [status(f"{origin}{path}") for path in ("/metrics", "/healthz", "/healthz/ready")] == [404, 404, 404]
    assert status(f"{origin}/control") == 403, "no token, and not from this machine as far as a node knows"
    for wanted in ("MISS", "HIT"):
        with urllib.request.urlopen(f"{origin}/static/boot.js", timeout=5) as response:
            assert response.headers["X-Cache"] == wanted


async def _viewers(deployment: Deployment) -> None:
    address = f"{deployment.origin.replace('http', 'ws')}/ws?topics=lobby,featured"
    viewers = [await connect(address) for _ in range(VIEWERS)]
    await asyncio.gather(*map(seen, viewers))
    assert sorted(viewers_of(deployment, node) for node in NODES) == [VIEWERS // 2, VIEWERS // 2]

    await asyncio.to_thread(deployment.end, "overlay1", signal.SIGKILL)
    codes = await asyncio.gather(*map(_code, viewers))
    lost = [viewer for viewer, code in zip(viewers, codes, strict=True) if code is not None]
    assert len(lost) == VIEWERS // 2
    again = [await connect(address) for _ in lost]
    await asyncio.gather(*map(seen, again))
    assert viewers_of(deployment, "overlay2") == VIEWERS
    await asyncio.to_thread(deployment.start, "overlay1")

    closing = [viewer for viewer in viewers if viewer not in lost] + again
    ending = asyncio.to_thread(deployment.end, "overlay2")
    status_, *codes = await asyncio.gather(ending, *map(_code, closing))
    assert (status_, set(codes)) == (0, {1012})
    async with connect(address) as viewer:
        await seen(viewer)

    await asyncio.to_thread(deployment.end, "bot", signal.SIGKILL)
    async with connect(address) as viewer:
        async with asyncio.timeout(30):
            while b'"reconnecting"' not in bytes((await seen(viewer)).state):
                pass
        await asyncio.to_thread(deployment.start, "bot")
        async with asyncio.timeout(60):
            while b'"live"' not in bytes((await seen(viewer)).state):
                pass


async def _code(viewer: ClientConnection, patience_s: float = 5) -> int | None:
    """The code with which a connection ends; None if it goes on."""
    try:
        async with asyncio.timeout(patience_s):
            while True:
                await viewer.recv()
    except TimeoutError:
        return None
    except ConnectionClosed:
        return viewer.close_code
