"""Serving a web application, and running until somebody ends the program."""

import asyncio
import errno
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from aiohttp import web


class UserError(Exception):
    """Something that the user has to know, in one sentence."""


@asynccontextmanager
async def served(application: web.Application, host: str, port: int) -> AsyncIterator[str]:
    """Serve an application; gives its address. Raises `UserError` if it cannot be served there."""
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            advice = "another program uses it; choose another port" if taken else "check host and port"
            where = f"{_in_address(host)}:{port}"
            raise UserError(f"the pages cannot be served at {where}: {advice} ({error.strerror})") from error
        yield f"http://{_in_address(host)}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


async def until_told(work: Coroutine[Any, Any, None]) -> None:
    """Run until the work ends or the program is told to end; SIGTERM ends it as quietly as Ctrl-C."""
    task = asyncio.ensure_future(work)
    with suppress(NotImplementedError):  # Windows has no signal handlers in the loop
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        await task
