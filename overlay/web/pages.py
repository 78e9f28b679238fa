"""The pages: lobby, game and scenes. A page carries the snapshot of its topic, so it is never empty at first."""

from typing import Any

import aiohttp_jinja2
from aiohttp import web
from markupsafe import Markup

from overlay.access.rights import rights_of
from overlay.hub import Hub
from overlay.looks.scenes import SCENES, TALL, scene_options
from overlay.looks.themes import Themes
from overlay.state import Air, Lang
from overlay.topics import valid_topic
from overlay.web.api import event_lines
from overlay.web.keys import DEFAULT_LANG, DESK, NONCE, THEMES, WORDING
from overlay.web.serving import hub_of, socket_address
from overlay.words import LANGS, choose_lang


async def lobby(request: web.Request) -> web.Response:
    """`GET /`: all games, the events there are, and the addresses for OBS."""
    may_control = DESK in request.app and rights_of(request).control
    events = [event for event in event_lines(hub_of(request)) if event.kind != "evening" or event.played]
    topics = {"lobby": "lobby"}
    return page(request, "lobby.html", lang_of(request), topics, scenes=SCENES, may_control=may_control, events=events)


async def game(request: web.Request) -> web.Response:
    """`GET /game/<id>`: one game in full. A game that is not followed (yet) gets a page that waits for it."""
    game_id = request.match_info["id"]
    topic = "featured" if game_id == "featured" else f"game/{game_id}"
    if not valid_topic(topic):
        raise web.HTTPNotFound
    return page(request, "game.html", lang_of(request), {"game": topic})


async def scene(request: web.Request) -> web.Response:
    """`GET /scene/<name>`: one scene for OBS, transparent."""
    name = request.match_info["name"]
    if name not in SCENES:
        raise web.HTTPNotFound
    return scene_page(request, name, {"air": "air"})


def scene_page(request: web.Request, name: str, topics: dict[str, str], **more: Any) -> web.Response:
    """A scene that follows these topics, and by its roles those that its address names.

    What the address leaves open, the operator decides.
    """
    air = hub_of(request).state("air")
    asked = {"lang": air.lang} if isinstance(air, Air) and air.lang else {}
    languages, default = request.headers.get("Accept-Language"), request.app[DEFAULT_LANG]
    options = scene_options(name, asked | dict(request.query), languages, default)
    named = {"game": options.game, "event": options.event}
    topics = {role: named[role] for role in SCENES[name]} | topics
    looks = _theme(request.app[THEMES], options.theme, air) | {"options": options, "tall": name in TALL}
    return page(request, "scene.html", options.lang, topics, scene=name, **looks, **more)


def _theme(themes: Themes, asked: str, air: object) -> dict[str, Any]:
    """The theme of a scene: what its address asks for, else what the operator wants, else the usual one."""
    asked = asked if asked in themes.names else ""
    wanted = (air.theme if isinstance(air, Air) else None) or ""
    return {"theme": themes.chosen(asked or wanted), "theme_asked": asked, "theme_default": themes.default}


async def own_theme(request: web.Request) -> web.Response:
    """`GET /theme.css`: the streamer's own theme, which every scene loads last; empty without one."""
    return web.Response(text=request.app[THEMES].css(), content_type="text/css", charset="utf-8")


def error_page(request: web.Request, status: int, key: str | None = None) -> web.Response:
    """One friendly sentence, for viewers; for a scene an empty page, since no words of error go on air.

    `key` is that of the words, where there are some for this very error.
    """
    if request.path.startswith("/scene/"):
        return web.Response(status=status, text="<!doctype html><title>Unruh</title>", content_type="text/html")
    kind = key or ("not_found" if status == 404 else "error")
    path = "/enter" if kind == "token_in_address" else request.path  # which the page repeats
    context = _context(request, lang_of(request), kind=kind, path=path)
    return aiohttp_jinja2.render_template("error.html", request, context, status=status)


def page(
    request: web.Request,
    template: str,
    lang: Lang,
    topics: dict[str, str],
    *,
    hub: Hub | None = None,
    socket: str = "",
    **more: Any,
) -> web.Response:
    """A page that follows topics of a hub, through a socket; each has a role, by which the page's script knows it."""
    hub = hub or hub_of(request)
    frames = {role: _inside_script(hub.snapshot(topic)) for role, topic in topics.items()}
    context = _context(request, lang, frames=frames, socket=socket or socket_address(request), **more)
    response = aiohttp_jinja2.render_template(template, request, context)
    response.headers["Cache-Control"] = "no-store"  # the snapshot is of now
    response.headers["Vary"] = "Accept-Language"
    return response


def _context(request: web.Request, lang: Lang, **more: Any) -> dict[str, Any]:
    return {
        "lang": lang,
        "words": request.app[WORDING].words(lang),
        "langs": LANGS,
        "path": request.path,
        "nonce": request[NONCE],
        **more,
    }


def lang_of(request: web.Request) -> Lang:
    """The language of an answer: what the address asks for, else what the browser likes best."""
    return choose_lang(request.query.get("lang"), request.headers.get("Accept-Language"), request.app[DEFAULT_LANG])


def _inside_script(json: bytes) -> Markup:
    """JSON that can stand in a script element: no name in it can close the element or open a comment."""
    return Markup(json.decode().replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))  # noqa: S704
