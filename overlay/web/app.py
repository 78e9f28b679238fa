"""The web application: one origin for pages, scenes, WebSocket and API."""

import time
from collections.abc import Callable
from pathlib import Path

import aiohttp_jinja2
import jinja2
from aiohttp import web

from overlay.access import enter
from overlay.access.guard import MAX_BODY_BYTES, guard
from overlay.access.redact import keep_out_of_logs
from overlay.access.tokens import NoTokens, Tokens
from overlay.arbiter.live import Arbiter
from overlay.arbiter.routes import routes as arbiter_routes
from overlay.desk.desk import ControlDesk
from overlay.desk.routes import ROUTES
from overlay.hub import Hub
from overlay.looks.themes import Themes
from overlay.looks.wording import OURS, Wording
from overlay.state import Lang
from overlay.web import api, events, loader, pages, pictures, sockets, text
from overlay.web.audience import Audience
from overlay.web.keys import (
    AUDIENCE,
    CHANNELS,
    DEFAULT_LANG,
    DESK,
    GATES,
    HUB,
    LIMITS,
    STATUS,
    THEMES,
    TOKENS,
    WORDING,
    Limits,
)
from overlay.web.security import errors, headers
from overlay.web.serving import channels_of
from overlay.web.status import BotStatus

_HERE = Path(__file__).parents[1]


def create_app(
    hub: Hub,
    *,
    default_lang: Lang = "en",
    limits: Limits | None = None,
    status: Callable[[], BotStatus] | None = None,
    tokens: Tokens | None = None,
    now: Callable[[], float] = time.monotonic,
    themes: Themes | None = None,
    wording: Wording = OURS,
    desk: ControlDesk | None = None,
    files: events.EventFiles | None = None,
    arbiter: Arbiter | None = None,
) -> web.Application:
    """Everything that is served, around a hub that somebody else fills.

    `default_lang` is for browsers that ask for neither German nor English. The topic `featured` is shown by scenes
    without `game=`; publishing a game under that name too is up to the caller. `status` says what the program is doing
    at the time of the call; without it there is no `/api/v1/status`. `tokens` say who may control; without a `desk`
    there is nothing to control. `themes` are those of the scenes, and `wording` has the streamer's own words for pages
    and scenes. `files` makes the files of events; without it there are none. `arbiter` corrects events; without one
    there is no page for that. `now` is the time in seconds by which the limits go.
    """
    app = web.Application(middlewares=[headers, errors, guard], client_max_size=MAX_BODY_BYTES)
    app[HUB] = hub
    app[CHANNELS] = desk.channels if desk else channels_of(hub)
    app[LIMITS] = limits = limits or Limits()
    app[GATES] = limits.gates(now)
    app[DEFAULT_LANG] = default_lang
    app[AUDIENCE] = audience = Audience(limits.send_timeout_s)
    app[TOKENS] = tokens or NoTokens()
    app[THEMES] = themes or Themes()
    app[WORDING] = wording
    if status is not None:
        app[STATUS] = status
    if files is not None:
        app[events.FILES] = files
    aiohttp_jinja2.setup(app, loader=jinja2.FileSystemLoader(_HERE / "templates"), autoescape=True)
    app.router.add_get("/", pages.lobby)
    app.router.add_get("/game/{id}", pages.game)
    app.router.add_get(f"/event/{{id}}.{{format:{'|'.join(events.FORMATS)}}}", events.file)
    app.router.add_get("/event/{id}", events.event)
    app.router.add_get("/scene/{name}", pages.scene)
    app.router.add_get("/loader/{name}.html", loader.loader)
    app.router.add_get("/theme.css", pages.own_theme)
    app.router.add_get("/picture/{id}.svg", pictures.picture)
    app.router.add_get("/text/{id}.txt", text.text)
    app.router.add_routes(enter.ROUTES)
    app.router.add_get("/ws", sockets.websocket)
    app.router.add_get("/api/v1/games", api.games)
    app.router.add_get("/api/v1/games/{id}", api.game)
    app.router.add_get("/api/v1/games/{id}/positions", api.positions)
    app.router.add_get("/api/v1/events", api.events)
    app.router.add_get("/api/v1/events/{id}", api.event)
    app.router.add_get("/api/v1/status", api.status)
    app.router.add_get("/api/v1/openapi.json", api.openapi)
    app.router.add_get("/healthz", api.health)
    app.router.add_get("/favicon.ico", favicon)
    app.router.add_static("/static", _HERE / "static")
    if desk is not None:
        app[DESK] = desk
        app.router.add_routes(ROUTES)
    if arbiter is not None:
        arbiter_routes(arbiter, app)
    keep_out_of_logs()

    async def restart(_app: web.Application) -> None:
        await audience.close_all()

    app.on_shutdown.append(restart)
    return app


async def favicon(_request: web.Request) -> web.StreamResponse:
    """Browsers ask for it unasked."""
    return web.FileResponse(_HERE / "static" / "favicon.svg")
