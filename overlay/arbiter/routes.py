"""`/control/event/<id>`: where an arbiter corrects an event, and what its page asks."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec
from aiohttp import web

from overlay.access.rights import require_control, rights_of
from overlay.access.tokens import Role
from overlay.arbiter.live import Arbiter, Asked, Cause, NotCorrected
from overlay.arbiter.view import ArbitedEvent, Refusal, Tried
from overlay.web import api
from overlay.web.keys import ARBITER
from overlay.web.pages import lang_of, page

_asked = msgspec.json.Decoder(Asked)
_STATUS: dict[Cause, int] = {"refused": 422, "stale": 409, "role": 403, "store": 503}
Doing: TypeAlias = Callable[..., Awaitable[Tried]]


async def page_of(request: web.Request) -> web.Response:
    """`GET /control/event/<id>`: the arbiter's page."""
    event = await _event(request)
    return page(request, "arbiter.html", lang_of(request), {}, event_id=event.id, name=event.name)


async def state(request: web.Request) -> web.Response:
    """`GET /control/api/event/<id>`: games, games that fit nowhere, corrections and conflicts."""
    return api.answer(await _event(request))


async def attempt(request: web.Request) -> web.Response:
    """`POST /control/api/event/<id>/try`: whose points and places a correction would change."""
    return await _do(request, request.app[ARBITER].attempt)


async def correct(request: web.Request) -> web.Response:
    """`POST /control/api/event/<id>/correct`: make a correction, by the name of the token."""
    return await _do(request, request.app[ARBITER].correct)


async def _event(request: web.Request) -> ArbitedEvent:
    require_control(request)
    try:
        return await request.app[ARBITER].view(request.match_info["id"])
    except KeyError:
        raise web.HTTPNotFound from None


async def _do(request: web.Request, what: Doing) -> web.Response:
    require_control(request)
    try:
        asked = _asked.decode(await request.read())
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return api.answer(Refusal("only an act and its reason are understood"), 400)
    who, role = _who(request)
    try:
        return api.answer(await what(request.match_info["id"], asked, who=who, role=role))
    except KeyError:
        raise web.HTTPNotFound from None
    except NotCorrected as refused:
        return api.answer(Refusal(str(refused), refused.between), _STATUS[refused.cause])


def _who(request: web.Request) -> tuple[str, Role]:
    """The name and the role of whoever asks; nothing that the request itself says of them counts."""
    rights = rights_of(request)
    return rights.name, rights.role or "viewer"


def routes(arbiter: Arbiter, app: web.Application) -> None:
    """Let an application answer for an arbiter."""
    app[ARBITER] = arbiter
    app.router.add_get("/control/event/{id}", page_of)
    app.router.add_get("/control/api/event/{id}", state)
    app.router.add_post("/control/api/event/{id}/try", attempt)
    app.router.add_post("/control/api/event/{id}/correct", correct)
