"""The door: who is too many, too fast or too slow is turned away, and everybody else notices nothing."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.event_loop import loop_factory
from overlay.access.proxies import Ip, Proxies
from overlay.counts import Counts
from overlay.hub import Hub
from overlay.web.app import create_app
from overlay.web.door import KEPT_FREE, MAX_HEAD_BYTES, Door, door_of
from overlay.web.keys import Limits
from overlay.web.open_files import most_open_files
from tests.overlay import samples

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
Opened = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Run = Callable[[Coroutine[Any, Any, None]], None]


class Nobody(Proxies):
    """Believes nobody, so that this machine is a stranger."""

    def trust(self, ip: Ip | None) -> bool:
        return False


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs a test in an event loop of Python's own, and in the one that the program has."""

    def run(test: Coroutine[Any, Any, None]) -> None:
        with asyncio.Runner(loop_factory=loop_factory() if request.param == "uvloop" else None) as runner:
            runner.run(asyncio.wait_for(test, 15))

    return run


class House:
    """A running server behind a door, and those who knock."""

    def __init__(self, door: Door, counts: Counts, hub: Hub, port: int, stack: AsyncExitStack) -> None:
        self.door, self.counts, self.hub, self.port = door, counts, hub, port
        self._stack = stack

    async def knock(self, said: bytes = b"") -> Opened:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._stack.callback(writer.close)
        writer.write(said)
        return reader, writer

    async def asked(self, said: bytes = REQUEST) -> int:
        """The status of the answer."""
        return await status(await self.knock(said))

    async def count(self, connections: int) -> None:
        """Wait until there are so many connections."""
        for _ in range(1000):
            if len(self.door) == connections:
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"there are {len(self.door)} connections, not {connections}")


async def status(opened: Opened) -> int:
    return int((await opened[0].readline()).split()[1])


async def ended(opened: Opened) -> bytes:
    """What is still said until the connection is closed."""
    try:
        return await opened[0].read()
    except ConnectionResetError:
        return b""


@asynccontextmanager
async def house(limits: Limits | None = None, proxies: Proxies | None = None, room: int = 500) -> AsyncIterator[House]:
    hub, limits = Hub(), limits or Limits()
    hub.publish("game/live0001", samples.live())
    runner = web.AppRunner(create_app(hub, limits=limits), shutdown_timeout=1)
    await runner.setup()
    assert runner.server
    door = Door(runner.server, limits, proxies or Nobody(), hub.counts, room=room)
    server = await asyncio.get_running_loop().create_server(door, "127.0.0.1", 0)
    async with AsyncExitStack() as stack:
        yield House(door, hub.counts, hub, server.sockets[0].getsockname()[1], stack)
        server.close()
        door.close()
        await runner.cleanup()
    await asyncio.sleep(0.01)


def test_a_request_in_one_piece_and_byte_by_byte(run: Run) -> None:
    async def test() -> None:
        async with house() as here:
            assert await here.asked() == 200
            reader, writer = await here.knock()
            for byte in REQUEST:
                writer.write(bytes((byte,)))
                await asyncio.sleep(0)
            assert await status((reader, writer)) == 200
            writer.write(REQUEST)
            await reader.readuntil(b"HTTP/1.1 ")
            assert await reader.readexactly(3) == b"200", "the second request of a connection"
            writer.close()
            await here.count(1)

    run(test())


def test_a_socket_works_through_the_door(run: Run) -> None:
    async def test() -> None:
        async with house() as here, aiohttp.ClientSession() as session:
            async with session.ws_connect(f"http://127.0.0.1:{here.port}/ws?topics=game/live0001") as viewer:
                assert '"version":1' in await viewer.receive_str(timeout=15)
                here.hub.publish("game/live0001", samples.state("live0001", 37))
                assert '"version":2' in await viewer.receive_str(timeout=15)
                assert len(here.door) == 1
            await here.count(0)

    run(test())


