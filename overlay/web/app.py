"""The web application: one origin for pages, scenes, WebSocket and API."""

import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp_jinja2
import jinja2
from aiohttp import web

from overlay.access import enter
from overlay.access.guard import MAX_BODY_BYTES, guard
from overlay.access.local import PROXIES
from overlay.access.proxies import Proxies
from overlay.access.redact import keep_out_of_logs
from overlay.access.tokens import NoTokens, Tokens
from overlay.arbiter.live import Arbiter
from overlay.arbiter.routes import routes as arbiter_routes
from overlay.channels import Channels
from overlay.desk.live import Desk
from overlay.desk.routes import ROUTES
from overlay.hub import Hub
from overlay.looks.themes import Themes
from overlay.looks.wording import OURS, Wording
from overlay.state import Lang
from overlay.web import api, events, loader, metrics, pages, pictures, sockets, text
from overlay.web.audience import Audience
from overlay.web.keys import (
    AUDIENCE,
    CHANNELS,
    DEFAULT_LANG,
    DESK,
    GATES,
    HAS_PAGES,
    HUB,
    LIMITS,
    READY,
    REMOTE_STATUS,
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
    remote_status: Callable[[], Awaitable[BotStatus]] | None = None,
    tokens: Tokens | None = None,
    now: Callable[[], float] = time.monotonic,
    themes: Themes | None = None,
    wording: Wording = OURS,
    desk: Desk | None = None,
    files: events.EventFiles | None = None,
    arbiter: Arbiter | None = None,
    ready: Callable[[], str | None] = lambda: None,
    proxies: Proxies | None = None,
) -> web.Application:
    """Everything that is served, around a hub that somebody else fills.

    `default_lang` is for browsers that ask for neither German nor English. The topic `featured` is shown by scenes
    without `game=`; publishing a game under that name too is up to the caller. `status` says what the program is doing
    at the time of the call, `remote_status` what another one does; without both there is no `/api/v1/status`. `tokens`
    say who may control; without a `desk` there is nothing to control. `themes` are those of the scenes, and `wording`
    has the streamer's own words for pages and scenes. `files` makes the files of events; without it there are none.
    `arbiter` corrects events; without one there is no page for that. `now` is the time in seconds by which the limits
    go. `ready` says why the program cannot do yet, or not any more, what it is for; None: it can. `proxies` are
    believed when they say for whom they ask; without it only those on this machine are.
    """
    app = _bare(desk.channels if desk else channels_of(hub), limits or Limits(), tokens or NoTokens(), now)
    app[HAS_PAGES] = True
    app[READY] = ready
    app[PROXIES] = proxies or Proxies()
    app[DEFAULT_LANG] = default_lang
    app[THEMES] = themes or Themes()
    app[WORDING] = wording
    if status is not None:
        app[STATUS] = status
    if remote_status is not None:
        app[REMOTE_STATUS] = remote_status
    if files is not None:
        app[events.FILES] = files
    app.router.add_routes(FOR_RUNNERS)
    app.router.add_routes(FOR_VIEWERS)
    app.router.add_static("/static", _HERE / "static")
    if desk is not None:
        app[DESK] = desk
        desk.private.counts = hub.counts
        app.router.add_routes(ROUTES)
    if arbiter is not None:
        arbiter_routes(arbiter, app)
    metrics.measure(app)
    return app


def create_bot_app(
    channels: Channels, status: Callable[[], BotStatus], tokens: Tokens, ready: Callable[[], str | None] = lambda: None
) -> web.Application:
    """What is served of a program that only follows games: how it is doing, for those who run it, and no page."""
    app = _bare(channels, Limits(), tokens, time.monotonic)
    app[STATUS] = status
    app[READY] = ready
    app.router.add_routes(FOR_RUNNERS)
    app.router.add_get("/", to_status)
    metrics.measure(app)
    return app


def _bare(channels: Channels, limits: Limits, tokens: Tokens, now: Callable[[], float]) -> web.Application:
    """An application without routes, that has what every request needs."""
    app = web.Application(middlewares=[headers, errors, guard], client_max_size=MAX_BODY_BYTES)
    app[HAS_PAGES] = False
    app[HUB] = channels.truth
    app[CHANNELS] = channels
    app[LIMITS] = limits
    app[GATES] = limits.gates(now)
    app[TOKENS] = tokens
    app[PROXIES] = Proxies()
    app[DEFAULT_LANG] = "en"
    app[THEMES] = Themes()
    app[WORDING] = OURS
    app[AUDIENCE] = audience = Audience(limits.send_timeout_s, channels.truth.counts)
    aiohttp_jinja2.setup(app, loader=jinja2.FileSystemLoader(_HERE / "templates"), autoescape=True)
    keep_out_of_logs()

    async def restart(_app: web.Application) -> None:
        channels.truth.hurry()
        await audience.close_all()

    app.on_shutdown.append(restart)
    return app


async def to_status(_request: web.Request) -> web.Response:
    """Where there are no pages, the address of the program leads to how it is doing."""
    return web.Response(status=302, headers={"Location": "/api/v1/status"})


async def favicon(_request: web.Request) -> web.StreamResponse:
    """Browsers ask for it unasked."""
    return web.FileResponse(_HERE / "static" / "favicon.svg")


FOR_RUNNERS = (
    web.get("/api/v1/status", api.status),
    web.get("/healthz", api.health),
    web.get("/healthz/ready", api.ready),
    web.get("/metrics", metrics.metrics),
)
"""For those who run the program."""
FOR_VIEWERS = (
    web.get("/", pages.lobby),
    web.get("/game/{id}", pages.game),
    web.get(f"/event/{{id}}.{{format:{'|'.join(events.FORMATS)}}}", events.file),
    web.get("/event/{id}", events.event),
    web.get("/scene/{name}", pages.scene),
    web.get("/loader/{name}.html", loader.loader),
    web.get("/theme.css", pages.own_theme),
    web.get("/picture/{id}.svg", pictures.picture),
    web.get("/text/{id}.txt", text.text),
    *enter.ROUTES,
    web.get("/ws", sockets.websocket),
    web.get("/api/v1/games", api.games),
    web.get("/api/v1/games/{id}", api.game),
    web.get("/api/v1/games/{id}/positions", api.positions),
    web.get("/api/v1/events", api.events),
    web.get("/api/v1/events/{id}", api.event),
    web.get("/api/v1/openapi.json", api.openapi),
    web.get("/favicon.ico", favicon),
)
"""For everybody."""
