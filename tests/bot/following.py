"""A follower of a running simulator, and all that it told."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from bot.follower.followed import FollowedGame
from bot.follower.follower import Follower
from bot.follower.journal import Journal
from bot.follower.worker import Worker
from bot.lichess.simulator import Game
from bot.sources.own_games import OwnGamesSource
from bot.updates import GameUpdate, Happening
from scoring import Book, BookAnswer, Rules
from tests.bot.live import Live


@dataclass
class Told:
    """What a follower told of its games: it is its journal, too, and hands on to another one."""

    live: Live
    journal: Journal | None = None
    updates: list[GameUpdate] = field(default_factory=list)
    states: dict[str, list[str]] = field(default_factory=dict)
    plies: dict[str, list[int]] = field(default_factory=dict)
    forgotten: list[str] = field(default_factory=list)
    follower: Follower = field(init=False)

    def changed(self, game: FollowedGame) -> None:
        states = self.states.setdefault(game.id, [])
        if states[-1:] != [game.lifecycle]:
            states.append(game.lifecycle)
        self.plies.setdefault(game.id, []).append(game.game.ply)

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        if self.journal:
            self.journal.found(game_id, at_ms, origin)

    def update(self, update: GameUpdate, at_ms: int, book: BookAnswer) -> None:
        self.updates.append(update)
        if self.journal:
            self.journal.update(update, at_ms, book)

    def first(self, happening: Happening) -> GameUpdate:
        """The first news of a kind."""
        return next(update for update in self.updates if update.happening is happening)

    def game(self, game_id: str) -> FollowedGame:
        return self.follower.games[game_id]

    async def until(self, game_id: str, lifecycle: str, step_ms: int = 1000) -> FollowedGame:
        """Advance the clock until a game is in a state."""
        await self.live.turn_until(lambda: self.states.get(game_id, [""])[-1] == lifecycle, step_ms)
        return self.game(game_id)

    async def to_the_end(self, game: Game, lifecycle: str = "settled") -> FollowedGame:
        """Follow a game that begins now, to its last state."""
        game = self.live.add(game)
        self.follower.found(game.id, "a test")
        await self.live.play(game)
        return await self.until(game.id, lifecycle)

    def count(self, kind: str) -> int:
        """How many requests of a kind the server got."""
        return sum(asked.kind == kind for asked in self.live.simulator.requests)

    async def follow_own_games(self) -> None:
        """Follow the games of the token's owner as well."""
        source = OwnGamesSource(self.live.client, self.live.clock, random=Random(1))
        self.live.tasks.append(asyncio.create_task(source.run(self.follower)))
        await self.live.turn()


@asynccontextmanager
async def following(
    live: Live,
    *,
    journal: Journal | None = None,
    rules: Rules | None = None,
    pinned: Iterable[str] = (),
    worker: Worker | None = None,
    book: Book | None = None,
) -> AsyncIterator[Told]:
    """Run a follower, without games."""
    told = Told(live, journal)
    follower = Follower(
        live.client,
        rules or Rules(),
        live.clock,
        told.changed,
        told.forgotten.append,
        journal=told,
        pinned=pinned,
        random=Random(1),
        worker=worker or Worker(live.background.run),
        book=book,
    )
    told.follower = follower
    async with follower:
        yield told
