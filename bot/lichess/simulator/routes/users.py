"""Users: who is online and who plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aiohttp import web

from bot.lichess.simulator.errors import ApiError
from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.limits import MAX_STATUS_IDS, check_count
from bot.lichess.simulator.routes.route import Route, json_answer
from bot.lichess.simulator.views.export_options import boolean
from bot.lichess.simulator.views.user_status import user_statuses

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator


async def status(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/users/status`: up to a hundred users."""
    ids = [user_id for user_id in request.query.get("ids", "").split(",") if user_id]
    if not ids:
        raise ApiError(400, "No user ids provided")
    check_count(ids, MAX_STATUS_IDS)
    body = user_statuses(
        ids,
        simulator.world.users,
        simulator.world.current_games(),
        game_ids=boolean(request.query, "withGameIds", False),
        game_metas=boolean(request.query, "withGameMetas", False),
    )
    return json_answer(body)


ROUTES = (Route("status", "GET", "/api/users/status", status),)
