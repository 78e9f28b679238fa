"""The HTTP side of the simulator: what all its routes share, over aiohttp. The routes are in `routes`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import Final, cast

from aiohttp import web

from bot.lichess.simulator.asked import Asked
from bot.lichess.simulator.bearers import Bearers
from bot.lichess.simulator.door import listening
from bot.lichess.simulator.errors import ApiError, LimitError
from bot.lichess.simulator.etiquette import Etiquette, quiet_ms
from bot.lichess.simulator.faults import Fault, FaultPlan
from bot.lichess.simulator.feeds import Feed
from bot.lichess.simulator.limits import Limits
from bot.lichess.simulator.routes import ROUTES
from bot.lichess.simulator.routes.route import Route, error_answer, no_resource
from bot.lichess.simulator.spoiling import spoil, strike
from bot.lichess.simulator.streaming import NdjsonStream
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.tokens import Token
from bot.lichess.simulator.world import World

_ASKED: Final = web.RequestKey("asked", Asked)


class Simulator:
    """A Lichess of its own.

    `requests` are all requests so far; `violations` says in a sentence each where a client broke a limit of Lichess.
    `watched_games` are the game ids of the open streams of games, by the name of the stream.

    Args:
        world: The games and users; its clocks are the simulator's.
        switches: Where Lichess' behaviour is not one and the same.
        faults: What goes wrong; it may be added to at any time.
        tokens: All valid tokens; a user's id stands for a token of his with every scope. With None tokens are not
            looked at.
    """

    def __init__(
        self,
        world: World,
        switches: Switches | None = None,
        faults: FaultPlan | None = None,
        tokens: Mapping[str, str | Token] | None = None,
    ) -> None:
        self.world = world
        self.switches = switches or Switches()
        self.faults = faults or FaultPlan()
        self.requests: list[Asked] = []
        self.violations: list[str] = []
        self.limits = Limits(world.wire)
        self.game_streams = self.limits.game_streams
        self.watched_games: dict[str, list[set[str]]] = {}
        self._etiquette = Etiquette(world.wire, self.violations)
        self.bearers = Bearers(tokens)
        self._open: dict[asyncio.Task[object], web.Request] = {}

    def app(self) -> web.Application:
        """The web application."""
        app = web.Application()
        for route in ROUTES:
            app.router.add_route(route.method, route.path, partial(self._answer, route))
        app.router.add_route("*", "/{path:.*}", partial(self._answer, Route("unknown", "*", "", _nowhere)))
        app.on_response_prepare.append(self._note_status)
        app.on_shutdown.append(self._close_streams)
        return app

    # --- what handlers use

    @asynccontextmanager
    async def streaming(
        self,
        request: web.Request,
        faults: Sequence[Fault],
        keepalive_s: int | None,
        form: type[NdjsonStream] = NdjsonStream,
    ) -> AsyncIterator[NdjsonStream]:
        """A stream whose header is sent."""
        out = form(self.world.wire, keepalive_s, faults)
        await out.open(request)
        yield out
        await out.end()

    async def attend(self, feed: Feed, out: NdjsonStream) -> None:
        """Send what a feed has to tell until it ends."""
        while True:
            change = self.world.next_change
            await out.send(feed.news(self.world))
            if feed.ended or out.done:
                return
            await self.world.wait(change, feed.due_ms, wire_ms=out.keepalive_due_ms)

    def close(self, out: NdjsonStream) -> None:
        """End a stream, because another one has taken its place."""
        out.close()
        self.world.wake()

    # --- the common way of an answer

    async def _answer(self, route: Route, request: web.Request) -> web.StreamResponse:
        """The answer to a request, within Lichess' limits; it ends at once when the server stops."""
        self._note(route, request)
        task = cast("asyncio.Task[object]", asyncio.current_task())
        self._open[task] = request
        try:
            with self._one_shot(route, request):
                return await self._planned_answer(route, request)
        except ApiError as error:
            if isinstance(error, LimitError):
                self.violations.append(f"{request.method} {request.path} was refused with {error.status}: {error}")
            return error_answer(error)
        finally:
            del self._open[task]

    async def _planned_answer(self, route: Route, request: web.Request) -> web.StreamResponse:
        """A bad token and the planned faults come before the route's own answer."""
        self.bearers.check(request)
        faults = self.faults.meet(route.kind, request.match_info.get("id"), self.world.clock.now_ms())
        others = [other for other in self._open.values() if other is not request]
        if (answer := await strike(request, faults, self.world, others)) is not None:
            return answer
        return await spoil(request, await route.handler(self, request, faults), faults)

    def _one_shot(self, route: Route, request: web.Request) -> AbstractContextManager[None]:
        """The place of a request among those of its address: streams may go on beside others."""
        if route.streams:
            return nullcontext()
        refuse = self.switches.overlap == "refused"
        return self._etiquette.one_shot(request.remote or "", f"{request.method} {request.path}", refuse=refuse)

    def _note(self, route: Route, request: web.Request) -> None:
        token = self.bearers.token(request)
        asked = Asked(
            at_ms=self.world.clock.now_ms(),
            kind=route.kind,
            method=request.method,
            path=request.path_qs,
            remote=request.remote or "",
            user=token.user if token else None,
        )
        request[_ASKED] = asked
        self.requests.append(asked)
        self._etiquette.arrived(asked.remote, f"{request.method} {request.path}")

    async def _note_status(self, request: web.BaseRequest, response: web.StreamResponse) -> None:
        request[_ASKED].status = response.status
        if response.status == 429:
            self._etiquette.limited(request.remote or "", quiet_ms(response))

    async def _close_streams(self, _app: web.Application) -> None:
        for task in self._open:
            task.cancel()


@asynccontextmanager
async def serve(simulator: Simulator, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[str]:
    """Run a simulator; gives its base URL without a slash at the end. Port 0 takes any free one."""
    runner = web.AppRunner(simulator.app(), handler_cancellation=True, shutdown_timeout=1.0, access_log=None)
    await runner.setup()
    try:
        async with listening(runner, host, port, simulator.world.clock, simulator.faults) as actual_port:
            yield f"http://{host}:{actual_port}"
    finally:
        await runner.cleanup()


async def _nowhere(_simulator: Simulator, _request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    return no_resource()
