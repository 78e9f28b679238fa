"""Serving pages: the address that is told is one that can be opened."""

import asyncio
import signal
import socket
from collections.abc import Callable, Sized

import aiohttp
import pytest
from aiohttp import web

from bot.event_loop import loop_factory
from bot.serving import UserError, served, until_told
from tests.bot.command_line import posix_only


@pytest.mark.parametrize(("host", "start"), [("127.0.0.1", "http://127.0.0.1:"), ("::1", "http://[::1]:")])
async def test_the_address_can_be_opened(host: str, start: str) -> None:
    if ":" in host and not _has_ipv6():
        pytest.skip("this machine has no IPv6")
    async with (
        served(web.Application(), host, 0) as url,
        aiohttp.ClientSession() as session,
        session.get(url) as answer,
    ):
        assert url.startswith(start)
        assert answer.status == 404


async def test_a_port_that_is_taken() -> None:
    async with served(web.Application(), "127.0.0.1", 0) as url:
        port = int(url.rpartition(":")[2])
        with pytest.raises(UserError, match=rf"cannot be served at 127\.0\.0\.1:{port}: another program uses it"):
            async with served(web.Application(), "127.0.0.1", port):
                pass


class Ajar(Sized):
    """Counts who comes, lets everybody through to the server, and is empty at first."""

    def __init__(self, server: Callable[[], asyncio.Protocol]) -> None:
        self.server, self.count, self.closed = server, 0, False

    def __call__(self) -> asyncio.Protocol:
        self.count += 1
        return self.server()

    def __len__(self) -> int:
        return self.count

    def close(self) -> None:
        self.closed = True


async def test_everybody_comes_through_the_entrance() -> None:
    doors = []

    def entrance(_application: web.Application, server: web.Server) -> Ajar:
        doors.append(Ajar(server))
        return doors[0]

    async with served(web.Application(), "127.0.0.1", 0, entrance) as url, aiohttp.ClientSession() as session:
        async with session.get(url) as answer:
            assert answer.status == 404
        assert len(doors[0]) == 1
        assert not doors[0].closed
    assert doors[0].closed


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


@posix_only
def test_signals_mean_what_they_meant_before() -> None:
    async def work() -> None:
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(until_told(work()))
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
