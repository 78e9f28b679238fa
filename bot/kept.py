"""A small file beside the configuration with what an operator has chosen and noted, so that a restart keeps it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Lock
from typing import NoReturn

import msgspec
import structlog

from bot.clock import Clock
from bot.lichess.background import in_background
from bot.together import together

log = structlog.get_logger()

FILE = "unruh-desk.json"
PAUSE_MS = 1_000
"""What changes all the time is not written more often."""


class Kept:
    """Parts of a JSON file, each with a name; without a path nothing is kept.

    What cannot be read is as if it had never been kept; what cannot be written is logged, and the show goes on.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._parts: dict[str, msgspec.Raw] = {}
        self._writing = Lock()
        self._changed = asyncio.Event()
        try:
            self._parts = msgspec.json.decode(path.read_bytes(), type=dict[str, msgspec.Raw]) if path else {}
        except FileNotFoundError:
            pass
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("what was kept cannot be read", file=str(path), reason=str(error))
        self._written = dict(self._parts)

    def part(self, name: str) -> bytes | None:
        """What was kept under a name, as JSON."""
        raw = self._parts.get(name)
        return bytes(raw) if raw is not None else None

    def keep(self, name: str, json: bytes) -> None:
        """Keep this under a name from now on; it is written at once."""
        if self.part(name) != json:
            self._parts[name] = msgspec.Raw(json)
            self._write()

    def keep_soon(self, name: str, json: bytes) -> None:
        """Keep this under a name from now on; it is written within `writing`, for it changes all the time."""
        if self.part(name) != json:
            self._parts[name] = msgspec.Raw(json)
            self._changed.set()

    @asynccontextmanager
    async def writing(self, clock: Clock) -> AsyncIterator[None]:
        """Write what is kept soon, at most once a second and without the event loop; and all of it at the end."""
        try:
            async with together() as group:
                writer = group.create_task(self._keep_writing(clock), name="what is kept")
                yield
                writer.cancel()
        finally:
            self._write()

    async def _keep_writing(self, clock: Clock) -> NoReturn:
        while True:
            await self._changed.wait()
            self._changed.clear()
            await in_background(self._write)
            await clock.sleep_until_ms(clock.now_ms() + PAUSE_MS)

    def _write(self) -> None:
        """Write what is kept now, if that is not in the file; one thread after the other."""
        with self._writing:
            parts = dict(self._parts)
            if not self._path or parts == self._written:
                return
            new = self._path.with_name(self._path.name + ".new")
            try:
                new.write_bytes(msgspec.json.encode(parts))
                new.replace(self._path)
            except OSError as error:
                log.warning("what was chosen cannot be kept", file=str(self._path), reason=str(error))
            else:
                self._written = parts
