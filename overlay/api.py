"""`/api/v1`: the same states as the topics, over plain HTTP, and their description."""

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec
from aiohttp import web

from overlay.hub import valid_topic
from overlay.keys import CHANNELS, HUB, STATUS
from overlay.serving import hub_of
from overlay.state import Frame, GameState, Lobby
from overlay.status import BotStatus, Health, health_of

_encode = msgspec.json.encode
_NOT_CACHED = {"Cache-Control": "no-store"}


class Problem(msgspec.Struct, frozen=True):
    """Why there is no answer, in one sentence."""

    error: str


def answer(value: object, status: int = 200) -> web.Response:
    """A struct as a JSON response."""
    return web.Response(body=_encode(value), status=status, content_type="application/json", headers=_NOT_CACHED)


async def games(request: web.Request) -> web.Response:
    """`GET /api/v1/games`: the lobby; without one, no games."""
    return answer(hub_of(request).state("lobby") or Lobby(()))


async def game(request: web.Request) -> web.Response:
    """`GET /api/v1/games/<id>`: the state of one game."""
    topic = f"game/{request.match_info['id']}"
    state = hub_of(request).state(topic) if valid_topic(topic) else None
    if state is None:
        return answer(Problem("No game with this id is being followed."), 404)
    return answer(state)


async def status(request: web.Request) -> web.Response:
    """`GET /api/v1/status`: what the program is doing, for those who run it."""
    current = request.app.get(STATUS)
    if current is None:
        return answer(Problem("This server only shows games; it follows none."), 404)
    return answer(current())


async def health(request: web.Request) -> web.Response:
    """`GET /healthz`: the server answers, how much it has to do, and whether something fails behind it."""
    topics, current = request.app[HUB].topics(), request.app.get(STATUS)
    return answer(health_of(current() if current else None, len(topics), request.app[CHANNELS].viewers))


async def openapi(_request: web.Request) -> web.Response:
    """`GET /api/v1/openapi.json`."""
    return answer(describe())


def describe() -> dict[str, Any]:
    """The OpenAPI 3.1 description, made from the structs."""
    structs = (Lobby, GameState, BotStatus, Health, Problem)
    (lobby, state, bot, healthy, problem), components = msgspec.json.schema_components(
        structs, ref_template="#/components/schemas/{name}"
    )
    components[Frame.__name__] = {
        "type": "object",
        "description": Frame.__doc__,
        "properties": {
            "topic": {"type": "string"},
            "version": {"type": "integer"},
            "state": {"oneOf": [state, lobby, {"type": "null"}]},
        },
        "required": list(Frame.__struct_fields__),
    }
    the_id = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Unruh",
            "version": _version(),
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
            "/api/v1/status": {
                "get": _get(
                    "status",
                    "Slots, pauses, lag, sources and store",
                    bot,
                    {"404": _body("Not to be had here", problem)},
                ),
            },
            "/healthz": {"get": _get("health", "Whether all is well", healthy)},
        },
        "components": {"schemas": components},
    }


def _get(name: str, summary: str, schema: dict[str, Any], more: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"operationId": name, "summary": summary, "responses": {"200": _body(summary, schema), **(more or {})}}


def _body(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _version() -> str:
    try:
        return version("unruh")
    except PackageNotFoundError:  # run from a source folder that was never installed
        return "0"
