"""Broadcasts: a round, a tournament or a group, whose stream sends the whole PGN of a game whenever it changes."""

import asyncio
from collections.abc import Iterable
from functools import partial
from random import Random

import structlog

from bot.clock import Clock
from bot.lichess.broadcast import (
    SILENCE_MS,
    BroadcastKind,
    Chapters,
    ChapterStream,
    broadcast_budget,
    fetch_round,
    stream_path,
)
from bot.lichess.client import PGN, LichessClient
from bot.lichess.errors import LichessError, TokenError
from bot.lichess.governor import Budget
from bot.lichess.listening import listen
from bot.lichess.retry import FIRST_PAUSE_MS, persist, rest
from bot.pgn.model import BrokenGameError
from bot.sources._news import identify
from bot.sources._whole import WholeGames
from bot.updates import Listener

log = structlog.get_logger()

_ADVICE = "a token with the permission study:read: make one there, and name it in the configuration"

COMPARE_MS = 5 * 60_000
"""How often everything is asked for again: streams have stopped telling moves without a word.

The stream of a tournament or a group is opened again for that: it may know only the rounds that went on when it began.
"""


class BroadcastSource:
    """Carries all games of a broadcast, those that begin later too; it goes on after a round is over."""

    def __init__(
        self,
        kind: BroadcastKind,
        broadcast_id: str,
        client: LichessClient,
        clock: Clock,
        *,
        budget: Budget | None = None,
        random: Random | None = None,
    ) -> None:
        """Take what is followed, the server and the time; all broadcasts of a program share one `budget`."""
        self.kind = kind
        self.id = broadcast_id
        self._client = client
        self._clock = clock
        self._budget = budget or broadcast_budget(client, clock)
        self._random = random or Random()
        self._pieces = 0
        self._streamed: set[str] = set()

    @property
    def name(self) -> str:
        """What people call it."""
        return f"broadcast {self.kind} {self.id}"

    async def run(self, listener: Listener) -> None:
        """Tell of all games until cancelled. Raises `NotFoundError`, or `TokenError` saying what to do."""
        if not self._client.has_token:
            log.warning(
                "broadcast without a token",
                source=self.name,
                reason=f"{self._client.host} may limit or refuse it; a token with the permission study:read helps",
            )
        games = WholeGames(listener, self.name)
        try:
            while True:
                await persist(
                    partial(self._connect, games),
                    progress=lambda: self._pieces,
                    lost=partial(self._lost, games),
                    clock=self._clock,
                    random=self._random,
                )
                await rest(self._clock, FIRST_PAUSE_MS)
        except LichessError as error:
            games.lost(str(error))
            if isinstance(error, TokenError):
                raise TokenError(f"{self.name}: {self._client.host} wants {_ADVICE}") from error
            raise

    async def _connect(self, games: WholeGames) -> None:
        """Read the stream until it breaks, or it is time to open it again."""
        await self._budget.spend()
        chapters, opened_ms = ChapterStream(), self._clock.now_ms()
        async with self._client.stream(stream_path(self.kind, self.id), self.name, accept=PGN) as chunks:
            comparing = asyncio.create_task(self._keep_comparing(games))
            try:
                async for data in listen(chunks, SILENCE_MS, self._clock, games.all_heard):
                    self._pieces += 1
                    self._take(games, chapters.feed(data))
                    if self.kind != "round" and self._clock.now_ms() - opened_ms >= COMPARE_MS:
                        return
            finally:
                comparing.cancel()
                await asyncio.gather(comparing, return_exceptions=True)
        raise LichessError("the stream ended")

    def _take(self, games: WholeGames, chapters: Chapters) -> None:
        """Take what the stream has sent."""
        if chapters.trouble:
            log.warning("broadcast not read", source=self.name, reason=chapters.trouble)
        for text in chapters.texts:
            if game_id := self._identify(text):
                self._take_game(games, game_id, text)
                if game_id in games:
                    self._streamed.add(game_id)

    def _take_game(self, games: WholeGames, game_id: str, text: bytes) -> None:
        if games.take(game_id, text):
            self._client.received(self.name, text)

    def _identify(self, text: bytes) -> str | None:
        try:
            return identify(text, self.id)
        except BrokenGameError as error:
            log.warning("broadcast not read", source=self.name, reason=str(error))
            return None

    async def _keep_comparing(self, games: WholeGames) -> None:
        """Compare a whole round with what the stream has told, from time to time."""
        while self.kind == "round":
            await rest(self._clock, COMPARE_MS)
            try:
                await self._budget.spend()
                self._streamed.clear()
                self._compare(games, await fetch_round(self._client, self.id))
            except LichessError as error:
                log.warning("broadcast not compared", source=self.name, reason=str(error))

    def _compare(self, games: WholeGames, texts: Iterable[bytes]) -> None:
        """Take games as they were asked for, but none that the stream told of meanwhile: the stream is never older."""
        for text in texts:
            if (game_id := self._identify(text)) and game_id not in self._streamed:
                self._take_game(games, game_id, text)

    def _lost(self, games: WholeGames, error: LichessError) -> None:
        log.warning("stream lost", source=self.name, reason=str(error))
        games.lost(str(error))
