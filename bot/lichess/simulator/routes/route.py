"""What a route is, and the words that all routes answer with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec
from aiohttp import web

from bot.lichess.simulator.errors import ApiError
from bot.lichess.simulator.faults import Fault

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator

Handler: TypeAlias = "Callable[[Simulator, web.Request, Sequence[Fault]], Awaitable[web.StreamResponse]]"


class Route(NamedTuple):
    """One thing that clients may ask; `kind` is its name in fault plans and among the noted requests."""

    kind: str
    method: str
    path: str
    handler: Handler

    @property
    def streams(self) -> bool:
        """Whether its answer goes on and on, so that other requests may be made meanwhile."""
        words = self.path.split("/")
        return ("stream" in words or words[-1] == "feed") and words[-1] != "add"


def wants_json(request: web.Request) -> bool:
    """Whether the client asked for JSON, in one piece or by lines."""
    accept = request.headers.get("Accept", "")
    return "application/json" in accept or "application/x-ndjson" in accept


def json_answer(body: bytes) -> web.Response:
    """An answer in JSON."""
    return web.Response(body=body, content_type="application/json")


def error_answer(error: ApiError) -> web.Response:
    """An error as Lichess words it."""
    body = msgspec.json.encode({"error": str(error)})
    return web.Response(status=error.status, body=body, content_type="application/json")


def not_found(request: web.Request) -> web.Response:
    """There is no such thing: JSON for who asked for it, otherwise text."""
    return error_answer(ApiError(404, "Not found")) if wants_json(request) else no_resource()


def no_resource() -> web.Response:
    """The answer for a path that leads nowhere."""
    return web.Response(status=404, text="404 - Resource not found")
