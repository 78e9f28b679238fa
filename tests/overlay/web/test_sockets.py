"""`/ws`: what a viewer gets, and that nothing it does can harm anybody."""

import asyncio
import socket
from typing import Any

import aiohttp
import msgspec
import pytest
from aiohttp import ClientWebSocketResponse, WSCloseCode, WSMsgType
from aiohttp.test_utils import TestClient, TestServer

from overlay.hub import MAX_TOPICS, Hub
from overlay.state import Frame
from overlay.web.app import create_app
from overlay.web.keys import Limits
from overlay.web.sockets import BURST, PER_SECOND, Allowance
from tests.overlay import samples
from tests.overlay.conftest import Web, decode_frame

Socket = ClientWebSocketResponse[Any]


async def frame(viewer: Socket) -> Frame:
    return decode_frame(await viewer.receive_str(timeout=15))


async def closed(viewer: Socket) -> int | None:
    """Read on until the server closes; the code it gives."""
    async with asyncio.timeout(15):
        while (await viewer.receive()).type is WSMsgType.TEXT:
            pass
    return viewer.close_code


async def test_the_snapshot_comes_first_and_then_every_newer_state(web: Web, hub: Hub) -> None:
    async with web.ws_connect("/ws?topics=game/live0001,lobby") as viewer:
        first, second = await frame(viewer), await frame(viewer)
        assert {first.topic, second.topic} == {"game/live0001", "lobby"}
        hub.publish("game/live0001", samples.state("live0001", 37))
        newer = await frame(viewer)
        assert newer.topic == "game/live0001"
        assert newer.version == 2


async def test_topics_can_be_added_and_taken_away(web: Web, hub: Hub) -> None:
    async with web.ws_connect("/ws") as viewer:
        await viewer.send_json({"subscribe": ["game/live0001"]})
        assert (await frame(viewer)).topic == "game/live0001"
        await viewer.send_json({"unsubscribe": ["game/live0001"], "subscribe": ["lobby"]})
        assert (await frame(viewer)).topic == "lobby"
        hub.publish("game/live0001", samples.state("live0001", 38))
        hub.remove("lobby")
        assert await frame(viewer) == Frame("lobby", 2, None)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no json",
        "[]",
        '{"publish": {}}',
        '{"subscribe": "lobby"}',
        '{"subscribe": ["../etc"]}',
        '{"subscribe": [1]}',
        "[" * 4000,
    ],
)
async def test_a_bad_message_closes_the_connection_with_a_reason(web: Web, hub: Hub, message: str) -> None:
    async with web.ws_connect("/ws?topics=lobby") as viewer:
        await viewer.send_str(message)
        assert await closed(viewer) == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert hub.topics() == ("game/live0001", "lobby")


async def test_binary_messages_are_refused(web: Web) -> None:
    async with web.ws_connect("/ws") as viewer:
        await viewer.send_bytes(b'{"subscribe": ["lobby"]}')
        assert await closed(viewer) == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_a_message_that_is_too_long_closes_the_connection(web: Web) -> None:
    async with web.ws_connect("/ws") as viewer:
        await viewer.send_str('{"subscribe": ["' + "a" * 5000 + '"]}')
        assert await closed(viewer) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def test_too_many_topics_close_the_connection(web: Web) -> None:
    async with web.ws_connect("/ws") as viewer:
        await viewer.send_json({"subscribe": [f"game/{number}" for number in range(MAX_TOPICS + 1)]})
        assert await closed(viewer) == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_too_many_messages_close_the_connection(web: Web) -> None:
    async with web.ws_connect("/ws") as viewer:
        for _ in range(BURST + 20):
            await viewer.send_str("{}")
        assert await closed(viewer) == aiohttp.WSCloseCode.POLICY_VIOLATION


def test_the_allowance_comes_back_with_time() -> None:
    allowance = Allowance(0.0)
    assert [allowance.take(0.0) for _ in range(BURST + 1)] == [True] * BURST + [False]
    assert [allowance.take(1.0) for _ in range(PER_SECOND + 1)] == [True] * PER_SECOND + [False]


