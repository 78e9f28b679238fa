"""Streams that tell when games of many people begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aiohttp import web

from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.limits import (
    MAX_STREAM_GAMES,
    MAX_STREAM_GAMES_WITH_TOKEN,
    MAX_STREAM_TOTAL,
    MAX_STREAM_TOTAL_WITH_TOKEN,
    MAX_STREAM_USERS,
    check_count,
)
from bot.lichess.simulator.routes.ids import body_ids
from bot.lichess.simulator.routes.route import Route, json_answer
from bot.lichess.simulator.views.export_options import boolean
from bot.lichess.simulator.views.games_stream import GamesStream, watched_game

if TYPE_CHECKING:
    from bot.lichess.simulator.model import Game
    from bot.lichess.simulator.server import Simulator


async def by_users(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`POST /api/stream/games-by-users`: the games of which both players are named."""
    users = {user.lower() for user in await body_ids(request)}
    check_count(users, MAX_STREAM_USERS)

    def wanted(game: Game) -> bool:
        return game.white.id in users and game.black.id in users

    first = "running" if boolean(request.query, "withCurrentGames", False) else "none"
    feed = GamesStream(wanted, watched_game, first)
    feed.ended = len(users) < 2
    return await _stream(simulator, request, faults, feed)


async def by_ids(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`POST /api/stream/games/{stream}`: the games named, and those that are added while it is open."""
    ids = await _game_ids(simulator, request)
    name = request.match_info["stream"]
    simulator.watched_games.setdefault(name, []).append(ids)
    try:
        return await _stream(simulator, request, faults, GamesStream(lambda game: game.id in ids, watched_game, "all"))
    finally:
        simulator.watched_games[name] = [other for other in simulator.watched_games[name] if other is not ids]


async def add(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`POST /api/stream/games/{stream}/add`: more games for all streams of that name."""
    ids = await _game_ids(simulator, request)
    most = MAX_STREAM_TOTAL if simulator.bearers.token(request) is None else MAX_STREAM_TOTAL_WITH_TOKEN
    for watched in simulator.watched_games.get(request.match_info["stream"], []):
        check_count(watched | ids, most)
        watched |= ids
    simulator.world.wake()
    return json_answer(b'{"ok":true}')


async def _stream(
    simulator: Simulator, request: web.Request, faults: Sequence[Fault], feed: GamesStream
) -> web.StreamResponse:
    with simulator.limits.games_streams.slot(request.remote or ""):
        async with simulator.streaming(request, faults, simulator.switches.keepalive_s) as out:
            await simulator.attend(feed, out)
        return out.response


async def _game_ids(simulator: Simulator, request: web.Request) -> set[str]:
    ids = set(await body_ids(request))
    check_count(ids, MAX_STREAM_GAMES if simulator.bearers.token(request) is None else MAX_STREAM_GAMES_WITH_TOKEN)
    return ids


ROUTES = (
    Route("by_users", "POST", "/api/stream/games-by-users", by_users),
    Route("watch", "POST", "/api/stream/games/{stream}", by_ids),
    Route("watch_add", "POST", "/api/stream/games/{stream}/add", add),
)
