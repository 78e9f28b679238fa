"""A connection to OBS by obs-websocket 5: typed, bounded in time, and safe against whatever answers.

`simpleobsws` speaks the protocol. It waits in vain when the other side says nonsense or hangs up; so everything here
waits for the end of its reading, too.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, NoReturn, TypeAlias, TypeVar, cast

import simpleobsws
from simpleobsws import IdentificationParameters, Request, RequestResponse, WebSocketClient
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from bot.obs import words
from bot.obs.errors import AwayError, ObsError, PasswordError, RefusedError

logging.getLogger(simpleobsws.__name__).setLevel(logging.CRITICAL)  # what it tells, the errors tell

T = TypeVar("T")
Data: TypeAlias = Mapping[str, Any]
Heard: TypeAlias = Callable[[str, Data], None]
"""Is told of every event of OBS: its type and its data."""

SCENE_EVENTS = 1 << 2
"""The events that are wanted of OBS: those of its scenes."""
WRONG_PASSWORD = 4009
OLD_PROTOCOL = 4010
ANSWER_S = 10.0
"""How long OBS may take to answer."""
CLOSE_S = 1.0
TALK = Subprotocol("obswebsocket.msgpack")
MAX_BYTES = 1 << 24
"""The longest message that is read."""


class Session:
    """An identified connection; see `connected`."""

    def __init__(self, client: WebSocketClient, url: str, answer_s: float) -> None:
        self._client = client
        self._url = url
        self._answer_s = answer_s

    async def ask(self, request: str, **data: object) -> Data:
        """Have something done, or ask something; the answer may be empty.

        Raises `RefusedError` with the code of OBS, and `AwayError` if there is no answer.
        """
        call = self._client.call(Request(request, data or None), timeout=self._answer_s)
        try:
            response: RequestResponse = await _unless_over(self._client, self._url, call)
        except simpleobsws.MessageTimeout as error:
            raise AwayError(words.slow(request)) from error
        except (simpleobsws.NotIdentifiedError, WebSocketException, OSError) as error:
            raise AwayError(words.lost(self._url)) from error
        except (KeyError, TypeError, AttributeError) as error:
            raise AwayError(words.stranger(self._url)) from error
        status = response.requestStatus
        if status.result is not True:
            code = status.code if isinstance(status.code, int) else 0
            raise RefusedError(words.refused(request, str(status.comment or "")), code)
        return response.responseData if isinstance(response.responseData, dict) else {}

    async def over(self) -> NoReturn:
        """Wait until the connection has ended; raises the `ObsError` that says how."""
        await asyncio.wait({self._client.recv_task})
        raise _why_over(self._client, self._url)


@asynccontextmanager
async def connected(
    url: str, password: str, heard: Heard = lambda _type, _data: None, *, answer_s: float = ANSWER_S
) -> AsyncIterator[Session]:
    """Connect and identify. Raises `PasswordError`, and `AwayError` for everything else."""
    client = WebSocketClient(url, password, IdentificationParameters(eventSubscriptions=SCENE_EVENTS))

    async def tell(kind: object, data: object) -> None:
        if isinstance(kind, str):
            heard(kind, data if isinstance(data, dict) else {})

    client.register_event_callback(tell)
    try:
        await _connect(client, url, answer_s)
        yield Session(client, url, answer_s)
    finally:
        await _disconnect(client)


async def _connect(client: WebSocketClient, url: str, answer_s: float) -> None:
    try:
        async with asyncio.timeout(answer_s):
            await _open(client, url)
    except WebSocketException as error:
        raise AwayError(words.stranger(url)) from error
    except OSError as error:  # a TimeoutError is one, too
        raise AwayError(words.away(url)) from error
    if not await _unless_over(client, url, client.wait_until_identified(cast(int, answer_s))):
        raise AwayError(words.stranger(url))


async def _open(client: WebSocketClient, url: str) -> None:
    """What `client.connect()` does, but without the proxy of the environment: OBS is on this computer, or close by."""
    client.ws = await connect(url, subprotocols=[TALK], max_size=MAX_BYTES, proxy=None)
    client.ws_open = True
    client.recv_task = asyncio.create_task(client._ws_recv_task())  # noqa: SLF001 - it has no other way to say "no proxy"


async def _unless_over(client: WebSocketClient, url: str, answer: Awaitable[T]) -> T:
    """Wait for an answer, but no longer than the connection lasts."""
    asked = asyncio.ensure_future(answer)
    try:
        await asyncio.wait({asked, client.recv_task}, return_when=asyncio.FIRST_COMPLETED)
        if asked.done():
            return asked.result()
        raise _why_over(client, url)
    finally:
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)


def _why_over(client: WebSocketClient, url: str) -> ObsError:
    if not client.recv_task.cancelled() and client.recv_task.exception():
        return AwayError(words.stranger(url))
    if client.ws.close_code == WRONG_PASSWORD:
        return PasswordError(words.password(url, client.password))
    return AwayError(words.stranger(url) if client.ws.close_code == OLD_PROTOCOL else words.lost(url))


async def _disconnect(client: WebSocketClient) -> None:
    """Say goodbye, but do not wait for long until that is answered."""
    reading, socket = client.recv_task, client.ws
    with suppress(TimeoutError, WebSocketException, OSError):
        async with asyncio.timeout(CLOSE_S):
            await client.disconnect()
    if reading:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
    if socket:
        socket.transport.abort()
