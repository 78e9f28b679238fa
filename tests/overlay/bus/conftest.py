"""A real Redis, and machines around it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from overlay.bus import asks
from overlay.bus.connect import connect
from overlay.bus.inlet import Inlet
from overlay.bus.lease import Lease
from overlay.bus.outlet import Outlet
from overlay.bus.search import Search
from tests.overlay.bus.machines import Machines
from tests.overlay.bus.redis_server import PROGRAM, RedisServer


@pytest.fixture(scope="session")
def session_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    if PROGRAM is None:
        pytest.skip("no redis-server on this machine")
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.kill()


@pytest_asyncio.fixture
async def redis(session_server: RedisServer) -> AsyncIterator[Redis]:
    """A connection to an empty server, which nobody kills."""
    async with connect(session_server.url, None) as redis:
        await redis.flushall()
        yield redis


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A server that tests may kill."""
    if PROGRAM is None:
        pytest.skip("no redis-server on this machine")
    server = RedisServer(tmp_path)
    yield server
    server.kill()


@pytest_asyncio.fixture
async def machines(server: RedisServer) -> AsyncIterator[Machines]:
    """Machines around `server`."""
    machines = Machines(server.url)
    yield machines
    await machines.kill_all()


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds takes tens of milliseconds."""
    monkeypatch.setattr(Lease, "LASTS_MS", 500)
    monkeypatch.setattr(Lease, "RENEW_S", 0.05)
    monkeypatch.setattr(Lease, "RETRY_S", 0.02)
    monkeypatch.setattr(Outlet, "BEAT_S", 0.05)
    monkeypatch.setattr(Outlet, "RETRY_S", 0.02)
    monkeypatch.setattr(Search, "LASTS_S", 0.3)
    monkeypatch.setattr(Search, "OVER_S", 0.1)
    monkeypatch.setattr(Inlet, "SILENT_S", 0.4)
    monkeypatch.setattr(Inlet, "RETRY_S", 0.02)
    monkeypatch.setattr(asks, "RETRY_S", 0.02)