@pytest.mark.parametrize("query", ["topics=game/", "topics=a,b", "topics=" + ",".join(f"game/{n}" for n in range(65))])
async def test_bad_topics_in_the_address_are_refused(web: Web, hub: Hub, query: str) -> None:
    response = await web.get(f"/ws?{query}")
    assert response.status == 400
    assert "opics" in (await response.json())["error"] or "topic" in (await response.json())["error"]
    assert hub.clients == 0


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
async def test_pages_of_other_sites_are_refused(web: Web, origin: str) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
        await web.ws_connect("/ws", headers={"Origin": origin})
    assert refusal.value.status == 403


async def test_a_page_of_the_same_host_is_welcome(web: Web) -> None:
    origin = f"http://{web.host}:{web.port}"
    async with web.ws_connect("/ws?topics=lobby", headers={"Origin": origin}) as viewer:
        assert (await frame(viewer)).topic == "lobby"


async def test_a_viewer_that_leaves_is_forgotten(web: Web, hub: Hub) -> None:
    async with web.ws_connect("/ws?topics=lobby") as viewer:
        await frame(viewer)
        assert hub.clients == 1
    await web.close()  # the server has ended the viewer's task by then
    assert hub.clients == 0


async def test_the_number_of_viewers_is_limited(hub: Hub) -> None:
    async with TestClient(TestServer(create_app(hub, limits=Limits(clients=1)))) as web, web.ws_connect("/ws"):
        response = await web.get("/ws")
        assert response.status == 503
        assert response.headers["Retry-After"] == "30"


async def stalled(port: int) -> socket.socket:
    """A viewer that never reads, with the smallest buffers there are."""
    viewer = socket.socket()
    viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    viewer.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(viewer, ("127.0.0.1", port))
    hello = (
        f"GET /ws?topics=game/a HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    await loop.sock_sendall(viewer, hello.encode())
    return viewer


async def test_a_stalled_viewer_is_cut_off_and_delays_nobody(hub: Hub) -> None:
    big = samples.state("a", 36, samples.ENTRIES * 400)
    small = msgspec.structs.replace(big, entries=())
    async with TestClient(TestServer(create_app(hub, limits=Limits(send_timeout_s=0.2)))) as web:
        assert web.port is not None
        asleep = await stalled(web.port)
        async with web.ws_connect("/ws?topics=game/a", max_msg_size=0) as awake:
            await frame(awake)
            count = 0
            async with asyncio.timeout(20):
                # The kernel takes some megabytes before a viewer that does not read is felt at all.
                while hub.clients == 2:
                    hub.publish("game/a", small if count % 2 else big)
                    assert (await frame(awake)).version == count + 1
                    count += 1
                    assert all(len(client.pending) <= 1 for client in hub._clients)
        asleep.close()


async def test_a_server_that_stops_tells_everybody_to_come_back_later(web: Web) -> None:
    viewers = [await web.ws_connect("/ws?topics=lobby") for _ in range(3)]
    codes = asyncio.gather(*map(closed, viewers))
    await web.app.shutdown()
    assert set(await codes) == {WSCloseCode.SERVICE_RESTART}


async def test_a_viewer_that_wakes_up_gets_the_newest_of_every_topic(hub: Hub) -> None:
    big = samples.state("a", 36, samples.ENTRIES * 400)
    async with TestClient(TestServer(create_app(hub))) as web:
        assert web.port is not None
        asleep = await stalled(web.port)
        async with asyncio.timeout(20):
            while not hub.clients or not any(client.pending for client in hub._clients):
                hub.publish("game/a", msgspec.structs.replace(big, entries=()))
                hub.publish("game/a", big)
                await asyncio.sleep(0)
            hub.publish("game/a", samples.state("a", 11))
            loop, heard = asyncio.get_running_loop(), b""
            last = hub.told("game/a")
            assert last
            while b'"game/a","version":%d,' % last.version not in heard or not heard.endswith(b"}}"):
                heard += await loop.sock_recv(asleep, 1 << 20)
        assert not any(client.pending for client in hub._clients)
        asleep.close()
