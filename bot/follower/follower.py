"""Follows many games at once: each by the best transport it may have, to the score that its complete record demands."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Self

import structlog

from bot.book.online import OnlineBook
from bot.clock import Clock
from bot.follower.analyst import Analyst
from bot.follower.desk import RecordDesk, Wish
from bot.follower.draw_notes import DrawNotes
from bot.follower.followed import FollowedGame
from bot.follower.journal import Journal
from bot.follower.lifecycle import LifecycleError
from bot.follower.news import REVISIONS, says_nothing_new, steps
from bot.follower.place import Place
from bot.follower.proofs import Analysis, Question
from bot.follower.search import search_in
from bot.follower.streams import Outcome, Streams
from bot.follower.transports import Transports
from bot.follower.worker import Worker
from bot.lichess.client import LichessClient
from bot.lichess.limits import TV_QUIET_MS
from bot.lichess.record import with_heard_talk
from bot.lichess.retry import rest
from bot.updates import GameUpdate, Happening, Transport
from scoring import Book, Rules

log = structlog.get_logger()

WATCH_MS = 5_000
"""How often it is looked at which games are stale, which have rested, and which can be let go."""
RESYNC_MS = 5_000
"""How long a game rests that has to be read anew: what cannot happen may happen again."""
REFUSED_MS = 60_000
"""How long no stream is opened for a game whose stream the server refused."""
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
        random = random or Random()
        self.games: dict[str, FollowedGame] = {}
        self.places: dict[str, Place] = {}
        self._past: dict[str, None] = {}
        self.streams = Streams(client, clock, self, self._stream_changed, random)
        self._desk = RecordDesk(client, clock, self._take_record, self._take_missing, random)
        self.transports = Transports(self.games, self.places, self.streams, self._desk, clock, pinned)
        self.notes = DrawNotes(self.games, self.places, self._take)
        self._analyst = Analyst(rules, clock, worker or Worker(), self._take_proof)
        self._rules = rules
        self._clock = clock
        self._changed = changed
        self._forgotten = forgotten
        self._journal = journal
        self._book = book
        self._waiting: dict[str, set[str]] = {}  # by position, the games that have waited for it
        self._found = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Begin without games."""
        runs = self._desk.run(), self._watch(), self._analyst.run()
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

    def resume(self, game_id: str, origin: str, known: GameUpdate | None, at_ms: int) -> None:
        """Go on with a game that was followed before the program was ended, as far as it was known then.

        `at_ms` is when it was last heard of.
        """
        if game_id in self.games:
            return
        game = self._admit(game_id, origin, noted=False)
        if known is not None:
            going_on = replace(known, finish=None, offers=None, reason="the program was started again")
            game.apply(replace(going_on, happening=Happening.DESCRIBED), at_ms)
            game.apply(replace(going_on, happening=Happening.LOST), self._clock.now_ms())
            self._show(game)
        self._desk.want(game_id, Wish.CHECK)
        self.transports.plan()

    def recall(self, known: GameUpdate, origin: str, at_ms: int) -> None:
        """Show a game again that was over before the program was ended, as long as it would have been shown."""
        if known.id in self.games or self._clock.now_ms() - at_ms >= KEPT_MS:
            return
        game = self._admit(known.id, origin, noted=False)
        for step in steps(game, known):
            game.apply(step, at_ms)
        self._show(game)

    def again(self, known: GameUpdate, at_ms: int) -> FollowedGame:
        """A game that was over before the program was ended, as it stood then; it is neither followed nor shown."""
        game = self._new(known.id)
        for step in steps(game, known):
            game.apply(step, at_ms)
        return game

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
            self._admit(update.id, origin, noted=transport != "source")
        if transport == "tv" and update.offers is None:
            update = replace(update, offers=self.games[update.id].offers)
        if transport == "stream" or self._counts(update, transport, origin):
            self._take(update)

    def released(self, game_id: str, origin: str) -> None:
        """Go on with a game that a source has left; what a worse one told of it meanwhile was not listened to."""
        place = self.places.get(game_id)
        if place and place.carriers.pop(origin, None):
            self.transports.plan()
            self.suspected(game_id)

    def let_go(self, game_id: str) -> None:
        """Follow a game no longer, and show it no longer, whether it is over or not."""
        if game_id in self.games:
            self.streams.stop(game_id)
            self._let_go(game_id)
            self.transports.plan()

    def heard(self, game_id: str) -> None:
        """Note a sign of life."""
        game = self.games.get(game_id)
        if game and game.heard(self._clock.now_ms()):
            self._show(game)

    def suspected(self, game_id: str) -> None:
        """Ask for the record of a game that may be over."""
        game = self.games.get(game_id)
        if game and not game.over:
            self._desk.want(game_id, Wish.CHECK)

    def answered(self, epd: str) -> None:
        """Judge games anew that waited for what the book says of a position.

        What was settled is reported anew when nothing is missing any more.
        """
        for game_id in self._waiting.pop(epd, ()):
            if game := self.games.get(game_id):
                try:
                    self._look_again(game, epd)
                except Exception:
                    log.exception("game read anew after an error of the program", game=game_id)
                    self._read_anew(game_id)

    def _look_again(self, game: FollowedGame, epd: str) -> None:
        now_ms = self._clock.now_ms()
        if not game.look_again(epd, now_ms):
            self._ask_for_position(game)
            return
        update, book = game.last, game.report.book
        if self._journal and update and update.happening is Happening.SETTLED and not book.provisional:
            self._journal.update(update, now_ms, book)
        self._show(game)

    # --- News

    def _counts(self, update: GameUpdate, transport: Transport, origin: str) -> bool:
        """Note that a source carries a game; whether its news counts, or another one brings it, or brings it better."""
        place = self.places[update.id]
        before = place.carrier
        lost = update.happening is Happening.LOST and bool(place.carriers.keys() - {origin})
        if lost:
            place.carriers.pop(origin, None)
        else:
            place.carriers[origin] = transport
            place.talk = update.offers if transport == "own" else place.talk
        if place.carrier != before:
            self.transports.plan()
        return not lost and place.carrier == transport

    def _admit(self, game_id: str, origin: str, *, noted: bool = True) -> FollowedGame:
        """Begin with a game. It need not be noted if it is, or if its source tells of it again after a restart."""
        self._found += 1
        game = self.games[game_id] = self._new(game_id)
        self.places[game_id] = Place(self._clock.now_ms(), self._found)
        if self._journal and noted:
            self._journal.found(game_id, self._clock.now_ms(), origin)
        self._show(game)
        return game

    def _new(self, game_id: str) -> FollowedGame:
        return FollowedGame(game_id, self._rules, search_in(self._book, self._rules.book_lookahead))

    def _take(self, update: GameUpdate, *, recorded: bool = False) -> None:
        """Take news, whatever happens: a game that cannot be gone on with is read anew, and no other one feels it."""
        try:
            game = self.games[update.id]
            self._apply(game, self._completed(game, update) if recorded else update)
        except LifecycleError as error:
            log.error("game read anew", game=update.id, reason=str(error))
            self._read_anew(update.id, update)
        except Exception:
            log.exception("game read anew after an error of the program", game=update.id)
            self._read_anew(update.id)

    def _apply(self, game: FollowedGame, update: GameUpdate) -> None:
        if game.over and update.happening not in REVISIONS:
            return
        update = self.notes.complete(update)
        if says_nothing_new(game, update):
            self.heard(update.id)
            return
        now_ms = self._clock.now_ms()
        for step in steps(game, update):
            game.apply(step, now_ms)
        if self._journal:
            self._journal.update(update, now_ms, game.report.book)
        if game.over or game.lifecycle == "ended":
            self._ended(game, update)
        self._show(game)

    def _show(self, game: FollowedGame) -> None:
        try:
            self._changed(game)
        except Exception:
            log.exception("game not shown after an error of the program", game=game.id)
        self._ask_for_proof(game)
        self._ask_for_position(game)

    def _ask_for_position(self, game: FollowedGame) -> None:
        if isinstance(self._book, OnlineBook) and (wanted := game.wanted) is not None:
            self._waiting.setdefault(wanted.epd(), set()).add(game.id)
            self._book.want(wanted, self.transports.rank(game))

    def _ask_for_proof(self, game: FollowedGame) -> None:
        try:
            self._analyst.ask(game.id, game.question)
        except Exception:
            log.exception("nothing asked after an error of the program", game=game.id)

    def _take_proof(self, question: Question, analysis: Analysis) -> None:
        game = self.games.get(question.game_id)
        if game and game.take_proof(question, analysis, self._clock.now_ms()):
            self._show(game)
        elif game:
            self._ask_for_proof(game)

    def _ended(self, game: FollowedGame, update: GameUpdate) -> None:
        """Stop following a game that is over, and see to its record if it is not there yet.

        What a stream calls void need not be: the record has the last word on that, too.
        """
        self.streams.stop(game.id)
        if game.over:
            game.transport = "none"
        if self.places[game.id].carrier == "source" or update.record or game.lifecycle in ("unsupported", "missing"):
            self._desk.forget(game.id)
        else:
            self._desk.want(game.id, Wish.CONFIRM if game.over else Wish.SETTLE)
        self.transports.plan()

    def _take_record(self, update: GameUpdate) -> None:
        self._take(update, recorded=True)

    def _completed(self, game: FollowedGame, update: GameUpdate) -> GameUpdate:
        """What a record tells, and what is known beyond it."""
        known = game.game.moves
        if update.happening is Happening.MOVED and known[: len(update.moves)] == list(update.moves):
            # Other transports may have been less far behind: nothing was taken back.
            update = replace(update, moves=tuple(known), clocks=game.clocks if game.last else update.clocks)
        if update.offers is None:  # only complete records tell them
            return replace(update, offers=game.offers)
        talk = self.places[update.id].talk
        return with_heard_talk(update, talk) if update.record and talk is not None else update

    def _take_missing(self, game_id: str) -> None:
        """Only an aborted game is removed after it was seen."""
        game = self.games[game_id]
        seen = game.game.ply > 0 or game.lifecycle == "live"
        known = game.last or GameUpdate(game_id, Happening.MISSING, game.info)
        happening = Happening.VOID if seen else Happening.MISSING
        self._take(replace(known, happening=happening, reason="the game does not exist there"))
        self._desk.forget(game_id)

    def _read_anew(self, game_id: str, news: GameUpdate | None = None) -> None:
        """Forget what is known of a game and begin again, after a rest.

        A source of whole games does not repeat what it told: a game of its own begins with the news that did not fit.
        """
        self.streams.stop(game_id)
        self._desk.forget(game_id)
        game = self.games[game_id] = self._new(game_id)
        self.places[game_id].rests_until_ms = self._clock.now_ms() + RESYNC_MS
        if news and self.places[game_id].carrier == "source":
            for step in steps(game, news):
                game.apply(step, self._clock.now_ms())
        self._show(self.games[game_id])
        self.transports.plan()

    # --- Transports

    def _stream_changed(self, game_id: str, outcome: Outcome | None) -> None:
        place = self.places.get(game_id)
        if place and outcome == "refused":
            place.no_stream_until_ms = self._clock.now_ms() + REFUSED_MS
        if place and outcome == "broken":
            self._read_anew(game_id)
        self.transports.plan()

    # --- Time

    async def _watch(self) -> None:
        while True:
            await rest(self._clock, WATCH_MS)
            try:
                self._look_round()
            except Exception:
                log.exception("games not looked after: an error of the program")

    def _look_round(self) -> None:
        now_ms = self._clock.now_ms()
        for game in self.games.values():
            if game.grow_stale(now_ms):
                self._show(game)
            if game.transport == "tv" and game.lifecycle == "live":
                self._check_on_tv(game, now_ms)
        over = sorted((game.changed_at_ms, game.id) for game in self.games.values() if game.over)
        for number, (over_ms, game_id) in enumerate(reversed(over)):
            if number >= KEPT_GAMES or now_ms - over_ms >= KEPT_MS:
                self._let_go(game_id)
        self.transports.plan()

    def _check_on_tv(self, game: FollowedGame, now_ms: int) -> None:
        """Ask now and then whether a game is over of which TV shows no moves."""
        place = self.places[game.id]
        if now_ms - max(game.heard_at_ms, place.checked_ms) >= TV_QUIET_MS:
            place.checked_ms = now_ms
            self._desk.want(game.id, Wish.CHECK)

    def _let_go(self, game_id: str) -> None:
        if self.games[game_id].lifecycle != "missing":
            self.leave_alone([game_id])
        del self.games[game_id], self.places[game_id]
        self.notes.forget(game_id)
        self._desk.forget(game_id)
        self._analyst.ask(game_id, None)
        try:
            self._forgotten(game_id)
        except Exception:
            log.exception("game still shown after an error of the program", game=game_id)
