"""`/ws`: the hub's states to a WebSocket, and the only two things a viewer may say back."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from overlay.access.guard import one_socket, rights_last
from overlay.access.local import same_origin
from overlay.channels import Seat
from overlay.hub import MAX_TOPICS, Client, TooManyTopics
from overlay.web.keys import CHANNELS, LIMITS, OPEN
from overlay.web.serving import want_of

log = logging.getLogger(__name__)

MAX_MESSAGE_BYTES = 4096
BURST = 32  # messages a client may send at once …
PER_SECOND = 4  # … and how many it may send a second in the long run


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """What a client may send: which topics to add to its set, and which to take out."""

    subscribe: list[str] = []
    unsubscribe: list[str] = []


_ask = msgspec.json.Decoder(Ask)


class Refused(Exception):  # noqa: N818 - not an error of ours
    """A client said what it must not say; the reason goes into the close frame."""


def require_same_origin(request: web.Request) -> None:
    """Raise a 403 for the page of another site."""
    if not same_origin(request):
        raise web.HTTPForbidden(text="Pages of other sites may not connect here.")


async def websocket(request: web.Request) -> web.StreamResponse:
    """Serve one viewer until either side goes away."""
    channels = request.app[CHANNELS]
    require_same_origin(request)
    if channels.viewers >= request.app[LIMITS].clients:
        raise web.HTTPServiceUnavailable(
            text="There are too many viewers at the moment.", headers={"Retry-After": "30"}
        )
    seat = channels.sit(want_of(request))
    try:
        return await talk(seat, request)
    finally:
        channels.leave(seat)


async def talk(seat: Seat, request: web.Request) -> web.StreamResponse:
    """Tell one viewer what their hub tells, and hear them, until one of the two ends."""
    limits, lasts = request.app[LIMITS], rights_last(request)
    # A limit of 0 makes every send wait until the client has taken it: no other buffer than its `pending` grows.
    socket = web.WebSocketResponse(
        heartbeat=limits.heartbeat_s, compress=False, max_msg_size=MAX_MESSAGE_BYTES, writer_limit=0
    )
    with one_socket(request):
        try:
            change(seat, Ask(subscribe=[name for name in request.query.get("topics", "").split(",") if name]))
        except Refused as refusal:
            raise web.HTTPBadRequest(text=f"{refusal}.") from None
        await socket.prepare(request)
        await both_ways(seat, socket, request, lasts)
    return socket


async def both_ways(seat: Seat, socket: web.WebSocketResponse, request: web.Request, lasts: Callable[[], bool]) -> None:
    """Send and listen until one of the two ends, and then neither goes on."""
    sender = asyncio.create_task(send(seat.client, socket, request, lasts))
    listener = asyncio.create_task(listen(seat, socket))
    request.app[OPEN].add(socket)
    try:
        await asyncio.wait({sender, listener}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        request.app[OPEN].discard(socket)
        for task in (sender, listener):
            task.cancel()
        results = await asyncio.gather(sender, listener, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, ConnectionError):
                log.error("a viewer's connection failed", exc_info=result)


async def send(client: Client, socket: web.WebSocketResponse, request: web.Request, lasts: Callable[[], bool]) -> None:
    """Send the pending messages one by one; a client that takes none for too long is cut off.

    Nothing is sent any more when its rights do not last: it comes back with those that it has then.
    """
    timeout_s = request.app[LIMITS].send_timeout_s
    while True:
        frame = await client.next()
        if not lasts():
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"the token is not valid any more")
            return
        try:
            async with asyncio.timeout(timeout_s):
                await socket.send_frame(frame, WSMsgType.TEXT)
        except TimeoutError:
            log.info("a viewer took nothing for %s s and was cut off", timeout_s)
            if request.transport is not None:
                request.transport.abort()
            return


async def listen(seat: Seat, socket: web.WebSocketResponse) -> None:
    """Carry out what the client asks; anything else closes the connection with a reason."""
    allowance = Allowance(time.monotonic())
    async for message in socket:
        try:
            if not allowance.take(time.monotonic()):
                raise Refused("too many messages")
            change(seat, parse(message))
        except Refused as refusal:
            with contextlib.suppress(ConnectionError):
                await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=str(refusal).encode())
            return


def parse(message: WSMessage) -> Ask:
    """The one kind of message there is; raises Refused."""
    if message.type is not WSMsgType.TEXT:
        raise Refused("only text is understood")
    try:
        return _ask.decode(message.data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Refused('only {"subscribe": [...]} and {"unsubscribe": [...]} are understood') from None


def change(seat: Seat, ask: Ask) -> None:
    """Change the client's set of topics; raises Refused."""
    for topic in ask.unsubscribe:
        seat.hub.unsubscribe(seat.client, topic)
    for topic in ask.subscribe:
        try:
            seat.hub.subscribe(seat.client, topic)
        except ValueError:
            raise Refused("There is a topic that does not exist; game/<id>, featured and lobby do") from None
        except TooManyTopics:
            raise Refused(f"There are more than {MAX_TOPICS} topics") from None


@dataclass
class Allowance:
    """A token bucket: BURST messages at once, PER_SECOND in the long run."""

    at: float
    left: float = BURST

    def take(self, now: float) -> bool:
        """Whether one more message is allowed at this time, in seconds."""
        self.left = min(BURST, self.left + (now - self.at) * PER_SECOND)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


async def close_all(app: web.Application) -> None:
    """When the server stops: tell every viewer to come back later."""
    sockets = app[OPEN]
    for socket in tuple(sockets):
        await socket.close(code=WSCloseCode.GOING_AWAY, message=b"the server is restarting")
