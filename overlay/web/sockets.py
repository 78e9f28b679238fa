"""`/ws`: the hub's states to a WebSocket, and the only two things a viewer may say back."""

import asyncio
import contextlib
import time
from dataclasses import dataclass

import msgspec
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from overlay.access.guard import one_socket, rights_last
from overlay.access.local import same_origin
from overlay.channels import Seat
from overlay.counts import Counts
from overlay.hub import MAX_TOPICS, TooManyTopics
from overlay.web.audience import CLOSING_S, Audience, Viewer
from overlay.web.keys import AUDIENCE, CHANNELS, HUB, LIMITS
from overlay.web.serving import want_of

MAX_MESSAGE_BYTES = 4096
BURST = 32  # messages a client may send at once …
PER_SECOND = 4  # … and how many it may send a second in the long run
BYTES = 25_000  # of the states that it asks for count as much as one message


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """What a client may send: which topics to add to its set, and which to take out."""

    subscribe: list[str] = []
    unsubscribe: list[str] = []


_ask = msgspec.json.Decoder(Ask)


class Refused(Exception):  # noqa: N818 - not an error of ours
    """A client said what it must not say; the reason goes into the close frame."""


class TooMuch(Exception):  # noqa: N818 - not an error of ours
    """A client says more, or asks for more, than it may."""


_REASON = b"too many messages"
_TOO_MUCH = bytes((0x88, 2 + len(_REASON))) + WSCloseCode.POLICY_VIOLATION.to_bytes(2) + _REASON
"""The frame that ends a connection, RFC 6455."""


def require_same_origin(request: web.Request) -> None:
    """Raise a 403 for the page of another site."""
    if not same_origin(request):
        request.app[HUB].counts.refused["origin"] += 1
        raise web.HTTPForbidden(text="Pages of other sites may not connect here.")


async def websocket(request: web.Request) -> web.StreamResponse:
    """Serve one viewer until either side goes away."""
    channels = request.app[CHANNELS]
    require_same_origin(request)
    if len(request.app[AUDIENCE]) >= request.app[LIMITS].clients:
        request.app[HUB].counts.refused["viewers"] += 1
        raise web.HTTPServiceUnavailable(
            text="There are too many viewers at the moment.", headers={"Retry-After": "30"}
        )
    viewer = viewer_of(request)
    seat = channels.sit(want_of(request), viewer)
    try:
        return await talk(seat, viewer, request)
    finally:
        channels.leave(seat)


def viewer_of(request: web.Request) -> Viewer:
    """The viewer that a request makes."""
    return Viewer(request.app[AUDIENCE], rights_last(request))


async def talk(seat: Seat, viewer: Viewer, request: web.Request) -> web.StreamResponse:
    """Tell one viewer what their hub tells, and hear them, until one of the two ends."""
    audience, transport = request.app[AUDIENCE], request.transport
    socket = web.WebSocketResponse(
        heartbeat=request.app[LIMITS].heartbeat_s,
        autoping=False,  # pings count as messages, see `listen`
        compress=False,
        max_msg_size=MAX_MESSAGE_BYTES,
        timeout=CLOSING_S,
    )
    with one_socket(request):
        try:
            change(seat, Ask(subscribe=[name for name in request.query.get("topics", "").split(",") if name]))
        except Refused as refusal:
            request.app[HUB].counts.refused["topics"] += 1
            raise web.HTTPBadRequest(text=f"{refusal}.") from None
        with contextlib.suppress(ConnectionError):  # they are gone
            await socket.prepare(request)
            if transport is not None and not transport.is_closing():
                await entered(seat, viewer, socket, transport, audience)
    return socket


async def entered(
    seat: Seat, viewer: Viewer, socket: web.WebSocketResponse, transport: asyncio.Transport, audience: Audience
) -> None:
    """Be one of the audience until one of the two ends."""
    audience.enter(viewer)
    try:
        viewer.open(socket, transport)
        await listen(seat, socket, audience.counts)
    except TooMuch:
        audience.counts.cut_off["message"] += 1
        if not transport.is_closing():
            transport.write(_TOO_MUCH)
            transport.close()  # and nothing is read any more, as it would go on sending while it is told to end
    finally:
        audience.leave(viewer)


async def listen(seat: Seat, socket: web.WebSocketResponse, counts: Counts) -> None:
    """Carry out what the client asks; anything else closes the connection with a reason. Raises TooMuch."""
    allowance = Allowance(time.monotonic())
    async for message in socket:
        if not allowance.take(time.monotonic()):
            raise TooMuch
        if message.type is WSMsgType.PING:
            await socket.pong(message.data)
            continue
        if message.type is WSMsgType.PONG:
            continue
        try:
            allowance.left -= change(seat, parse(message)) / BYTES
        except Refused as refusal:
            counts.cut_off["message"] += 1
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


def change(seat: Seat, ask: Ask) -> int:
    """Change the client's set of topics; gives the bytes of the states that it is sent for that. Raises Refused."""
    size = 0
    for topic in ask.unsubscribe:
        seat.hub.unsubscribe(seat.client, topic)
    for topic in ask.subscribe:
        try:
            size += seat.hub.subscribe(seat.client, topic)
        except ValueError:
            raise Refused("There is a topic that does not exist; game/<id>, featured and lobby do") from None
        except TooManyTopics:
            raise Refused(f"There are more than {MAX_TOPICS} topics") from None
    return size


@dataclass
class Allowance:
    """A token bucket: BURST messages at once, PER_SECOND in the long run; `left` falls by what they cost beside."""

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
