"""A desk where records are asked for, and the server that it asks."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from unittest import mock

from bot.clock import ManualClock
from bot.follower.desk import RecordDesk
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError
from bot.lichess.governor import Governor
from bot.lichess.wire import ExportedGame
from bot.updates import GameUpdate, Happening

PGN = '[Result "1-0"]\n[Termination "Normal"]\n\n1. e4 e5 1-0'


class Server:
    """Its records by id, what goes wrong, and what it was asked."""

    def __init__(self) -> None:
        self.clock = ManualClock(0)
        self.games: dict[str, ExportedGame] = {}
        self.answers: list[ExportedGame] | None = None
        self.error: LichessError | None = None
        self.held: asyncio.Event | None = None
        self.hidden: set[str] = set()
        self.asked: list[tuple[int, tuple[str, ...], bool]] = []

    async def fetch(
        self, client: LichessClient, ids: Sequence[str], *, complete: bool
    ) -> AsyncGenerator[ExportedGame, None]:
        self.asked.append((self.clock.now_ms(), tuple(ids), complete))
        if self.held:
            await self.held.wait()
        for game in self.answers or [self.games[game_id] for game_id in ids if game_id in self.games]:
            yield game
        if self.error:
            raise self.error

    async def exists(self, client: LichessClient, game_id: str) -> bool:
        return game_id in self.games or game_id in self.hidden

    def runs(self, *ids: str, moves: str = "e4") -> None:
        self.games |= {game_id: ExportedGame(game_id, "started", moves=moves) for game_id in ids}

    def ends(self, *ids: str) -> None:
        over = {"status": "resign", "winner": "white", "moves": "e4 e5", "pgn": PGN}
        self.games |= {game_id: ExportedGame(game_id, **over) for game_id in ids}  # type: ignore[arg-type]

    def sizes(self) -> list[int]:
        return [len(ids) for _, ids, _ in self.asked]


class Desk(RecordDesk):
    """A desk, and what it told."""

    def __init__(self, server: Server) -> None:
        self.told: list[tuple[str, Happening]] = []
        self.missing: list[str] = []
        client = LichessClient("http://127.0.0.1:9", Governor(server.clock))
        super().__init__(client, server.clock, self.note, self.missing.append, Random(1))

    def note(self, update: GameUpdate) -> None:
        self.told.append((update.id, update.happening))


@asynccontextmanager
async def at_work() -> AsyncIterator[tuple[Server, Desk]]:
    server = Server()
    desk = Desk(server)
    with mock.patch.multiple("bot.follower.desk", fetch_records=server.fetch, exists=server.exists):
        running = asyncio.create_task(desk.run())
        yield server, desk
        assert not running.done()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
