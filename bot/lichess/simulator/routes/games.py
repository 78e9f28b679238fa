"""Games that anybody may watch: the move stream and the exports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aiohttp import web

from bot.lichess.simulator.faults import Fault, lag_ms
from bot.lichess.simulator.routes.route import Route, json_answer, not_found, wants_json
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.export_pgn import export_pgn
from bot.lichess.simulator.views.move_stream import MoveStream

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator


async def move_stream(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/stream/game/{id}`: one of eight for an address."""
    game = simulator.world.get(request.match_info["id"])
    if game is None:
        return not_found(request)
    with simulator.game_streams.slot(request.remote or ""):
        async with simulator.streaming(request, faults, simulator.switches.keepalive_s) as out:
            lag_ms = simulator.switches.lag_ms(game) if game.state_at(simulator.world.clock.now_ms()).playable else 0
            await simulator.follow(game, MoveStream(game, simulator.switches), out, lag_ms=lag_ms)
        return out.response


async def export(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /game/export/{id}`: JSON or PGN, as the client wishes."""
    game = simulator.world.get(request.match_info["id"])
    if game is None:
        return not_found(request)
    state = game.state_at(simulator.world.clock.now_ms() - lag_ms(faults))
    options = ExportOptions.from_query(request.query)
    if wants_json(request):
        return json_answer(export_json(game, state, options, simulator.switches))
    text = export_pgn(game, state, options, simulator.switches)
    return web.Response(text=text, content_type="application/x-chess-pgn")


async def page(_simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """Lichess shows people a board there; here they get the record."""
    raise web.HTTPFound(f"/game/export/{request.match_info['id']}")


ROUTES = (
    Route("stream", "GET", "/api/stream/game/{id}", move_stream),
    Route("export", "GET", "/game/export/{id}", export),
    Route("page", "GET", "/{id:[A-Za-z0-9]{8}}", page),
)
