"""A listener that notes what sources tell, and a server that says what was recorded."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest import mock

from aiohttp import web

from bot.clock import ManualClock
from bot.follower.followed import FollowedGame
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.updates import GameUpdate, Happening, Source, Transport
from scoring import Rules
from tests.bot.live import Background

STREAMS = Path(__file__).parents[2] / "streams"
RANDOM = Random(1)


@dataclass
class Hearing:
    """All that was told, in order; what is carried must be what a game can live through."""

    found_ids: list[str] = field(default_factory=list)
    origins: set[str] = field(default_factory=set)
    updates: list[GameUpdate] = field(default_factory=list)
    transports: set[str] = field(default_factory=set)
    released_ids: list[str] = field(default_factory=list)
    suspected_ids: list[str] = field(default_factory=list)
    games: dict[str, FollowedGame] = field(default_factory=dict)

    def found(self, game_id: str, origin: str) -> None:
        self.found_ids.append(game_id)
        self.origins.add(origin)

    def carried(self, update: GameUpdate, transport: Transport, origin: str) -> None:
        self.games.setdefault(update.id, FollowedGame(update.id, Rules())).apply(update, 1)
        self.updates.append(update)
        self.transports.add(transport)
        self.origins.add(origin)

    def released(self, game_id: str, origin: str) -> None:
        self.released_ids.append(game_id)

    def heard(self, game_id: str) -> None:
        pass

    def suspected(self, game_id: str) -> None:
        self.suspected_ids.append(game_id)

    def moves(self, game_id: str) -> str:
        """The moves of a carried game in SAN."""
        game = self.games[game_id].game
        board = game.start.copy()
        return " ".join(board.san_and_push(move) for move in game.moves)

    def happenings(self, game_id: str) -> list[Happening]:
        """What was told of a carried game."""
        return [update.happening for update in self.updates if update.id == game_id]


@dataclass
class Recorded:
    """A server that gives one file after the other for a path, the last one again and again."""

    answers: dict[str, list[bytes]]
    clock: ManualClock
    client: LichessClient
    asked: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)

    def count(self, path: str) -> int:
        """How often a path was asked for."""
        return self.asked.count(path)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path)
        self.bodies.append(await request.text())
        answers = self.answers.get(request.path)
        if not answers:
            return web.Response(status=404, text="404 - Resource not found")
        body = answers.pop(0) if len(answers) > 1 else answers[0]
        if not (request.path.endswith("/feed") or "/stream/" in request.path):
            return web.Response(body=body, content_type="application/json")
        out = web.StreamResponse()
        await out.prepare(request)
        await out.write(body)
        await asyncio.Event().wait()
        return out


@asynccontextmanager
async def recorded(source: str, answers: Mapping[str, list[str]]) -> AsyncIterator[Recorded]:
    """Run such a server with the files of a source's folder."""
    background = Background()
    clock = ManualClock(settle=background.quiet)
    files = {path: [(STREAMS / source / name).read_bytes() for name in names] for path, names in answers.items()}
    server: list[Recorded] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        return await server[0].answer(request)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with LichessClient(url, Governor(clock), agent="unruh-tests (contact nobody)") as client:
            server.append(Recorded(files, clock, client))
            with mock.patch("bot.lichess.client.in_background", background.run):
                yield server[0]
    finally:
        await runner.cleanup()


@asynccontextmanager
async def heard_from(
    source: Source, hearing: Hearing | None = None
) -> AsyncIterator[tuple[Hearing, "asyncio.Task[None]"]]:
    """Run a source; gives what it tells, and its task."""
    hearing = hearing or Hearing()
    task = asyncio.create_task(source.run(hearing))
    try:
        yield hearing, task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def turn_until(
    clock: ManualClock, condition: Callable[[], object], step_ms: int = 1000, steps: int = 5000
) -> None:
    """Advance a clock step by step until something has happened."""
    await clock.advance(0)
    for _ in range(steps):
        if condition():
            return
        await clock.advance(step_ms)
    raise AssertionError("it has not happened")
