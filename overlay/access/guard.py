"""What every request must stand before its handler hears of it. No route can forget it."""

import asyncio
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aiohttp import web
from aiohttp.typedefs import Handler

from overlay.access.local import address_of, is_loopback, same_origin
from overlay.access.redact import holds_secret
from overlay.access.rights import bearer, require_control, rights_of
from overlay.web.keys import GATES, HUB, TOKENS

MAX_BODY_BYTES = 64 << 10
BODY_S = 10.0
"""How long a request may take to bring its body."""
HARMLESS = ("GET", "HEAD")


class TokenInAddress(web.HTTPBadRequest):
    """Somebody has put a token where everybody can read it."""

    key = "token_in_address"

    def __init__(self) -> None:
        super().__init__(text="Tokens do not belong into addresses; open /enter and enter it there.")


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what may not be asked, with one sentence."""
    if "Host" not in request.headers:  # aiohttp would ask the network for a name, and everybody would wait
        raise web.HTTPBadRequest(text="A request names the host that it is for.")
    if holds_secret(request.raw_path):
        raise TokenInAddress
    _slow_down(request)
    _know_bearer(request)
    if request.method not in HARMLESS:
        _refuse_forged(request)
    if is_control(request):
        require_control(request)
    if request.method not in HARMLESS:
        await _read_in_time(request)
    return await handler(request)


def slow_tries(request: web.Request) -> None:
    """Raise a 429 for an address that has tried too many wrong tokens; `count_try` counts them."""
    _too_many(request.app[GATES].tries.wait_s(address_of(request)), "These were too many wrong tokens; wait a moment.")


def count_try(request: web.Request) -> None:
    """Count a wrong token."""
    request.app[GATES].tries.take(address_of(request))


@contextmanager
def one_socket(request: web.Request) -> Iterator[None]:
    """Count a WebSocket as open meanwhile; raises a 429 for an address that has too many."""
    address, sockets = address_of(request), request.app[GATES].sockets
    if not sockets.free(address):
        request.app[HUB].counts.refused["address"] += 1
        raise web.HTTPTooManyRequests(
            text="There are too many connections from this address.", headers={"Retry-After": "30"}
        )
    with sockets.one(address):
        yield


def rights_last(request: web.Request) -> Callable[[], bool] | None:
    """Tells, while a WebSocket is open, whether it still has the rights that it has now; None: they cannot be lost."""
    rights = rights_of(request)
    if rights.delay_s is None and not is_control(request):
        return None
    return lambda: rights_of(request) == rights


def _slow_down(request: web.Request) -> None:
    address, requests = address_of(request), request.app[GATES].requests
    if is_loopback(address) or request.path.startswith("/static/"):
        return
    wait_s = requests.wait_s(address)
    if wait_s > 0:
        request.app[HUB].counts.refused["requests"] += 1
    _too_many(wait_s, "These were too many requests; wait a moment.")
    requests.take(address)


def _know_bearer(request: web.Request) -> None:
    """A program that sends a token must send a valid one."""
    token = bearer(request)
    if token is None:
        return
    slow_tries(request)
    if request.app[TOKENS].find(token) is None:
        count_try(request)
        raise web.HTTPUnauthorized(text="This token is not valid, or not any more.")


def _refuse_forged(request: web.Request) -> None:
    """A change comes from a page of ours or from a program, as JSON, which no other site's page can send."""
    if not same_origin(request) or request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        raise web.HTTPForbidden(text="Pages of other sites may change nothing here.")
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="Only JSON is understood.")
    if (request.content_length or 0) > MAX_BODY_BYTES:
        raise web.HTTPRequestEntityTooLarge(MAX_BODY_BYTES, text="That is too much.")


async def _read_in_time(request: web.Request) -> None:
    """Have the body there, so that no handler waits for it."""
    try:
        async with asyncio.timeout(BODY_S):
            await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout(text="This took too long.", headers={"Connection": "close"}) from None


def is_control(request: web.Request) -> bool:
    """Whether it asks for `/control` or anything under it."""
    resource = request.match_info.route.resource
    return resource is not None and f"{resource.canonical}/".startswith("/control/")


def _too_many(wait_s: float, sentence: str) -> None:
    if wait_s > 0:
        raise web.HTTPTooManyRequests(text=sentence, headers={"Retry-After": str(math.ceil(wait_s))})
