"""Answers that list things: one JSON line or one PGN for each, no faster than Lichess sends them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from aiohttp import web

from bot.clock import Clock
from bot.lichess.simulator.errors import ApiError
from bot.lichess.simulator.faults import Fault, lag_ms
from bot.lichess.simulator.model import Game
from bot.lichess.simulator.routes.route import wants_json
from bot.lichess.simulator.streaming import NdjsonStream, PgnStream
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.export_pgn import export_pgn
from bot.lichess.simulator.views.move_stream import Line

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator

T = TypeVar("T")

_LEFT_OUT = {"clocks": "false", "evals": "false", "opening": "false"}
"""What a list of games contains only when it is asked for."""


def found_or_404(thing: T | None) -> T:
    """What was looked for; ApiError if there is none."""
    if thing is None:
        raise ApiError(404, "Not found")
    return thing


def integer(request: web.Request, name: str, default: int, most: int) -> int:
    """A number from 1 to `most` in the query; what is no number counts as not given."""
    text = request.query.get(name, "")
    return min(max(int(text), 1), most) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else default


class Pace:
    """So many things a second: the first `at_once` come together, then each waits for its time."""

    def __init__(self, clock: Clock, per_s: int, at_once: int = 1) -> None:
        self._clock = clock
        self._gap_ms = 1000 // per_s
        self._ahead_ms = self._gap_ms * (at_once - 1)
        self._free_ms = clock.now_ms() - self._ahead_ms

    async def next(self) -> None:
        """Wait until the next one is due."""
        start_ms = max(self._free_ms, self._clock.now_ms() - self._ahead_ms)
        await self._clock.sleep_until_ms(start_ms)
        self._free_ms = start_ms + self._gap_ms


async def answer_lines(
    simulator: Simulator, request: web.Request, faults: Sequence[Fault], lines: Iterable[bytes]
) -> web.StreamResponse:
    """JSON lines, all at once."""
    async with simulator.streaming(request, faults, keepalive_s=None) as out:
        await out.send([Line(line) for line in lines])
    return out.response


async def answer_games(
    simulator: Simulator,
    request: web.Request,
    faults: Sequence[Fault],
    games: Iterable[Game],
    switches: Switches,
    pace: Pace | None = None,
) -> web.StreamResponse:
    """Games as JSON lines or as PGN, as the client wishes; at a pace, or all at once."""
    clock = simulator.world.clock
    options = ExportOptions.from_query(_LEFT_OUT | dict(request.query))
    form = NdjsonStream if wants_json(request) else PgnStream
    async with simulator.streaming(request, faults, None, form) as out:
        for game in games:
            if pace:
                await pace.next()
            state = game.state_at(clock.now_ms() - lag_ms(faults))
            if form is NdjsonStream:
                data = export_json(game, state, options, switches)
            else:
                data = export_pgn(game, state, options, switches).rstrip("\n").encode()
            await out.send([Line(data)])
            if out.done:
                break
    return out.response
