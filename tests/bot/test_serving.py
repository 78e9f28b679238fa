"""Serving pages: the address that is told is one that can be opened."""

import socket

import aiohttp
import pytest
from aiohttp import web

from bot.serving import UserError, served


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


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True
