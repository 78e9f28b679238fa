"""Headers that every answer carries, and errors told as viewers may see them."""

import logging
import secrets

from aiohttp import web
from aiohttp.typedefs import Handler

from overlay.access.guard import HARMLESS, TokenInAddress
from overlay.access.rights import ControlDenied
from overlay.bus.no_answer import NoAnswer
from overlay.web import api
from overlay.web.keys import HAS_PAGES, NONCE
from overlay.web.pages import error_page

log = logging.getLogger(__name__)

_POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'{frames}"
)
_NO_PAGES = ("/api/", "/ws", "/control/ws", "/control/api/", "/static/", "/healthz", "/metrics")
_UNFRAMED = "; frame-ancestors 'none'"
_CONTROL = "; frame-src 'self'; frame-ancestors 'self'"


@web.middleware
async def headers(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Add the security headers. The nonce in the policy is the page's `request[NONCE]`.

    Scenes may stand in any page, as there is nothing on them to click: a local file waits for the server and then shows
    one. The control page shows scenes of its own. Nothing else may be framed.
    """
    request[NONCE] = secrets.token_urlsafe(16)
    response = await handler(request)
    if not response.prepared:  # a WebSocket is over by now
        on_air = request.path.startswith("/scene/")
        frames = "" if on_air else _CONTROL if f"{request.path}/".startswith("/control/") else _UNFRAMED
        policy = _POLICY.format(nonce=request[NONCE], frames=frames)
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        if not on_air:
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        # Ask every time, transfer only what has changed: an update must never show old files with new ones.
        response.headers.setdefault("Cache-Control", "no-cache")
    return response


@web.middleware
async def errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn errors into one friendly sentence: as JSON, as a page, and on a scene as nothing at all."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        status, retry = error.status, error.headers.get("Retry-After")
        sentence = error.text if error.text and not error.text.startswith(str(status)) else None
        key = error.key if isinstance(error, (ControlDenied, TokenInAddress)) else None
    except NoAnswer as error:
        status, retry, sentence, key = 503, None, str(error), None
    except Exception:
        log.exception("a request for %s failed", request.path)
        status, retry, sentence, key = 500, None, None, None
    if request.method not in HARMLESS or not request.app[HAS_PAGES] or request.path.startswith(_NO_PAGES):
        default = "There is no such thing here." if status == 404 else "This cannot be answered."
        response = api.answer(api.Problem(sentence or default), status)
    else:
        response = error_page(request, status, key)
    if retry:
        response.headers["Retry-After"] = retry
    return response
