"""The followed games as they stand: what is learnt of them is written down and shown, what is open is asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import structlog

from bot.book.online import OnlineBook
from bot.clock import Clock
from bot.follower.analyst import Analyst
from bot.follower.followed import FollowedGame
from bot.follower.journal import Journal
from bot.follower.news import tell
from bot.follower.proofs import Analysis, Question
from bot.follower.ranks import Ranks
from bot.follower.search import search_in
from bot.follower.worker import Worker
from bot.updates import GameUpdate, Happening
from scoring import Book, Rules

log = structlog.get_logger()


class Games(Mapping[str, FollowedGame]):
    """Followed games by id; `changed` is called after every change of one."""

    def __init__(
        self,
        rules: Rules,
        clock: Clock,
        changed: Callable[[FollowedGame], None],
        ranks: Ranks,
        *,
        journal: Journal | None,
        worker: Worker,
        book: Book | None,
    ) -> None:
        """Take the rules, the time, who wants to know, where it is written down, who proves, and the book."""
        self._games: dict[str, FollowedGame] = {}
        self._rules = rules
        self._clock = clock
        self._changed = changed
        self._ranks = ranks
        self._journal = journal
        self._book = book
        self._waiting: dict[str, set[str]] = {}  # by position, the games that have waited for it
        self.analyst = Analyst(rules, clock, worker, self._take_proof)

    def __getitem__(self, game_id: str) -> FollowedGame:
        """A game; raises KeyError."""
        return self._games[game_id]

    def __iter__(self) -> Iterator[str]:
        """The ids, as the games were found."""
        return iter(self._games)

    def __len__(self) -> int:
        """How many games are followed, and those that are over and still shown."""
        return len(self._games)

    def begin(self, game_id: str, origin: str | None = None) -> FollowedGame:
        """Begin with a game, or anew with one; `origin` is where it was found, if that is to be written down."""
        game = self._games[game_id] = self._new(game_id)
        if self._journal and origin is not None:
            self._journal.found(game_id, self._clock.now_ms(), origin)
        return game

    def again(self, known: GameUpdate, at_ms: int) -> FollowedGame:
        """A game that was over before the program was ended, as it stood then; it is neither followed nor shown."""
        game = self._new(known.id)
        tell(game, known, at_ms)
        return game

    def take(self, game: FollowedGame, update: GameUpdate) -> None:
        """Take news of a game and write it down; raises `LifecycleError`."""
        now_ms = self._clock.now_ms()
        tell(game, update, now_ms)
        if self._journal:
            self._journal.update(update, now_ms, game.report.book)

    def heard(self, game_id: str) -> None:
        """Note a sign of life."""
        game = self.get(game_id)
        if game and game.heard(self._clock.now_ms()):
            self.show(game)

    def show(self, game: FollowedGame) -> None:
        """Tell that a game has changed, and ask for what is open now."""
        try:
            self._changed(game)
        except Exception:
            log.exception("game not shown after an error of the program", game=game.id)
        self._ask_for_proof(game)
        self._ask_for_position(game)

    def show_stale(self) -> None:
        """Show the games of which nothing has been heard for too long."""
        now_ms = self._clock.now_ms()
        for game in self.values():
            if game.grow_stale(now_ms):
                self.show(game)

    def waited(self, epd: str) -> Iterable[str]:
        """The games that have waited for what the book says of a position, once."""
        return self._waiting.pop(epd, ())

    def look_again(self, game: FollowedGame, epd: str) -> None:
        """Judge a game anew if it waits for what the book says of a position.

        What was settled is reported anew when nothing is missing any more.
        """
        now_ms = self._clock.now_ms()
        if not game.look_again(epd, now_ms):
            self._ask_for_position(game)
            return
        update, book = game.last, game.report.book
        if self._journal and update and update.happening is Happening.SETTLED and not book.provisional:
            self._journal.update(update, now_ms, book)
        self.show(game)

    def forget(self, game_id: str) -> None:
        """Follow a game no longer."""
        del self._games[game_id]
        self.analyst.ask(game_id, None)

    def _new(self, game_id: str) -> FollowedGame:
        return FollowedGame(game_id, self._rules, search_in(self._book, self._rules.book_lookahead))

    def _ask_for_position(self, game: FollowedGame) -> None:
        if isinstance(self._book, OnlineBook) and (wanted := game.wanted) is not None:
            self._waiting.setdefault(wanted.epd(), set()).add(game.id)
            self._book.want(wanted, self._ranks.of(game))

    def _ask_for_proof(self, game: FollowedGame) -> None:
        try:
            self.analyst.ask(game.id, game.question)
        except Exception:
            log.exception("nothing asked after an error of the program", game=game.id)

    def _take_proof(self, question: Question, analysis: Analysis) -> None:
        game = self.get(question.game_id)
        if game and game.take_proof(question, analysis, self._clock.now_ms()):
            self.show(game)
        elif game:
            self._ask_for_proof(game)
