"""An online book beside a simulator, and games that are judged anew as a follower does it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import chess

from bot.book.online import OnlineBook
from bot.lichess.explorer import Database, Explorer
from scoring.book import BookAnswer, LineBook
from scoring.facts import Game, replay
from tests.bot.live import Live, running

TOKEN = "lip_s3cretS3cretS3cret"
RUY_LOPEZ = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8"
ODD = "h4 h5 g4 g5 f4 f5 e4 e5 d4 d5 c4 c5 b4 b5"


def game(text: str) -> Game:
    board = chess.Board()
    for word in text.split():
        board.push_san(word)
    return replay(board.move_stack)


def lines(*texts: str) -> LineBook:
    return LineBook("lines", [game(text).moves for text in texts])


def play_of(path: str) -> str:
    """The moves that are asked for."""
    return parse_qs(urlsplit(path).query, keep_blank_values=True)["play"][0]


@dataclass
class Online:
    """An online book whose games are judged anew as a follower does it."""

    live: Live
    book: OnlineBook
    games: dict[str, tuple[Game, int]] = field(default_factory=dict)
    answers: dict[str, list[BookAnswer]] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    def judge(self, name: str, text: str | Game, rank: int = 0) -> BookAnswer:
        """Judge a game, now and from now on."""
        self.games[name] = (game(text) if isinstance(text, str) else text, rank)
        self._judge(name)
        return self.answers[name][-1]

    def _judge(self, name: str) -> None:
        played, rank = self.games[name]
        self.answers.setdefault(name, []).append(self.book.look_up(played, rank=rank))

    def answered(self, epd: str) -> None:
        self.told.append(epd)
        for name in self.games:
            self._judge(name)

    def settled(self) -> bool:
        return not any(answers[-1].provisional for answers in self.answers.values())

    async def settle(self, step_ms: int = 1000) -> None:
        await self.live.turn_until(self.settled, step_ms)

    @property
    def plays(self) -> list[str]:
        """What was asked, as moves."""
        return [play_of(asked.path).replace(",", " ") for asked in self.requests]

    @property
    def requests(self) -> list[Any]:
        return self.live.simulator.requests


@asynccontextmanager
async def online(live: Live, database: Database = "masters", **settings: Any) -> AsyncIterator[Online]:
    """Run an online book beside a simulator that has running."""
    told: list[Callable[[str], None]] = []
    explorer = Explorer(live.client, database)
    book = OnlineBook(explorer, live.clock, lambda epd: told[0](epd), random=Random(1), **settings)
    here = Online(live, book)
    told.append(here.answered)
    task = asyncio.create_task(book.run())
    try:
        yield here
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def alone(database: Database = "masters", **settings: Any) -> AsyncIterator[Online]:
    """The same with a simulator of its own, whose rules nobody may break."""
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live, online(live, database, **settings) as here:
        yield here
        assert live.simulator.violations == []
