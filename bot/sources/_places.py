"""Where a PGN is that grows: a file, or a page of any server."""

import stat
from abc import ABC, abstractmethod
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

import aiohttp

from bot.clock import Clock, within
from bot.lichess.background import in_background

MAX_BYTES = 20 << 20
ANSWER_MS = 30_000
AGAIN = 2
"""A changed file is read so many times more: times of files are as coarse as two seconds."""


class UnreadableError(Exception):
    """The PGN cannot be read just now; the text says why, in words that stay the same as long as the reason does."""


class Place(ABC):
    """Somewhere to look again and again."""

    every_ms: int
    """How often it is looked at."""
    longest_ms: int
    """How long pauses may grow while looking is in vain."""

    def __init__(self, name: str, stem: str) -> None:
        """Take what people call it, without the secrets of an address, and the name without an ending."""
        self.name = name
        self.stem = stem

    @abstractmethod
    async def look(self) -> bytes | None:
        """All that is there; None if that has surely not changed since the last time. Raises `UnreadableError`."""

    async def close(self) -> None:
        """Let go of what is held open between two looks."""
        return


def place_of(where: str, clock: Clock) -> Place:
    """The place that a path or an address names."""
    return Page(where, clock) if where.startswith(("http://", "https://")) else File(Path(where))


class File(Place):
    """A file, which may be replaced, cut, locked or missing at any time."""

    every_ms = longest_ms = 1_000

    def __init__(self, path: Path) -> None:
        """Take its path."""
        super().__init__(path.name, path.stem)
        self._path = path
        self._stamp: tuple[int, int, int] | None = None
        self._again = 0

    async def look(self) -> bytes | None:
        """Read it if its size or time has changed."""
        try:
            return await in_background(self._read)
        except (OSError, ValueError) as error:
            self._stamp = None
            reason = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
            raise UnreadableError(f"{self.name} cannot be read: {reason}") from error
        except UnreadableError:
            self._stamp = None
            raise

    def _read(self) -> bytes | None:
        found = self._path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise UnreadableError(f"{self.name} is not a file")
        stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
        if stamp != self._stamp:
            self._stamp, self._again = stamp, AGAIN
        elif self._again:
            self._again -= 1
        else:
            return None
        with self._path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
        _check_length(len(text), self.name)
        return text


class Page(Place):
    """A page of any server, asked with an own session: no token of Lichess gets there."""

    every_ms, longest_ms = 5_000, 60_000

    def __init__(self, url: str, clock: Clock) -> None:
        """Take its address and the time."""
        address = urlsplit(url)
        file, host = PurePosixPath(address.path), address.hostname or ""
        super().__init__(f"{host}/{file.name}", file.stem or host)
        self._url = url
        self._clock = clock
        self._session: aiohttp.ClientSession | None = None
        self._validators: dict[str, str] = {}

    async def close(self) -> None:
        """Close the session."""
        if self._session:
            await self._session.close()

    async def look(self) -> bytes | None:
        """Ask for it, unless the server says that it is the same as before."""
        try:
            return await within(self._clock, ANSWER_MS, self._get())
        except (aiohttp.ClientError, OSError, ValueError) as error:
            self._validators = {}
            raise UnreadableError(f"{self.name} cannot be read: {type(error).__name__}") from error
        except UnreadableError:
            self._validators = {}
            raise

    async def _get(self) -> bytes | None:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                headers={"User-Agent": "unruh"},
                timeout=aiohttp.ClientTimeout(total=None),
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        async with self._session.get(self._url, headers=self._validators) as response:
            if response.status == 304:
                return None
            if response.status != 200:
                raise UnreadableError(f"{self.name} cannot be read: the server answers with HTTP {response.status}")
            text = bytearray()
            async for chunk in response.content.iter_any():
                text += chunk
                _check_length(len(text), self.name)
            names = {"ETag": "If-None-Match", "Last-Modified": "If-Modified-Since"}
            self._validators = {ask: response.headers[told] for told, ask in names.items() if told in response.headers}
            return bytes(text)


def _check_length(length: int, name: str) -> None:
    if length > MAX_BYTES:
        raise UnreadableError(f"{name} is longer than {MAX_BYTES >> 20} MiB")
