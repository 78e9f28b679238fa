"""Lichess TV: its channels, their feeds, and the best games under way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from aiohttp import web

from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.routes.listing import answer_games, integer
from bot.lichess.simulator.routes.route import Route, json_answer, not_found
from bot.lichess.simulator.views.tv import ChannelFeed
from bot.lichess.simulator.views.tv_channels import CHANNELS, ranked, tv_channels

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator


async def channels(simulator: Simulator, _request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/tv/channels`: the best game of each channel."""
    return json_answer(tv_channels(simulator.world.running()))


async def feed(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/tv/feed` and `GET /api/tv/{channel}/feed`: one game after another, without keepalive."""
    channel = request.match_info.get("channel", "best")
    if channel not in CHANNELS:
        return not_found(request)
    async with simulator.streaming(request, faults, keepalive_s=None) as out:
        await simulator.attend(ChannelFeed(channel, simulator.switches), out)
    return out.response


async def games(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/tv/{channel}`: the channel's best games under way, not delayed."""
    channel = request.match_info["channel"]
    if channel not in CHANNELS:
        return not_found(request)
    found = ranked(simulator.world.running(), channel)[: integer(request, "nb", 10, 30)]
    return await answer_games(simulator, request, faults, found, replace(simulator.switches, delay="none"))


ROUTES = (
    Route("tv_channels", "GET", "/api/tv/channels", channels),
    Route("tv", "GET", "/api/tv/feed", feed),
    Route("tv", "GET", "/api/tv/{channel}/feed", feed),
    Route("tv_games", "GET", "/api/tv/{channel}", games),
)
