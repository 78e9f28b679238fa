"""What a player may ask about himself and his own games, with his token."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from aiohttp import web

from bot.lichess.simulator.errors import ApiError
from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.routes.listing import integer
from bot.lichess.simulator.routes.route import Route, json_answer
from bot.lichess.simulator.streaming import SteadyStream
from bot.lichess.simulator.views.account import account
from bot.lichess.simulator.views.board_stream import BoardStream
from bot.lichess.simulator.views.chat import stored_chat
from bot.lichess.simulator.views.games_stream import GamesStream, own_game_event
from bot.lichess.simulator.views.own_game import board_may_play, now_playing
from bot.lichess.simulator.views.wire import color_name

if TYPE_CHECKING:
    import chess

    from bot.lichess.simulator.model import Game
    from bot.lichess.simulator.server import Simulator


async def own_stream(
    simulator: Simulator, request: web.Request, faults: Sequence[Fault], *, bot: bool
) -> web.StreamResponse:
    """`GET /api/board/game/stream/{id}` and `GET /api/bot/game/stream/{id}`: one's own game, not delayed."""
    game, side = _own_game(simulator, request, "bot:play" if bot else "board:play")
    _check_account(game, side, bot=bot)
    feed = BoardStream(game, side, simulator.switches, bot=bot)
    key = f"{game.id}/{color_name(side)}/{request.headers.get('User-Agent', '')}"
    async with simulator.streaming(request, faults, simulator.switches.steady_keepalive_s, SteadyStream) as out:
        with simulator.limits.board_streams.holder(key, partial(simulator.close, out)):
            await simulator.attend(feed, out)
    return out.response


async def events(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/stream/event`: the beginnings and ends of one's own games; only the newest stream of a token lives."""
    token = simulator.bearers.require(request, "challenge:read", "bot:play", "board:play")
    key = request.headers["Authorization"]
    simulator.limits.event_opens.take(key)
    feed = GamesStream(lambda game: game.side_of(token.user) is not None, own_game_event(token.user), "running")
    async with simulator.streaming(request, faults, simulator.switches.steady_keepalive_s, SteadyStream) as out:
        with simulator.limits.event_streams.holder(key, partial(simulator.close, out)):
            await simulator.attend(feed, out)
    return out.response


async def playing(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/account/playing`: the games that the user plays now."""
    user = simulator.bearers.require(request).user
    count = integer(request, "nb", 9, 50)
    return json_answer(now_playing(simulator.world.running(), user, simulator.world.clock.now_ms(), count))


async def me(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/account`: whose token it is."""
    user = simulator.bearers.require(request).user
    return json_answer(msgspec.json.encode(account(user, simulator.world.users.get(user))))


async def chat(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/board/game/{id}/chat`: what the players of one's own game wrote."""
    game, _ = _own_game(simulator, request, "board:play")
    states = game.states[: game.events_by(simulator.world.clock.now_ms()) + 1]
    return json_answer(stored_chat(game, states, "player"))


def _own_game(simulator: Simulator, request: web.Request, scope: str) -> tuple[Game, chess.Color]:
    user = simulator.bearers.require(request, scope).user
    game = simulator.world.get(request.match_info["id"])
    if game is None:
        raise ApiError(404, "No such game")
    side = game.side_of(user)
    if side is None:
        raise ApiError(404, "Not your game")
    return game, side


def _check_account(game: Game, side: chess.Color, *, bot: bool) -> None:
    is_bot = game.player(side).title == "BOT"
    if bot and not is_bot:
        raise ApiError(400, "This endpoint can only be used with a Bot account.")
    if not bot and is_bot:
        raise ApiError(400, "This endpoint cannot be used with a Bot account.")
    if not bot and not board_may_play(game):
        raise ApiError(400, "This game cannot be played with the Board API.")


ROUTES = (
    Route("own", "GET", "/api/board/game/stream/{id}", partial(own_stream, bot=False)),
    Route("own", "GET", "/api/bot/game/stream/{id}", partial(own_stream, bot=True)),
    Route("own_chat", "GET", "/api/board/game/{id}/chat", chat),
    Route("event", "GET", "/api/stream/event", events),
    Route("playing", "GET", "/api/account/playing", playing),
    Route("account", "GET", "/api/account", me),
)
