"""What the faults that a request meets do before its answer, and to an answer in one piece."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

from aiohttp import web

from bot.lichess.simulator import statuses
from bot.lichess.simulator.faults import Chunk, Fault, HangUp, Refuse, Restart, SlowOpen
from bot.lichess.simulator.faults.truth import TruthFault
from bot.lichess.simulator.outlet import Outlet, break_off
from bot.lichess.simulator.world import World

_ENTRY_ENDS: Final = {"application/x-ndjson": b"\n", "application/x-chess-pgn": b"\n\n\n"}
"""What ends an entry of a list, by content type; any other answer is one entry."""


async def strike(
    request: web.Request, faults: Sequence[Fault], world: World, others: Iterable[web.Request]
) -> web.Response | None:
    """Let faults come before the answer; gives the answer that replaces it, if there is one.

    `others` are the other requests under way.
    """
    game_id = request.match_info.get("id")
    for fault in faults:
        if isinstance(fault, SlowOpen):
            await world.clock.sleep_until_ms(world.clock.now_ms() + fault.delay_ms)
        elif isinstance(fault, TruthFault):
            fault.strike(world, game_id)
            if isinstance(fault, Restart) and fault.stop:
                for other in others:
                    break_off(other, fault.stop)
        elif isinstance(fault, HangUp):
            break_off(request, fault.stop)
            await asyncio.Event().wait()  # until the server has noticed it
        elif isinstance(fault, Refuse) and (not fault.only_aborted or _aborted(world, game_id)):
            headers = dict(fault.headers)
            return web.Response(status=fault.status, text=fault.body, content_type=fault.content_type, headers=headers)
    return None


def _aborted(world: World, game_id: str | None) -> bool:
    game = world.get(game_id or "")
    return game is not None and game.state_at(world.clock.now_ms()).status == statuses.ABORTED


async def spoil(request: web.Request, answer: web.StreamResponse, faults: Sequence[Fault]) -> web.StreamResponse:
    """Send an answer in one piece with the faults that befall it, entry by entry; streams have met theirs already."""
    if not faults or not isinstance(answer, web.Response):
        return answer
    headers = {name: value for name, value in answer.headers.items() if name != "Content-Length"}
    response = web.StreamResponse(status=answer.status, headers=headers)
    outlet = Outlet(response, faults)
    await outlet.open(request)
    await outlet.take([Chunk(entry, line) for line, entry in enumerate(_entries(answer))])
    await outlet.end()
    return response


def _entries(answer: web.Response) -> list[bytes]:
    body = answer.body
    assert isinstance(body, bytes)
    end = _ENTRY_ENDS.get(answer.content_type)
    return [entry + end for entry in body.split(end) if entry] if end else [body]
