"""Lichess, or a compatible server, over HTTP: streams by aiohttp, everything else by berserk in the background."""

import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import aiohttp
import berserk
import berserk.exceptions
import msgspec
import requests

from bot.clock import within
from bot.lichess.background import in_background
from bot.lichess.errors import LichessError, RateLimitError, asked_pause_ms, error_for
from bot.lichess.governor import Budget, Governor
from bot.lichess.limits import STATUS_MS
from bot.lichess.ndjson import LineSplitter
from bot.lichess.wire import UserStatus
from bot.trouble import tell_trouble

T = TypeVar("T")
Received = Callable[[str, bytes], None]
"""Takes a line as it was received, and what it came from; it must return quickly and never raise."""

ONE_SHOT_TIMEOUT_S = 30.0
OPEN_TIMEOUT_MS = 60_000
"""A stream of a finished game may open slowly."""
REASON_TIMEOUT_MS = 5_000
MAX_STATUS_IDS = 100
LIMITED = "429"
"""What a pause comes from, among the lines received; the line is how many milliseconds the answer asked for."""
NDJSON = "application/x-ndjson"
PGN = "application/x-chess-pgn"
_WRONG_SHAPE = (TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What berserk raises where an answer has not the shape that it takes for granted."""
_SECRET = re.compile(rb'("fullId"\s*:\s*")[^"]*')
"""What lets anybody play on in the name of the token's owner: it is handed to nobody."""


class LichessClient:
    """Asks one server. Errors are `LichessError`s; a token is sent in a header and shown nowhere."""

    def __init__(
        self,
        base_url: str,
        governor: Governor,
        *,
        token: str | None = None,
        agent: str = "unruh",
        received: Received = lambda _origin, _line: None,
    ) -> None:
        """Take the server's address without a path, and who keeps what is received; use as a context manager."""
        self.base_url = base_url.rstrip("/")
        self.governor = governor
        self.received = received
        self.has_token = token is not None
        self._headers = {"User-Agent": agent} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._api = berserk.Client(_Session(self._headers), base_url=self.base_url)
        self._streams: aiohttp.ClientSession | None = None
        self._status_budget = Budget(governor.clock, 1, STATUS_MS)

    async def __aenter__(self) -> Self:
        """Open the session of the streams; their own silence limits replace aiohttp's five minutes in all."""
        self._streams = aiohttp.ClientSession(
            headers=self._headers,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=ONE_SHOT_TIMEOUT_S),
            connector=aiohttp.TCPConnector(limit=0),
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all connections."""
        if self._streams:
            await self._streams.close()

    def game_url(self, game_id: str) -> str:
        """Where people see a game."""
        return f"{self.base_url}/{game_id}"

    @property
    def host(self) -> str:
        """The server's name, for people."""
        return urlsplit(self.base_url).netloc

    @asynccontextmanager
    async def stream(
        self,
        path: str,
        what: str,
        *,
        accept: str = NDJSON,
        params: Mapping[str, str] | None = None,
        body: str | None = None,
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """Open a stream; gives the bytes as they come. With a `body`, which it then sends, it is a POST.

        Every line of ND-JSON is handed to `received` under the name of `what` ("game abcd1234"), without secrets; who
        reads a stream of PGN does that by itself. How long it may be silent is up to the reader, see
        `bot.lichess.listening`.
        """
        assert self._streams
        await self.governor.ready()
        request = self._streams.request(
            "GET" if body is None else "POST",
            self.base_url + path,
            params=params,
            data=body,
            headers={"Accept": accept} | ({} if body is None else {"Content-Type": "text/plain"}),
        )
        try:
            response = await within(self.governor.clock, OPEN_TIMEOUT_MS, _opened(request))
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise LichessError(f"{self.host} cannot be reached: {_plain(error)}") from error
        try:
            if response.status >= 400:
                self._refused(response.status, what, response.headers, await self._reason(response))
            self.governor.succeeded()
            tell_trouble(None)
            chunks = _chunks(response)
            yield self._noted(what, chunks) if accept == NDJSON else chunks
        finally:
            response.close()

    async def _noted(self, what: str, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        lines = LineSplitter()
        async for data in chunks:
            for line in lines.feed(data):
                self.received(what, _SECRET.sub(rb"\1", line))
            yield data

    async def ask(self, what: str, call: Callable[[berserk.Client], object], wanted: type[T]) -> T:
        """Make one request by berserk, one at a time, and check the answer's shape. `what` names it for people."""
        try:
            async with self.governor.turn():
                answer = await in_background(lambda: call(self._api))
        except berserk.exceptions.ResponseError as error:
            response = error.response
            if response.status_code >= 400:
                self._refused(response.status_code, what, response.headers, response.content)
            raise LichessError(f"{what}: the server's answer is not understood") from error
        except (requests.JSONDecodeError, *_WRONG_SHAPE) as error:
            raise LichessError(f"{what}: the server's answer is not understood") from error
        except (berserk.exceptions.BerserkError, OSError, ValueError) as error:  # requests' own errors are OSErrors
            raise LichessError(f"{self.host} cannot be reached: {_plain(error.__cause__ or error)}") from error
        self.governor.succeeded()
        try:
            return msgspec.convert(answer, wanted)
        except msgspec.ValidationError as error:
            raise LichessError(f"{what}: the server's answer is not understood: {error}") from error

    async def statuses(self, user_ids: Sequence[str]) -> list[UserStatus]:
        """What users do now, at most 100; unknown ones are left out. Waits until the last such question is 5 s ago."""
        await self._status_budget.spend()
        ids = user_ids[:MAX_STATUS_IDS]
        return await self.ask(
            "the users' status",
            lambda api: api.users.get_realtime_statuses(*ids, with_game_ids=True),
            list[UserStatus],
        )

    async def _reason(self, response: aiohttp.ClientResponse) -> bytes:
        """The beginning of a refusal's body, as far as it comes."""
        try:
            return await within(self.governor.clock, REASON_TIMEOUT_MS, response.content.read(4096))
        except (aiohttp.ClientError, OSError, TimeoutError):
            return b""

    def _refused(self, status: int, what: str, headers: Mapping[str, str], body: bytes) -> None:
        """Raise the error for an answer with a status of 400 or more; a 429 makes everything pause."""
        error = error_for(status, what)
        if isinstance(error, RateLimitError):
            asked_ms = asked_pause_ms(headers, body)
            self.received(LIMITED, str(asked_ms).encode())
            self.governor.limited(asked_ms)
        raise error


class _Session(requests.Session):
    """A session that gives up after a time; requests itself would wait for ever."""

    def __init__(self, headers: dict[str, str]) -> None:
        super().__init__()
        self.headers.update(headers)

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        kwargs.setdefault("timeout", ONE_SHOT_TIMEOUT_S)
        return super().request(*args, **kwargs)


async def _opened(request: Any) -> aiohttp.ClientResponse:
    response: aiohttp.ClientResponse = await request
    return response


async def _chunks(response: aiohttp.ClientResponse) -> AsyncIterator[bytes]:
    """The body as it comes; whatever ends it too early is a `LichessError`."""
    try:
        async for chunk in response.content.iter_any():
            yield chunk
    except (aiohttp.ClientError, OSError, RuntimeError) as error:  # a garbled end is a bare RuntimeError of aiohttp's
        raise LichessError(f"the connection broke: {_plain(error)}") from error


def _plain(error: BaseException) -> str:
    """The kind of an error alone: texts of HTTP libraries repeat addresses and headers."""
    return type(error).__name__
