"""`/api/v1`: the same states as the topics, over plain HTTP, and their description."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec
from aiohttp import web

from overlay.access.rights import require_control
from overlay.hub import Hub
from overlay.state import Event, EventLine, Events, Frame, GameState, Lobby
from overlay.topics import valid_topic
from overlay.web.keys import CHANNELS, HUB, READY, REMOTE_STATUS, STATUS
from overlay.web.positions import Position, positions_of
from overlay.web.serving import hub_of
from overlay.web.status import BotStatus, Health, Readiness, health_of

_encode = msgspec.json.encode
_NOT_CACHED = {"Cache-Control": "no-store"}


class Problem(msgspec.Struct, frozen=True):
    """Why there is no answer, in one sentence."""

    error: str


_NO_GAME = Problem("No game with this id is being followed.")
_NO_EVENT = Problem("There is no event with this id.")


def answer(value: object, status: int = 200) -> web.Response:
    """A struct as a JSON response."""
    return web.Response(body=_encode(value), status=status, content_type="application/json", headers=_NOT_CACHED)


async def games(request: web.Request) -> web.Response:
    """`GET /api/v1/games`: the lobby; without one, no games."""
    return answer(hub_of(request).state("lobby") or Lobby(()))


async def game(request: web.Request) -> web.Response:
    """`GET /api/v1/games/<id>`: the state of one game."""
    state = _game(request)
    return answer(state) if state else answer(_NO_GAME, 404)


async def positions(request: web.Request) -> web.Response:
    """`GET /api/v1/games/<id>/positions`: the position of every ply from 0."""
    state = _game(request)
    return answer(positions_of(state)) if state else answer(_NO_GAME, 404)


def _game(request: web.Request) -> GameState | None:
    topic = f"game/{request.match_info['id']}"
    state = hub_of(request).state(topic) if valid_topic(topic) else None
    return state if isinstance(state, GameState) else None


async def events(request: web.Request) -> web.Response:
    """`GET /api/v1/events`: all events, the evening among them."""
    return answer(Events(tuple(event_lines(hub_of(request)))))


def event_lines(hub: Hub) -> Iterator[EventLine]:
    """The events that a hub tells, each in a line."""
    for topic in hub.topics():
        state = hub.state(topic) if topic.startswith("event/") else None
        if isinstance(state, Event):
            yield EventLine(state.id, state.name, state.kind, state.players, state.played, state.running)


async def event(request: web.Request) -> web.Response:
    """`GET /api/v1/events/<id>`: the state of one event; `all` are the games of the evening."""
    topic = f"event/{request.match_info['id']}"
    state = hub_of(request).state(topic) if valid_topic(topic) else None
    return answer(state) if isinstance(state, Event) else answer(_NO_EVENT, 404)


async def status(request: web.Request) -> web.Response:
    """`GET /api/v1/status`: what the program is doing, for those who run it."""
    if request.app[CHANNELS].public_delay_s:
        require_control(request)  # it tells of games what others are told later
    if STATUS in request.app:
        return answer(request.app[STATUS]())
    if REMOTE_STATUS in request.app:
        return answer(await request.app[REMOTE_STATUS]())
    return answer(Problem("This server only shows games; it follows none."), 404)


async def health(request: web.Request) -> web.Response:
    """`GET /healthz`: the server answers, how much it has to do, and whether something fails behind it."""
    topics, current = request.app[HUB].topics(), request.app.get(STATUS)
    status, viewers = current() if current else None, request.app[CHANNELS].viewers
    return answer(health_of(status, len(topics), viewers, ready=request.app[READY]() is None))


async def ready(request: web.Request) -> web.Response:
    """`GET /healthz/ready`: 200 if the program can do what it is for, else a 503 that says why it cannot."""
    why = request.app[READY]()
    return answer(Readiness(why is None, why), 200 if why is None else 503)


async def openapi(_request: web.Request) -> web.Response:
    """`GET /api/v1/openapi.json`."""
    return answer(describe())


def describe() -> dict[str, Any]:
    """The OpenAPI 3.1 description, made from the structs."""
    structs = (Lobby, GameState, tuple[Position, ...], Event, Events, BotStatus, Health, Readiness, Problem)
    (lobby, state, positions_, event_, events_, bot, healthy, ready_, problem), components = (
        msgspec.json.schema_components(structs, ref_template="#/components/schemas/{name}")
    )
    components[Frame.__name__] = {
        "type": "object",
        "description": Frame.__doc__,
        "properties": {
            "topic": {"type": "string"},
            "version": {"type": "integer"},
            "state": {"oneOf": [state, lobby, event_, {"type": "null"}]},
        },
        "required": list(Frame.__struct_fields__),
    }
    the_id = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Unruh",
            "version": version_of(),
            "description": "Live scores of chess games by asymmetry scoring, every point with its reason. "
            "The WebSocket /ws?topics=game/<id>,featured,lobby sends a Frame at once and after every change.",
            "license": {"name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later"},
        },
        "paths": {
            "/api/v1/games": {"get": _get("games", "All games that are being followed", lobby)},
            "/api/v1/games/{id}": {
                "parameters": [the_id],
                "get": _get("game", "The state of one game", state, {"404": _body("No such game", problem)}),
            },
            "/api/v1/games/{id}/positions": {
                "parameters": [the_id],
                "get": _get(
                    "positions", "The position of every ply", positions_, {"404": _body("No such game", problem)}
                ),
            },
            "/api/v1/events": {"get": _get("events", "All events", events_)},
            "/api/v1/events/{id}": {
                "parameters": [the_id],
                "get": _get("event", "The state of one event", event_, {"404": _body("No such event", problem)}),
            },
            "/api/v1/status": {
                "get": _get(
                    "status",
                    "Slots, pauses, lag, sources and store",
                    bot,
                    {"404": _body("Not to be had here", problem)},
                ),
            },
            "/healthz": {"get": _get("health", "Whether all is well", healthy)},
            "/healthz/ready": {
                "get": _get("ready", "Whether it can do what it is for", ready_, {"503": _body("Not yet", ready_)}),
            },
        },
        "components": {"schemas": components},
    }


def _get(name: str, summary: str, schema: dict[str, Any], more: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"operationId": name, "summary": summary, "responses": {"200": _body(summary, schema), **(more or {})}}


def _body(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def version_of() -> str:
    """The version that runs."""
    try:
        return version("unruh")
    except PackageNotFoundError:  # run from a source folder that was never installed
        return "0"
