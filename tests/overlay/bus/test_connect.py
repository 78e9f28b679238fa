"""What is said when the bus cannot be used, and what never is."""

import socket

import pytest
from redis.asyncio import Redis

from overlay.bus import connect as connecting
from overlay.bus.connect import BusError, connect, redis_now_ms
from tests.overlay.bus.redis_server import RedisServer

PASSWORD = "correct horse"


async def sentence(url: str, password: str | None = None) -> str:
    with pytest.raises(BusError) as raised:
        async with connect(url, password):
            pass
    assert raised.value.__cause__ is None
    return str(raised.value)


async def test_nobody_listens() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        text = await sentence(f"redis://somebody@127.0.0.1:{port}/0", PASSWORD)
    assert text.startswith(f"the bus at 127.0.0.1:{port} cannot be reached: ")
    assert PASSWORD not in text
    assert "somebody" not in text


async def test_the_password_is_wrong(server: RedisServer) -> None:
    server.kill()
    server.start("--requirepass", PASSWORD)
    place = f"the bus at 127.0.0.1:{server.port} cannot be reached: "
    assert await sentence(server.url, "wrong") == f"{place}it wants another user or password"
    assert await sentence(server.url) == f"{place}it wants another user or password"
    async with connect(server.url, PASSWORD) as redis:
        assert await redis_now_ms(redis) > 1_600_000_000_000


async def test_an_address_that_is_none() -> None:
    assert await sentence("redis://[:1", PASSWORD) == "the bus at this address cannot be used: Invalid IPv6 URL"
    assert "cannot be used" in await sentence("redis://127.0.0.1:port/0", PASSWORD)


async def test_something_else_listens_or_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "ANSWER_TIMEOUT_S", 0.05)
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        port = mute.getsockname()[1]
        text = await sentence(f"redis://127.0.0.1:{port}/0")
    assert text == f"the bus at 127.0.0.1:{port} cannot be reached: it does not answer"


async def test_an_old_redis(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "OLDEST", (99, 0))
    port = redis.connection_pool.connection_kwargs["port"]
    text = await sentence(f"redis://127.0.0.1:{port}/0")
    assert text.endswith("Redis 99.0 or newer, or Valkey, is needed")
