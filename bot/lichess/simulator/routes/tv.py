"""Lichess TV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aiohttp import web

from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.routes.route import Route
from bot.lichess.simulator.views.tv import TvFeed

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator


async def feed(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/tv/feed`: one game after another."""
    world = simulator.world
    async with simulator.streaming(request, faults, keepalive_s=None) as out:
        while not out.done:
            game = world.featured()
            if game is None:
                await world.wait(world.next_creation_ms())
            else:
                await simulator.follow(game, TvFeed(game, simulator.switches), out)
    return out.response


ROUTES = (Route("tv", "GET", "/api/tv/feed", feed),)
