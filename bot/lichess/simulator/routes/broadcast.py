"""Broadcasts: streams and snapshots of their games, and what is known of tournaments and rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from aiohttp import web

from bot.lichess.simulator.broadcasts import Group, Tour
from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.routes.listing import Pace, found_or_404
from bot.lichess.simulator.routes.route import Route, json_answer
from bot.lichess.simulator.streaming import NdjsonStream, PgnStream
from bot.lichess.simulator.views.broadcast_json import round_answer, tour_answer
from bot.lichess.simulator.views.broadcast_pgn import PgnOptions, Place, round_pgns
from bot.lichess.simulator.views.broadcast_stream import BroadcastStream
from bot.lichess.simulator.views.move_stream import Line

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator

KEEPALIVE_S: Final = 60
RECENT_MS: Final = 24 * 60 * 60_000
"""How long after its end a round still counts as recent."""
_FIRST_PER_S = 32
_LATER_PER_S = 16


async def round_stream(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/stream/broadcast/round/{id}.pgn`: one round, also one that is still to begin."""
    user = _admit(simulator, request)
    round_id = _place(simulator, request).round.id
    return await _stream(simulator, request, faults, user, lambda place: place.round.id == round_id)


async def tour_stream(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/stream/broadcast/tour/{id}.pgn`: the rounds of a tournament that go on or have just ended.

    They are chosen when the stream is opened: a round that begins later is not among them.
    """
    user = _admit(simulator, request)
    chosen = _recent(simulator, {_tour(simulator, request).id})
    return await _stream(simulator, request, faults, user, lambda place: place.round.id in chosen)


async def group_stream(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/stream/broadcast/group/{id}.pgn`: likewise for all tournaments of a group."""
    user = _admit(simulator, request)
    group = found_or_404(simulator.world.broadcast_groups.get(request.match_info["id"]))
    chosen = _recent(simulator, set(group.tours))
    return await _stream(simulator, request, faults, user, lambda place: place.round.id in chosen)


async def round_pgn(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/broadcast/round/{id}.pgn`: all games of a round as they are now."""
    _admit(simulator, request)
    return await _snapshot(simulator, request, faults, [_place(simulator, request)])


async def tour_pgn(simulator: Simulator, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/broadcast/{id}.pgn`: all games of all rounds of a tournament as they are now."""
    _admit(simulator, request)
    tour = _tour(simulator, request)
    return await _snapshot(simulator, request, faults, [Place(tour, relayed) for relayed in tour.rounds])


async def tour_json(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/broadcast/{id}`: a tournament and its rounds."""
    _admit(simulator, request)
    tour, world = _tour(simulator, request), simulator.world
    return json_answer(tour_answer(tour, _group_of(simulator, tour), world.broadcasts, world.clock.now_ms()))


async def round_json(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`GET /api/broadcast/{tour}/{round}/{id}`: a round and its boards; the two names are not looked at."""
    _admit(simulator, request)
    place, world = _place(simulator, request), simulator.world
    return json_answer(round_answer(place, _group_of(simulator, place.tour), world.broadcasts, world.clock.now_ms()))


_ID = "{id:[A-Za-z0-9]+}"

ROUTES = (
    Route("broadcast_stream", "GET", f"/api/stream/broadcast/round/{_ID}.pgn", round_stream),
    Route("broadcast_stream", "GET", f"/api/stream/broadcast/tour/{_ID}.pgn", tour_stream),
    Route("broadcast_stream", "GET", f"/api/stream/broadcast/group/{_ID}.pgn", group_stream),
    Route("broadcast_pgn", "GET", f"/api/broadcast/round/{_ID}.pgn", round_pgn),
    Route("broadcast_pgn", "GET", f"/api/broadcast/{_ID}.pgn", tour_pgn),
    Route("broadcast", "GET", f"/api/broadcast/{_ID}", tour_json),
    Route("broadcast_round", "GET", f"/api/broadcast/{{tour}}/{{round}}/{_ID}", round_json),
)


def _admit(simulator: Simulator, request: web.Request) -> str | None:
    """Count the request; gives the user whose token it carries, if one is needed or there is one."""
    token = simulator.bearers.token(request)
    if token or simulator.switches.auth_broadcast == "required":
        token = simulator.bearers.require(request, "study:read")
    user = token.user if token else None
    simulator.limits.broadcast_request(request.remote or "", user)
    return user


def _places(simulator: Simulator) -> list[Place]:
    return [Place(tour, relayed) for tour in simulator.world.broadcasts.values() for relayed in tour.rounds]


def _place(simulator: Simulator, request: web.Request) -> Place:
    return found_or_404({place.round.id: place for place in _places(simulator)}.get(request.match_info["id"]))


def _tour(simulator: Simulator, request: web.Request) -> Tour:
    return found_or_404(simulator.world.broadcasts.get(request.match_info["id"]))


def _group_of(simulator: Simulator, tour: Tour) -> Group | None:
    return next((group for group in simulator.world.broadcast_groups.values() if tour.id in group.tours), None)


def _recent(simulator: Simulator, tour_ids: set[str]) -> set[str]:
    """The ids of the rounds of some tournaments that go on or have ended not long ago."""
    now_ms = simulator.world.clock.now_ms()
    return {
        place.round.id
        for place in _places(simulator)
        if place.tour.id in tour_ids
        and place.round.started(now_ms)
        and now_ms - (place.round.finished_ms(now_ms) or now_ms) < RECENT_MS
    }


async def _snapshot(
    simulator: Simulator, request: web.Request, faults: Sequence[Fault], places: Sequence[Place]
) -> web.StreamResponse:
    options, now_ms = PgnOptions.from_query(request.query), simulator.world.clock.now_ms()
    async with simulator.streaming(request, faults, None, PgnStream) as out:
        await out.send(_lines([pgn for place in places for pgn in round_pgns(place, now_ms, options)]))
    return out.response


async def _stream(
    simulator: Simulator,
    request: web.Request,
    faults: Sequence[Fault],
    user: str | None,
    wanted: Callable[[Place], bool],
) -> web.StreamResponse:
    """Games as they change; the stream goes on after the end of the rounds."""
    world = simulator.world
    view = BroadcastStream(PgnOptions.from_query(request.query))

    def places() -> list[Place]:
        return [place for place in _places(simulator) if wanted(place)]

    with simulator.limits.broadcast_stream(request.remote or "", user):
        async with simulator.streaming(request, faults, KEEPALIVE_S, PgnStream) as out:
            await _send(out, view.open(places(), world.clock.now_ms()), Pace(world.wire, _FIRST_PER_S))
            pace = Pace(world.wire, _LATER_PER_S)
            while not out.done:
                change, now_ms = world.next_change, world.clock.now_ms()
                await _send(out, view.update(places(), now_ms), pace)
                due_ms = (place.round.due_ms(now_ms) for place in places())
                await world.wait(change, *due_ms, wire_ms=out.keepalive_due_ms)
        return out.response


async def _send(out: NdjsonStream, pgns: Sequence[str], pace: Pace) -> None:
    """Games one by one; with none, a keepalive if it is due."""
    if not pgns:
        await out.send([])
    for line in _lines(pgns):
        await pace.next()
        await out.send([line])


def _lines(pgns: Sequence[str]) -> list[Line]:
    return [Line(pgn.encode()) for pgn in pgns]
