"""Follows many games at once: each by the best transport it may have, to the score that its complete record demands."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Self

import structlog

from bot.clock import Clock
from bot.follower.desk import Wish
from bot.follower.followed import FollowedGame
from bot.follower.games import Games
from bot.follower.intake import Intake
from bot.follower.journal import Journal
from bot.follower.news import taken_up, tell
from bot.follower.place import Place
from bot.follower.ranks import Ranks
from bot.follower.worker import Worker
from bot.lichess.client import LichessClient
from bot.lichess.retry import rest
from bot.updates import GameUpdate, Transport
from scoring import Book, Rules

log = structlog.get_logger()

WATCH_MS = 5_000
"""How often it is looked at which games are stale, which have rested, and which can be let go."""
KEPT_MS = 10 * 60_000
"""How long a game that is over stays to be seen …"""
KEPT_GAMES = 100
"""… and how many of them at most."""
REMEMBERED = 50_000
"""How many games that are over and not shown any more are remembered: sources may tell of them again."""


class Follower:
    """All followed games by id: a `Listener` for sources, which follows what they find.

    `changed` is called after every change, `forgotten` when a game is let go.
    """

    def __init__(
        self,
        client: LichessClient,
        rules: Rules,
        clock: Clock,
        changed: Callable[[FollowedGame], None],
        forgotten: Callable[[str], None],
        *,
        journal: Journal | None = None,
        pinned: Iterable[str] = (),
        random: Random | None = None,
        worker: Worker | None = None,
        book: Book | None = None,
    ) -> None:
        """Take the server, the rules, the time, who wants to know, and what has rank; use as a context manager.

        `pinned` are ids of games and names of players. What has to be proved is proved by the `worker`. An `OnlineBook`
        has `answered` to tell.
        """
        self.ranks = Ranks(pinned)
        self.games = Games(rules, clock, changed, self.ranks, journal=journal, worker=worker or Worker(), book=book)
        self._places: dict[str, Place] = {}
        self._intake = Intake(client, clock, self.games, self._places, self.ranks, self, random or Random())
        self.streams, self.transports = self._intake.streams, self._intake.transports
        self.notes = self._intake.notes
        self._clock = clock
        self._forgotten = forgotten
        self._past: dict[str, None] = {}
        self._found = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Begin without games."""
        runs = self._intake.desk.run(), self._watch(), self.games.analyst.run()
        self._tasks = [asyncio.create_task(run) for run in runs]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop following."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.streams.close()

    # --- What others say

    def found(self, game_id: str, origin: str) -> None:
        """Follow a game from now on; one that is followed already, or that was over before, is left alone."""
        if game_id not in self.games and game_id not in self._past:
            self._admit(game_id, origin)
            self.transports.plan()

    def resume(self, game_id: str, known: GameUpdate | None, at_ms: int) -> None:
        """Go on with a game that was followed before the program was ended, as far as it was known then.

        `at_ms` is when it was last heard of.
        """
        if game_id in self.games:
            return
        game = self._admit(game_id)
        if known is not None:
            before, lost = taken_up(known)
            game.apply(before, at_ms)
            game.apply(lost, self._clock.now_ms())
            self.games.show(game)
        self._intake.desk.want(game_id, Wish.CHECK)
        self.transports.plan()

    def recall(self, known: GameUpdate, at_ms: int) -> None:
        """Show a game again that was over before the program was ended, as long as it would have been shown."""
        if known.id in self.games or self._clock.now_ms() - at_ms >= KEPT_MS:
            return
        game = self._admit(known.id)
        tell(game, known, at_ms)
        self.games.show(game)

    def leave_alone(self, game_ids: Iterable[str]) -> None:
        """Leave games alone that were over before, when a source tells of them again; not those followed already."""
        self._past |= dict.fromkeys(game_ids)
        while len(self._past) > REMEMBERED:
            del self._past[next(iter(self._past))]

    def carried(self, update: GameUpdate, transport: Transport, origin: str) -> None:
        """Take news of a game from a source, or from its move stream; of several sources the best one counts."""
        if update.id not in self.games:
            if update.id in self._past and transport != "source":
                return
            self._admit(update.id, origin if transport != "source" else None)
        if transport == "tv" and update.offers is None:
            update = replace(update, offers=self.games[update.id].offers)
        if transport == "stream" or self._counts(update, transport, origin):
            self._intake.take(update)

    def released(self, game_id: str, origin: str) -> None:
        """Go on with a game that a source has left; what a worse one told of it meanwhile was not listened to."""
        place = self._places.get(game_id)
        if place and place.carriers.pop(origin, None):
            self.transports.plan()
            self.suspected(game_id)

    def let_go(self, game_id: str) -> None:
        """Follow a game no longer, and show it no longer, whether it is over or not."""
        if game_id in self.games:
            self._let_go(game_id)
            self.transports.plan()

    def heard(self, game_id: str) -> None:
        """Note a sign of life."""
        self.games.heard(game_id)

    def suspected(self, game_id: str) -> None:
        """Ask for the record of a game that may be over."""
        game = self.games.get(game_id)
        if game and not game.over:
            self._intake.desk.want(game_id, Wish.CHECK)

    def answered(self, epd: str) -> None:
        """Judge games anew that waited for what the book says of a position."""
        for game_id in self.games.waited(epd):
            if game := self.games.get(game_id):
                self._intake.look_again(game, epd)

    # --- Who is followed, and for how long

    def _admit(self, game_id: str, origin: str | None = None) -> FollowedGame:
        """Begin with a game. Its origin need not be noted if it is, or if it is told of again after a restart."""
        self._found += 1
        game = self.games.begin(game_id, origin)
        self._places[game_id] = Place(self._clock.now_ms(), self._found)
        self.games.show(game)
        return game

    def _counts(self, update: GameUpdate, transport: Transport, origin: str) -> bool:
        """Whether news of a source counts, which may have changed how the game is followed best."""
        place = self._places[update.id]
        before = place.carrier
        counts = place.counts(update, transport, origin)
        if place.carrier != before:
            self.transports.plan()
        return counts

    async def _watch(self) -> None:
        while True:
            await rest(self._clock, WATCH_MS)
            try:
                self._look_round()
            except Exception:
                log.exception("games not looked after: an error of the program")

    def _look_round(self) -> None:
        self.games.show_stale()
        self.transports.check_on_tv()
        now_ms = self._clock.now_ms()
        over = sorted((game.changed_at_ms, game.id) for game in self.games.values() if game.over)
        for number, (over_ms, game_id) in enumerate(reversed(over)):
            if number >= KEPT_GAMES or now_ms - over_ms >= KEPT_MS:
                self._let_go(game_id)
        self.transports.plan()

    def _let_go(self, game_id: str) -> None:
        if self.games[game_id].lifecycle != "missing":
            self.leave_alone([game_id])
        self.transports.drop(game_id)
        self.games.forget(game_id)
        del self._places[game_id]
        self.notes.forget(game_id)
        try:
            self._forgotten(game_id)
        except Exception:
            log.exception("game still shown after an error of the program", game=game_id)
