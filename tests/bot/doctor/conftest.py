"""What the tests of the doctor share: places to look at, and the findings as a user reads them."""

import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from bot.config import parse_config
from bot.doctor.checks import examine
from bot.doctor.finding import Finding
from bot.lichess.simulator.tokens import Token
from tests import ports

TOKEN = "lip_s3cretS3cret"
TOKENS: dict[str, str | Token] = {
    TOKEN: "amsel",
    "lip_reader": Token("birke", frozenset({"study:read"})),
    "lip_idle": Token("cedar", frozenset()),
}


def told(findings: list[Finding], subject: str) -> list[str]:
    """What was found of one thing: verdict, text and advice."""
    return [f"{one.verdict}: {one.text}; {one.advice}" for one in findings if one.subject == subject]


async def look(text: str, folder: Path, token: str | None = None) -> list[Finding]:
    """Examine everything under a configuration."""
    return [finding async for finding in examine(parse_config(text), folder, token)]


def names_in(folder: Path) -> list[str]:
    """The files in a folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def free_port() -> int:
    return ports.free_port()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port whose program takes connections and never says anything."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield int(server.getsockname()[1])


@asynccontextmanager
async def answering(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> AsyncIterator[int]:
    """A web server that always answers the same; gives its port."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=body, status=status, headers=headers)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
