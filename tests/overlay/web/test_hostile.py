"""What breaks the rules ends its own connection, at once and without a line in the log; nobody else notices."""

import asyncio
import logging

import aiohttp
import pytest
from aiohttp import WSMsgType

from overlay.access import guard
from overlay.hub import Hub
from overlay.web.sockets import BURST, BYTES
from tests.overlay import samples
from tests.overlay.conftest import Web

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING = b"\x89\x80\0\0\0\0"


async def ended(web: Web, said: bytes) -> bytes:
    """What is answered until the server ends the connection."""
    reader, writer = await asyncio.open_connection(web.host, web.port)
    try:
        writer.write(said)
        async with asyncio.timeout(15):
            return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.transport.abort()


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        pytest.param(b"\x83\x80\0\0\0\0", 1002, id="unknown opcode"),
        pytest.param(b"\xf1\x80\0\0\0\0", 1002, id="reserved bits"),
        pytest.param(b"\x81\x82\0\0\0\0\xff\xfe", 1007, id="no UTF-8"),
        pytest.param(b"\x09\x80\0\0\0\0", 1002, id="a ping in pieces"),
        pytest.param(b"\x89\xfe\x00\x7e\0\0\0\0" + b"x" * 126, 1002, id="a ping that is too long"),
        pytest.param(b"\x81\xff" + b"\x7f" * 8 + b"\0\0\0\0" + b"x" * 10_000, 1009, id="longer than the world"),
        pytest.param(
            b"\x01\xfe\x04\x00\0\0\0\0" + b"x" * 1024 + (b"\x00\xfe\x04\x00\0\0\0\0" + b"x" * 1024) * 9,
            1009,
            id="pieces that are too long together",
        ),
    ],
)
async def test_what_is_no_frame_closes_its_connection(
    web: Web, caplog: pytest.LogCaptureFixture, frames: bytes, code: int
) -> None:
    caplog.set_level(logging.INFO)
    async with web.ws_connect("/ws") as other:
        answer = await ended(web, HANDSHAKE + frames)
        assert code.to_bytes(2) in answer.partition(b"\r\n\r\n")[2]
        await other.send_json({"subscribe": ["lobby"]})
        assert (await other.receive(timeout=5)).type is WSMsgType.TEXT
    assert [record for record in caplog.records if record.name != "aiohttp.access"] == []


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTX\r\n\r\n",
        b"GET / HTTP/1.1\r\nA\0: b\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\0\r\n\r\n",
        b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n",
    ],
)
async def test_what_is_no_request_is_answered_and_not_logged(
    web: Web, caplog: pytest.LogCaptureFixture, said: bytes
) -> None:
    answer = await ended(web, said)
    assert b" 400 " in answer
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


async def test_pings_are_answered_and_count_as_messages(web: Web) -> None:
    answer = await ended(web, HANDSHAKE + PING * 10_000)
    pongs, _, reason = answer.partition(b"\r\n\r\n")[2].partition(b"\x88")
    assert pongs == b"\x8a\x00" * BURST
    assert reason.endswith(b"too many messages")


async def test_big_states_cost_more_than_small_ones(web: Web, hub: Hub) -> None:
    size = len(hub.snapshot("lobby"))
    names = ["lobby", *(f"game/live0{number}" for number in range(60))]
    for name in names[1:]:
        hub.publish(name, samples.live())
    size += sum(len(hub.snapshot(name)) for name in names[1:])
    async with web.ws_connect("/ws") as viewer:
        asked = 0
        while not viewer.closed and asked < BURST:
            await viewer.send_json({"unsubscribe": names, "subscribe": names})
            asked += 1
            while len(names) and (message := await viewer.receive(timeout=5)).type is WSMsgType.TEXT:
                if f'"{names[-1]}"' in message.data:
                    break
        assert viewer.close_code == aiohttp.WSCloseCode.POLICY_VIOLATION
        assert asked <= BURST / (1 + size / BYTES) + 2


async def test_a_body_that_never_comes_is_not_waited_for(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_S", 0.05)
    head = b"POST /enter HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{"
    reader, writer = await asyncio.open_connection(web.host, web.port)
    writer.write(head)
    async with asyncio.timeout(15):
        assert b" 408 " in await reader.readline()
    writer.transport.abort()