def test_who_is_too_slow_is_turned_away_and_nobody_else(run: Run) -> None:
    async def test() -> None:
        async with house(Limits(head_s=0.6)) as here:
            slow = [await here.knock(said) for said in (b"", b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\n")]
            await asyncio.sleep(0.4)
            later = await here.knock(b"GET /healthz")
            assert [await status(one) for one in slow] == [408, 408, 408]
            later[1].write(b" HTTP/1.1\r\nHost: x\r\n\r\n")
            assert await status(later) == 200
            assert here.counts.refused["slow"] == 3
            await asyncio.sleep(0.6)
            assert await here.asked() == 200
            assert here.counts.refused["slow"] == 3, "who was let in has all the time"

    run(test())


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\0" * 100,
        b"\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        b"get / HTTP/1.1\r\n\r\n"[:5],
        b"GET /" + b"x" * MAX_HEAD_BYTES,
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * (MAX_HEAD_BYTES // 6),
    ],
)
def test_what_is_no_request_is_turned_away_at_once(run: Run, said: bytes) -> None:
    async def test() -> None:
        async with house() as here:
            assert await here.asked(said) == 400
            await here.count(0)
            assert here.counts.refused["malformed"] == 1

    run(test())


def test_one_address_has_no_more_connections_than_it_may(run: Run) -> None:
    async def test() -> None:
        async with house(Limits(connections_each=3)) as here:
            opened = [await here.knock() for _ in range(3)]
            assert await here.asked() == 429
            opened[0][1].close()
            await here.count(2)
            assert await here.asked() == 200
            assert here.counts.refused["address"] == 1

    run(test())


def test_this_machine_and_proxies_carry_many(run: Run) -> None:
    async def test() -> None:
        async with house(Limits(connections_each=3, connects_burst=3), Proxies()) as here:
            for _ in range(10):
                await here.knock()
            assert await here.asked() == 200

    run(test())


def test_one_address_does_not_come_faster_than_it_may(run: Run) -> None:
    async def test() -> None:
        async with house(Limits(connects_per_s=0.001, connects_burst=5)) as here:
            statuses = []
            for _ in range(8):
                opened = await here.knock(REQUEST)
                statuses.append(await status(opened))
                opened[1].close()
            assert statuses == [200] * 5 + [429] * 3
            assert here.counts.refused["requests"] == 3

    run(test())


def test_strangers_leave_room_for_this_machine(run: Run) -> None:
    async def test() -> None:
        for proxies, last in ((Nobody(), 503), (Proxies(), 200)):
            async with house(replace(Limits(), connections_each=500), proxies, room=KEPT_FREE + 2) as here:
                for _ in range(2):
                    await here.knock()
                await here.count(2)
                assert await here.asked() == last
        async with house(Limits(), Proxies(), room=2) as here:
            for _ in range(2):
                await here.knock()
            assert await here.asked() == 503
            assert here.counts.refused["viewers"] == 1

    run(test())


def test_who_was_not_let_in_yet_goes_when_the_server_does(run: Run) -> None:
    async def test() -> None:
        async with house() as here:
            waiting = await here.knock(b"GET /")
            await here.count(1)
            here.door.close()
            assert await ended(waiting) == b""
            await here.count(0)

    run(test())


async def test_many_who_wait_have_one_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, timers = asyncio.get_running_loop(), list[float]()
    call_later = loop.call_later

    def counted(delay: float, *arguments: Any, **more: Any) -> asyncio.TimerHandle:
        timers.append(delay)
        return call_later(delay, *arguments, **more)

    async with house(Limits(head_s=77)) as here:
        monkeypatch.setattr(loop, "call_later", counted)
        for _ in range(100):
            await here.knock()
        await here.count(100)
        assert timers.count(77) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_as_many_files_as_the_system_allows() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        most = most_open_files()
        assert most == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 512
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_the_door_of_an_application_has_its_limits() -> None:
    app = create_app(Hub(), limits=Limits(connections_each=7))
    door = door_of(app, web.Server(lambda _request: asyncio.sleep(0, web.Response())))
    assert door._limits.connections_each == 7
    assert door._room > 300
