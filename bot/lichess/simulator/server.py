"""The HTTP side of the simulator: Lichess' routes, answers and errors, over aiohttp."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import cast

import msgspec
from aiohttp import web

from bot.lichess.simulator.faults import Fault, FaultPlan, Refuse, SlowOpen
from bot.lichess.simulator.limits import ConcurrencyLimit, TooManyError
from bot.lichess.simulator.model import Game
from bot.lichess.simulator.streaming import NdjsonStream
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions, boolean
from bot.lichess.simulator.views.export_pgn import export_pgn
from bot.lichess.simulator.views.move_stream import MoveStream
from bot.lichess.simulator.views.tv import TvFeed
from bot.lichess.simulator.views.user_status import MAX_IDS, user_statuses
from bot.lichess.simulator.world import World

_Handler = Callable[[web.Request, Sequence[Fault]], Awaitable[web.StreamResponse]]
_NAMED_USER = re.compile(r"\b(?:user|as):\s*([\w-]+)", re.IGNORECASE)


class Simulator:
    """A Lichess of its own.

    Args:
        world: The games and users; its clock is the simulator's.
        switches: Where Lichess' behaviour is not one and the same.
        faults: What goes wrong; it may be added to at any time.
        tokens: The user id of every valid token. With None tokens are not looked at.
    """

    def __init__(
        self,
        world: World,
        switches: Switches | None = None,
        faults: FaultPlan | None = None,
        tokens: Mapping[str, str] | None = None,
    ) -> None:
        self.world = world
        self.switches = switches or Switches()
        self.faults = faults or FaultPlan()
        self.game_streams = ConcurrencyLimit(self.switches.streams_per_ip)
        self._tokens = tokens
        self._open: set[asyncio.Task[object]] = set()

    def app(self) -> web.Application:
        """The web application."""
        app = web.Application()
        for route, path, handler in (
            ("stream", "/api/stream/game/{id}", self._move_stream),
            ("export", "/game/export/{id}", self._export),
            ("status", "/api/users/status", self._user_status),
            ("tv", "/api/tv/feed", self._tv_feed),
        ):
            app.router.add_get(path, partial(self._answer, route, handler))
        app.router.add_get("/{id:[A-Za-z0-9]{8}}", _game_page)
        app.router.add_route("*", "/{path:.*}", _no_resource)
        app.on_shutdown.append(self._close_streams)
        return app

    # --- what all routes share

    async def _answer(self, route: str, handler: _Handler, request: web.Request) -> web.StreamResponse:
        """A bad token and the planned refusals come before the route's own answer."""
        if error := self._token_error(request):
            return _error(401, error)
        faults = self.faults.meet(route, request.match_info.get("id"))
        for fault in faults:
            if isinstance(fault, SlowOpen):
                await self.world.clock.sleep_until_ms(self.world.clock.now_ms() + fault.delay_ms)
            if isinstance(fault, Refuse):
                body, headers = fault.body, dict(fault.headers)
                return web.Response(status=fault.status, text=body, content_type=fault.content_type, headers=headers)
        return await handler(request, faults)

    def _token_error(self, request: web.Request) -> str | None:
        """A bad token is refused even where none is needed, and so is a user agent that names another user."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if self._tokens is None or scheme.lower() != "bearer":
            return None
        if token not in self._tokens:
            return "No such token"
        named = _NAMED_USER.search(request.headers.get("User-Agent", ""))
        if named and named[1].lower() != self._tokens[token]:
            return "The user in the user-agent doesn't match the token bearer"
        return None

    async def _close_streams(self, _app: web.Application) -> None:
        for task in self._open:
            task.cancel()

    @asynccontextmanager
    async def _streaming(self) -> AsyncIterator[None]:
        """Within, the answer ends at once when the server stops."""
        task = cast("asyncio.Task[object]", asyncio.current_task())
        self._open.add(task)
        try:
            yield
        finally:
            self._open.discard(task)

    # --- the routes

    async def _move_stream(self, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
        game = self.world.get(request.match_info["id"])
        if game is None:
            return _not_found(request)
        try:
            with self.game_streams.slot(request.remote or ""):
                async with self._streaming():
                    out = NdjsonStream(self.world.clock, self.switches.keepalive_s, faults)
                    response = await out.open(request)
                    await self._follow(game, MoveStream(game, self.switches), out)
                    return response
        except TooManyError as error:
            return _error(429, str(error))

    async def _tv_feed(self, request: web.Request, faults: Sequence[Fault]) -> web.StreamResponse:
        async with self._streaming():
            out = NdjsonStream(self.world.clock, None, faults)
            response = await out.open(request)
            while not out.done:
                game = self.world.featured()
                if game is None:
                    await self.world.wait(self.world.next_creation_ms())
                else:
                    await self._follow(game, TvFeed(game, self.switches), out)
            return response

    async def _follow(self, game: Game, view: MoveStream | TvFeed, out: NdjsonStream) -> None:
        """Send what a view says of a game, event by event, until it ends."""
        clock = self.world.clock
        seen = game.events_by(clock.now_ms())
        await out.send(view.open(game.states[seen]))
        while not (view.ended or out.done):
            times = (game.due_ms(seen), out.keepalive_due_ms)
            await self.world.wait(min((time for time in times if time is not None), default=None))
            latest = self.world.get(game.id)
            if latest is None:
                return
            game, before = latest, seen
            seen = game.events_by(clock.now_ms())
            await out.send([line for state in game.states[before + 1 : seen + 1] for line in view.feed(state)])

    async def _export(self, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
        game = self.world.get(request.match_info["id"])
        if game is None:
            return _not_found(request)
        state = game.state_at(self.world.clock.now_ms())
        options = ExportOptions.from_query(request.query)
        if _wants_json(request):
            body = export_json(game, state, options, self.switches)
            return web.Response(body=body, content_type="application/json")
        text = export_pgn(game, state, options, self.switches)
        return web.Response(text=text, content_type="application/x-chess-pgn")

    async def _user_status(self, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
        ids = [user_id for user_id in request.query.get("ids", "").split(",") if user_id]
        if not ids:
            return _error(400, "No user ids provided")
        if len(ids) > MAX_IDS:
            return _error(400, f"Too many ids: {len(ids)}, expected up to {MAX_IDS}")
        body = user_statuses(
            ids,
            self.world.users,
            self.world.current_games(),
            game_ids=boolean(request.query, "withGameIds", False),
            game_metas=boolean(request.query, "withGameMetas", False),
        )
        return web.Response(body=body, content_type="application/json")


@asynccontextmanager
async def serve(simulator: Simulator, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[str]:
    """Run a simulator; gives its base URL without a slash at the end. Port 0 takes any free one."""
    runner = web.AppRunner(simulator.app(), handler_cancellation=True, shutdown_timeout=1.0, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield f"http://{host}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def _wants_json(request: web.Request) -> bool:
    accept = request.headers.get("Accept", "")
    return "application/json" in accept or "application/x-ndjson" in accept


def _error(status: int, message: str) -> web.Response:
    return web.Response(status=status, body=msgspec.json.encode({"error": message}), content_type="application/json")


def _not_found(request: web.Request) -> web.Response:
    return _error(404, "Not found") if _wants_json(request) else _text_not_found()


def _text_not_found() -> web.Response:
    return web.Response(status=404, text="404 - Resource not found")


async def _game_page(request: web.Request) -> web.StreamResponse:
    """Lichess shows people a board there; here they get the record."""
    raise web.HTTPFound(f"/game/export/{request.match_info['id']}")


async def _no_resource(_request: web.Request) -> web.StreamResponse:
    return _text_not_found()
