"""Serving a web application, and running until somebody ends the program."""

import asyncio
import errno
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

from aiohttp import web

BACKLOG = 1024
"""How many connections may wait until they are taken; the system may allow fewer."""
KEEPALIVE_S = 75.0
"""How long a connection may rest between two requests: longer than nginx lets its own rest."""
LINGERING_S = 2.0
"""How long what is left of a body is read that nobody wanted."""


class UserError(Exception):
    """Something that the user has to know, in one sentence."""


class Entrance(Protocol):
    """Makes the protocols of new connections."""

    def __call__(self) -> asyncio.Protocol:
        """The protocol of a new connection."""

    def close(self) -> None:
        """End those that have not reached the server."""


@asynccontextmanager
async def served(
    application: web.Application,
    host: str,
    port: int,
    entrance: Callable[[web.Application, web.Server], Entrance] | None = None,
) -> AsyncIterator[str]:
    """Serve an application; gives its address. Raises `UserError` if it cannot be served there.

    `entrance` is what connections come through to the server; without it they come to it at once.
    """
    runner = web.AppRunner(
        application, access_log=None, shutdown_timeout=1.0, keepalive_timeout=KEEPALIVE_S, lingering_time=LINGERING_S
    )
    await runner.setup()
    assert runner.server
    door = entrance(application, runner.server) if entrance else None
    try:
        async with _listening(runner.server if door is None else door, host, port) as bound:
            yield f"http://{_in_address(host)}:{bound}"
    finally:
        if door is not None:
            door.close()
        await runner.cleanup()


@asynccontextmanager
async def _listening(factory: Callable[[], asyncio.Protocol], host: str, port: int) -> AsyncIterator[int]:
    """Take connections meanwhile; gives the port."""
    try:
        server = await asyncio.get_running_loop().create_server(factory, host, port, backlog=BACKLOG)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        advice = "another program uses it; choose another port" if taken else "check host and port"
        where = f"{_in_address(host)}:{port}"
        raise UserError(f"the pages cannot be served at {where}: {advice} ({error.strerror})") from error
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


async def until_told(work: Coroutine[Any, Any, None]) -> None:
    """Run until the work ends or the program is told to end; SIGTERM ends it as quietly as Ctrl-C."""
    task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows has no signal handlers in the loop
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, task.cancel)
    try:
        with suppress(asyncio.CancelledError):
            await task
    finally:
        with suppress(NotImplementedError):
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(number)  # which uvloop does not do when it is closed
