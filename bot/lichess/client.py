"""Lichess, or a compatible server, over HTTP: streams by aiohttp, everything else by berserk in the background."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import aiohttp
import berserk
import berserk.exceptions
import msgspec
import requests

from bot.lichess.background import in_background
from bot.lichess.errors import LichessError, RateLimitError, error_for
from bot.lichess.governor import Governor
from bot.lichess.wire import ExportedGame, UserStatus

T = TypeVar("T")

ONE_SHOT_TIMEOUT_S = 30.0
OPEN_TIMEOUT_S = 60.0
"""A stream of a finished game may open slowly."""
MAX_STATUS_IDS = 100


class LichessClient:
    """Asks one server. Errors are `LichessError`s; a token is sent in a header and shown nowhere."""

    def __init__(self, base_url: str, governor: Governor, *, token: str | None = None, agent: str = "unruh") -> None:
        """Take the server's address without a path; use as an asynchronous context manager."""
        self.base_url = base_url.rstrip("/")
        self._governor = governor
        self._headers = {"User-Agent": agent} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._one_at_a_time = asyncio.Lock()
        self._api = berserk.Client(_Session(self._headers), base_url=self.base_url)
        self._streams: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        """Open the session of the streams; their own silence limits replace aiohttp's five minutes in all."""
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=ONE_SHOT_TIMEOUT_S)
        self._streams = aiohttp.ClientSession(headers=self._headers, timeout=timeout)
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
    async def stream_game(self, game_id: str) -> AsyncIterator[AsyncIterator[bytes]]:
        """Open the public move stream of a game; gives the bytes as they come."""
        assert self._streams
        await self._governor.ready()
        request = self._streams.get(
            f"{self.base_url}/api/stream/game/{game_id}", headers={"Accept": "application/x-ndjson"}
        )
        try:
            async with asyncio.timeout(OPEN_TIMEOUT_S):
                response = await request
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise LichessError(f"{self.host} cannot be reached: {_plain(error)}") from error
        try:
            self._check(response.status, f"game {game_id}")
            yield _chunks(response)
        finally:
            response.close()

    async def export(self, game_id: str) -> ExportedGame:
        """The whole record of a game with exact clocks; what a running game shows is three plies late."""
        options = {"moves": True, "clocks": True, "evals": False, "opening": False}
        answer = await self._ask(f"game {game_id}", lambda: self._api.games.export(game_id, as_pgn=False, **options))
        return _convert(answer, ExportedGame)

    async def literate_pgn(self, game_id: str) -> str:
        """The record as PGN with comments that tell draw offers."""
        options = {"moves": True, "tags": True, "clocks": True, "evals": False, "opening": False, "literate": True}
        answer = await self._ask(f"game {game_id}", lambda: self._api.games.export(game_id, as_pgn=True, **options))
        return str(answer)

    async def statuses(self, user_ids: Sequence[str]) -> list[UserStatus]:
        """What users do now, at most 100; unknown ones are left out."""
        ids = user_ids[:MAX_STATUS_IDS]
        answer = await self._ask(
            "the users' status", lambda: self._api.users.get_realtime_statuses(*ids, with_game_ids=True)
        )
        return _convert(answer, list[UserStatus])

    async def _ask(self, what: str, call: Callable[[], Any]) -> Any:
        """Make one request, one at a time."""
        try:
            async with self._one_at_a_time:
                await self._governor.ready()
                answer = await in_background(call)
        except berserk.exceptions.ResponseError as error:
            self._check(error.status_code or 500, what)
            raise LichessError(f"{what}: the server's answer is not understood") from error
        except (requests.JSONDecodeError, TypeError, LookupError, AttributeError) as error:
            # berserk takes it for granted that an answer has the right shape.
            raise LichessError(f"{what}: the server's answer is not understood") from error
        except (berserk.exceptions.BerserkError, requests.RequestException, ValueError) as error:
            raise LichessError(f"{self.host} cannot be reached: {_plain(error.__cause__ or error)}") from error
        self._governor.succeeded()
        return answer

    def _check(self, status: int, what: str) -> None:
        if status < 400:
            self._governor.succeeded()
            return
        error = error_for(status, what)
        if isinstance(error, RateLimitError):
            self._governor.limited()
        raise error


class _Session(requests.Session):
    """A session that gives up after a time; requests itself would wait for ever."""

    def __init__(self, headers: dict[str, str]) -> None:
        super().__init__()
        self.headers.update(headers)

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        kwargs.setdefault("timeout", ONE_SHOT_TIMEOUT_S)
        return super().request(*args, **kwargs)


async def _chunks(response: aiohttp.ClientResponse) -> AsyncIterator[bytes]:
    """The body as it comes; whatever ends it too early is a `LichessError`."""
    try:
        async for chunk in response.content.iter_any():
            yield chunk
    except (aiohttp.ClientError, OSError) as error:
        raise LichessError(f"the connection broke: {_plain(error)}") from error


def _convert(answer: Any, wanted: type[T]) -> T:
    try:
        return msgspec.convert(answer, wanted)
    except msgspec.ValidationError as error:
        raise LichessError(f"the server's answer is not understood: {error}") from error


def _plain(error: BaseException) -> str:
    """The kind of an error alone: texts of HTTP libraries repeat addresses and headers."""
    return type(error).__name__
