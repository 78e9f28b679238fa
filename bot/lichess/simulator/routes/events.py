"""Arenas, Swiss tournaments and teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from aiohttp import web

from bot.lichess.simulator.errors import ApiError
from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.model import Game
from bot.lichess.simulator.routes.listing import Pace, answer_games, answer_lines, found_or_404, integer
from bot.lichess.simulator.routes.route import Route, json_answer
from bot.lichess.simulator.tournaments import Arena, Swiss, Team, Tournament
from bot.lichess.simulator.views.arena import full_arena
from bot.lichess.simulator.views.arena_list import arena_lists, listed_arena
from bot.lichess.simulator.views.arena_standing import arena_results
from bot.lichess.simulator.views.export_options import boolean
from bot.lichess.simulator.views.swiss import swiss_object, swiss_results, swiss_status
from bot.lichess.simulator.views.team import team_members, team_object

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator

_MANY = 10_000


async def arenas(simulator: Simulator, _request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/tournament`: all arenas by status."""
    world = simulator.world
    found = [(arena, world.tournament_games(arena)) for arena in world.arenas()]
    return json_answer(arena_lists(found, world.clock.now_ms()))


async def arena(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/tournament/{id}`: one arena with a page of its standing."""
    found = _arena(simulator, request)
    games = simulator.world.tournament_games(found)
    return json_answer(full_arena(found, games, simulator.world.clock.now_ms(), integer(request, "page", 1, 200)))


async def arena_games(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/tournament/{id}/games`: the newest first."""
    games = _games(simulator, request, _arena(simulator, request))
    return await _paced(simulator, request, faults, games[::-1])


async def results_of_arena(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/tournament/{id}/results`: the leader first."""
    found = _arena(simulator, request)
    games = simulator.world.tournament_games(found)
    sheet = boolean(request.query, "sheet", False)
    lines = arena_results(found, games, simulator.world.clock.now_ms(), sheet=sheet)
    return await answer_lines(simulator, request, faults, lines[: integer(request, "nb", _MANY, _MANY)])


async def swiss(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/swiss/{id}`: one Swiss tournament."""
    return json_answer(_swiss_object(simulator, _swiss(simulator, request)))


async def swiss_games(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/swiss/{id}/games`: the oldest first."""
    return await _paced(simulator, request, faults, _games(simulator, request, _swiss(simulator, request)))


async def results_of_swiss(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/swiss/{id}/results`: the leader first."""
    found = _swiss(simulator, request)
    lines = swiss_results(found, simulator.world.tournament_games(found), simulator.world.clock.now_ms())
    return await answer_lines(simulator, request, faults, lines[: integer(request, "nb", _MANY, _MANY)])


async def team(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/team/{id}`: what everybody may know of a team."""
    return json_answer(team_object(_team(simulator, request)))


async def members(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/team/{id}/users`: the one who joined last first; a list that is not public only for members."""
    found = _team(simulator, request)
    if not found.public:
        token = simulator.bearers.require(request, "team:read")
        if token.user not in {member.id for member in found.members}:
            raise ApiError(403, "Forbidden")
    return await answer_lines(simulator, request, faults, team_members(found))


async def team_arenas(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/team/{id}/arena`: the team's arenas, the latest first."""
    world, now_ms = simulator.world, simulator.world.clock.now_ms()
    own = [arena for arena in world.arenas() if _wanted(request, arena, arena.status_at(now_ms))]
    lines = [msgspec.json.encode(listed_arena(arena, world.tournament_games(arena), now_ms)) for arena in own]
    return await _team_tournaments(simulator, request, faults, lines)


async def team_swisses(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/team/{id}/swiss`: the team's Swiss tournaments, the latest first."""
    world, now_ms = simulator.world, simulator.world.clock.now_ms()
    own = [s for s in world.swisses() if _wanted(request, s, swiss_status(s, world.tournament_games(s), now_ms))]
    return await _team_tournaments(simulator, request, faults, [_swiss_object(simulator, s) for s in own])


ROUTES = (
    Route("arenas", "GET", "/api/tournament", arenas),
    Route("arena", "GET", "/api/tournament/{id}", arena),
    Route("arena_games", "GET", "/api/tournament/{id}/games", arena_games),
    Route("arena_results", "GET", "/api/tournament/{id}/results", results_of_arena),
    Route("swiss", "GET", "/api/swiss/{id}", swiss),
    Route("swiss_games", "GET", "/api/swiss/{id}/games", swiss_games),
    Route("swiss_results", "GET", "/api/swiss/{id}/results", results_of_swiss),
    Route("team", "GET", "/api/team/{id}", team),
    Route("team_users", "GET", "/api/team/{id}/users", members),
    Route("team_arenas", "GET", "/api/team/{id}/arena", team_arenas),
    Route("team_swisses", "GET", "/api/team/{id}/swiss", team_swisses),
)


def _arena(simulator: Simulator, request: web.Request) -> Arena:
    return found_or_404({arena.id: arena for arena in simulator.world.arenas()}.get(request.match_info["id"]))


def _swiss(simulator: Simulator, request: web.Request) -> Swiss:
    return found_or_404({swiss.id: swiss for swiss in simulator.world.swisses()}.get(request.match_info["id"]))


def _team(simulator: Simulator, request: web.Request) -> Team:
    return found_or_404(simulator.world.teams.get(request.match_info["id"]))


def _swiss_object(simulator: Simulator, found: Swiss) -> bytes:
    return swiss_object(found, simulator.world.tournament_games(found), simulator.world.clock.now_ms())


def _games(simulator: Simulator, request: web.Request, tournament: Tournament) -> list[Game]:
    """The games created by now, of one player if the query names one."""
    now_ms = simulator.world.clock.now_ms()
    player = request.query.get("player", "").lower()
    return [
        game
        for game in simulator.world.tournament_games(tournament)
        if game.created_ms <= now_ms and (not player or player in (game.white.id, game.black.id))
    ]


async def _paced(
    simulator: Simulator, request: web.Request, faults: Sequence[Fault], games: Sequence[Game]
) -> web.StreamResponse:
    """20 games a second, 30 with a token."""
    per_s = 30 if simulator.bearers.token(request) else 20
    return await answer_games(simulator, request, faults, games, simulator.switches, Pace(simulator.world.wire, per_s))


def _wanted(request: web.Request, tournament: Tournament, status: str) -> bool:
    """Whether a tournament is the team's, and what the query asks for."""
    query = request.query
    return (
        tournament.team == request.match_info["id"]
        and query.get("status", status) == status
        and query.get("createdBy", tournament.created_by).lower() == tournament.created_by.lower()
        and query.get("name", tournament.name).lower() in tournament.name.lower()
    )


async def _team_tournaments(
    simulator: Simulator, request: web.Request, faults: Sequence[Fault], lines: list[bytes]
) -> web.StreamResponse:
    _team(simulator, request)
    return await answer_lines(simulator, request, faults, lines[: integer(request, "max", 100, _MANY)])
