"""Games that anybody may watch: the move stream and the exports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aiohttp import web

from bot.lichess.simulator.faults import Fault, lag_ms
from bot.lichess.simulator.limits import MAX_EXPORT_IDS, check_count
from bot.lichess.simulator.model import Game
from bot.lichess.simulator.routes.ids import body_ids
from bot.lichess.simulator.routes.listing import Pace, answer_games
from bot.lichess.simulator.routes.route import Route, json_answer, not_found, wants_json
from bot.lichess.simulator.views.chat import stored_chat
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.export_pgn import export_pgn
from bot.lichess.simulator.views.move_stream import MoveStream
from bot.lichess.simulator.views.user_games import UserGames, current_or_last

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator


async def move_stream(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/stream/game/{id}`: one of eight for an address."""
    game = simulator.world.get(request.match_info["id"])
    if game is None:
        return not_found(request)
    with simulator.game_streams.slot(request.remote or ""):
        async with simulator.streaming(request, faults, simulator.switches.keepalive_s) as out:
            await simulator.attend(MoveStream(game, simulator.switches), out)
        return out.response


async def export(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /game/export/{id}`: JSON or PGN, as the client wishes."""
    game = simulator.world.get(request.match_info["id"])
    if game is None:
        return not_found(request)
    return _exported(simulator, request, faults, game)


def _exported(simulator: Simulator, request: web.Request, faults: Sequence[Fault], game: Game) -> web.Response:
    state = game.state_at(simulator.world.clock.now_ms() - lag_ms(faults))
    options = ExportOptions.from_query(request.query)
    if wants_json(request):
        return json_answer(export_json(game, state, options, simulator.switches))
    text = export_pgn(game, state, options, simulator.switches)
    return web.Response(text=text, content_type="application/x-chess-pgn")


async def export_many(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`POST /api/games/export/_ids`: the games named, as far as they exist, the newest first; thirty a second."""
    ids = await body_ids(request)
    check_count(ids, MAX_EXPORT_IDS)
    games = [game for game in map(simulator.world.get, ids) if game]
    games.sort(key=lambda game: game.created_ms, reverse=True)
    return await answer_games(simulator, request, faults, games, simulator.switches, Pace(simulator.world.wire, 30, 30))


async def user_games(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/games/user/{user}`: the games of a user; only one such answer at a time."""
    user = request.match_info["user"].lower()
    if user not in simulator.world.users:
        return not_found(request)
    token = simulator.bearers.token(request)
    per_s = 20 if token is None else 60 if token.user == user else 30
    games = UserGames.from_query(user, request.query).pick(simulator.world.created(), simulator.world.clock.now_ms())
    with simulator.limits.user_exports.slot(f"{request.remote}/{user}"):
        pace = Pace(simulator.world.wire, per_s, per_s)
        return await answer_games(simulator, request, faults, games, simulator.switches, pace)


async def current_game(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/user/{user}/current-game`: the game that a user plays, otherwise his last one."""
    user = request.match_info["user"].lower()
    if user not in simulator.world.users:
        return not_found(request)
    game = current_or_last(simulator.world.created(), user, simulator.world.clock.now_ms())
    if game is None:
        return web.Response(status=404, text="No ongoing game")
    return _exported(simulator, request, faults, game)


async def chat(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/game/{id}/chat`: what the spectators wrote."""
    game = simulator.world.get(request.match_info["id"])
    if game is None:
        return not_found(request)
    states = game.states[: game.events_by(simulator.world.clock.now_ms()) + 1]
    return json_answer(stored_chat(game, states, "spectator"))


async def page(_simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """Lichess shows people a board there; here they get the record."""
    raise web.HTTPFound(f"/game/export/{request.match_info['id']}")


ROUTES = (
    Route("stream", "GET", "/api/stream/game/{id}", move_stream),
    Route("export", "GET", "/game/export/{id}", export),
    Route("export_ids", "POST", "/api/games/export/_ids", export_many),
    Route("user_games", "GET", "/api/games/user/{user}", user_games),
    Route("current_game", "GET", "/api/user/{user}/current-game", current_game),
    Route("chat", "GET", "/api/game/{id}/chat", chat),
    Route("page", "GET", "/{id:[A-Za-z0-9]{8}}", page),
)
