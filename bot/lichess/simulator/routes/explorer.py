"""The opening explorer, at Lichess a host of its own. Filters by time, speed and rating are not looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import chess
from aiohttp import web

from bot.lichess.simulator.errors import ApiError
from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.opening_table import OpeningTable
from bot.lichess.simulator.routes.listing import integer
from bot.lichess.simulator.routes.route import Route, json_answer
from bot.lichess.simulator.views.explorer import explored

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator

MOST_MOVES = 1000


async def masters(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /masters`: the games that masters played over the board."""
    return _explored(simulator, request, simulator.world.masters_openings, recent_games=False)


async def lichess(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /lichess`: the rated games that were played here, those that are over since a moment among them."""
    world = simulator.world
    world.lichess_openings.take_finished(world.created(), world.clock.now_ms())
    return _explored(simulator, request, world.lichess_openings, recent_games=True)


def _explored(
    simulator: Simulator, request: web.Request, table: OpeningTable, *, recent_games: bool
) -> web.StreamResponse:
    simulator.bearers.require(request)
    simulator.limits.explorer.take(request.remote or "")
    most_moves = integer(request, "moves", 12, MOST_MOVES)
    return json_answer(explored(table, _position(request), most_moves, recent_games=recent_games))


def _position(request: web.Request) -> chess.Board:
    """The position that is asked for: `fen`, and the moves of `play` after it."""
    try:
        board = chess.Board(request.query.get("fen", chess.STARTING_FEN))
        for uci in request.query.get("play", "").split(","):
            if uci:
                board.push(board.parse_uci(uci))
    except ValueError as error:
        raise ApiError(400, f"Bad request: {error}") from error
    return board


ROUTES = (
    Route("explorer", "GET", "/masters", masters),
    Route("explorer", "GET", "/lichess", lichess),
)
