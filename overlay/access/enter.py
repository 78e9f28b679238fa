"""`/enter` and `/leave`: a token becomes a cookie that no script can read, and the cookie is forgotten again."""

import msgspec
from aiohttp import web

from overlay.access.guard import count_try, slow_tries
from overlay.access.local import is_https
from overlay.access.rights import COOKIES, entered
from overlay.access.tokens import Kind
from overlay.web import api
from overlay.web.keys import TOKENS
from overlay.web.pages import lang_of, page

KEPT_S = 400 * 24 * 60 * 60
"""As long as browsers keep a cookie at most."""


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """What the page sends."""

    token: str


class Entered(msgspec.Struct, frozen=True):
    """What the token is for."""

    kind: Kind


async def page_of(request: web.Request) -> web.Response:
    """`GET /enter`: where a token is entered. On the way to a scene the page says nothing, since it may be on air."""
    to, lang = path_here(request.query.get("to")), lang_of(request)
    if to and to.startswith("/scene/"):
        return page(request, "enter_on_air.html", lang, {}, to=to)
    return page(request, "enter.html", lang, {}, to=to, entered=entered(request))


async def enter(request: web.Request) -> web.Response:
    """`POST /enter`: give the browser the cookie for a valid token."""
    try:
        token = msgspec.json.decode(await request.read(), type=Entry).token.strip()
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise web.HTTPBadRequest(text='Only {"token": "…"} is understood.') from None
    slow_tries(request)
    cookie = request.app[TOKENS].cookie(token)
    grant = request.app[TOKENS].find(cookie)
    if grant is None:
        count_try(request)
        raise web.HTTPForbidden(text="This token is not valid, or not any more.")
    response = api.answer(Entered(grant.kind))
    response.set_cookie(
        COOKIES[grant.kind], cookie, max_age=KEPT_S, httponly=True, samesite="Strict", secure=is_https(request)
    )
    return response


async def leave(_request: web.Request) -> web.Response:
    """`POST /leave`: forget every token that was entered in this browser."""
    response = web.Response(status=204)
    for name in COOKIES.values():
        response.del_cookie(name, httponly=True, samesite="Strict")
    return response


def path_here(to: str | None) -> str | None:
    """A path on this origin where somebody wants to go after entering; None if it is anything else."""
    if not to or not to.startswith("/") or to.startswith("//") or "\\" in to or not to.isprintable():
        return None
    return to


ROUTES = (web.get("/enter", page_of), web.post("/enter", enter), web.post("/leave", leave))
