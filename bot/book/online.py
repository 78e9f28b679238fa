"""A book that is a database on the network: it answers from what it was told, and asks for what is missing."""

from collections.abc import Callable, Iterable
from random import Random

import chess
import structlog

from bot.book.counted import CountedPosition, CountedPositions, Verdict
from bot.book.wanted import WantedPositions
from bot.clock import Clock
from bot.lichess.errors import LichessError, NotFoundError, TokenError
from bot.lichess.explorer import Explorer
from bot.lichess.retry import persist, rest
from scoring.amounts import BOOK_LOOKAHEAD, BOOK_MIN_GAMES
from scoring.book import Book, BookAnswer, look_up
from scoring.facts import Game

log = structlog.get_logger()

REFUSED_MS = 3_600_000
"""How long nothing is asked after the token was refused, or no explorer was there: somebody has to do something."""


class OnlineBook:
    """A `scoring.book.Book` over an explorer. Everything but `run` answers at once.

    A game waits for one position at a time: the answer makes the game judged anew, which then wants the next one, until
    the search of `scoring.book` ends. So it costs as many requests beyond its last known position as that search looks
    at unknown ones. Answers older than 30 days count, and are not called provisional, until a new one replaces them:
    games are only ever added to a database.
    """

    def __init__(
        self,
        explorer: Explorer,
        clock: Clock,
        answered: Callable[[str], None],
        *,
        min_games: int = BOOK_MIN_GAMES,
        beside: Book | None = None,
        fallback: Book | None = None,
        keep: Callable[[CountedPosition], None] = lambda _: None,
        random: Random | None = None,
    ) -> None:
        """Take what to ask, and whom to tell.

        Args:
            explorer: The database.
            clock: The time.
            answered: Is told of a position (as `Board.epd()`) when what is said of it may have changed.
            min_games: How many games make a position known; a game that is over may already be one of them itself.
            beside: What it knows is known too, and not asked for.
            fallback: Answers instead of the database while that cannot be asked.
            keep: Is given every answer, to be remembered after a restart.
            random: Varies the pauses after failures.
        """
        self.name = f"{beside.name}, {explorer.name}" if beside else explorer.name
        self._explorer = explorer
        self._clock = clock
        self._answered = answered
        self._beside = beside
        self._fallback = fallback
        self._keep = keep
        self._random = random or Random()
        self._counted = CountedPositions(min_games)
        self._wanted = WantedPositions()
        self._answers = 0
        self._trouble: LichessError | None = None
        self._told: set[type[LichessError]] = set()

    @property
    def trouble(self) -> str | None:
        """Why the database cannot be asked at the moment, in one sentence."""
        if self._trouble is None and self._explorer.pauses:
            return f"{self._explorer.name}: the server asks for a pause"
        return None if self._trouble is None else str(self._trouble)

    def remember(self, positions: Iterable[CountedPosition]) -> None:
        """Take what was kept before a restart, the older answers first."""
        self._counted.take(positions)

    def knows(self, board: chess.Board) -> bool | None:
        """Whether a position that arose from the normal start is known; None: not yet, it is noted to be asked for."""
        known, ask = self.verdict(board)
        if ask is not None:
            self._wanted.add(_back(board, ask), 0)
        return known

    def look_up(self, game: Game, lookahead: int = BOOK_LOOKAHEAD, rank: int = 0) -> BookAnswer:
        """`scoring.book.look_up` for a game of this rank (the lowest is served first), with the fallback in trouble.

        Of all that is missing only the first position is noted to be asked for: what comes after it may be superfluous.
        """
        asked = self.begin()
        answer = look_up(game, asked, lookahead)
        if asked.wanted is not None:
            self.want(asked.wanted, rank)
        return BookAnswer(asked.name, answer.ply, asked.missing is not None)

    def begin(self) -> "LookUp":
        """Begin to look up a game, whose plies are then asked for in their order."""
        return LookUp(self)

    def want(self, position: chess.Board, rank: int) -> None:
        """Note a position to be asked for, for a game of this rank."""
        self._wanted.add(position, rank)

    @property
    def substitute(self) -> Book | None:
        """Who answers instead of the database at the moment; None while that can be asked."""
        return self._fallback if self.trouble else None

    def verdict(self, board: chess.Board) -> Verdict:
        """What is known of a position without asking, and what is to be asked for."""
        if self._beside and self._beside.knows(board):
            return Verdict(True)
        if self._explorer.plies is not None and board.ply() > self._explorer.plies:
            return Verdict(False)
        return self._counted.verdict(board, self._clock.now_ms())

    async def run(self) -> None:
        """Ask for what is wanted, one position after another, for ever."""
        while True:
            try:
                await persist(
                    self._ask,
                    progress=lambda: self._answers,
                    lost=self._lost,
                    clock=self._clock,
                    random=self._random,
                )
            except (TokenError, NotFoundError) as error:
                self._lost(error)
                await rest(self._clock, REFUSED_MS)

    async def _ask(self) -> None:
        while True:
            wanted = await self._wanted.next()
            explored = await self._explorer.ask(wanted.moves)
            self._answers += 1
            self._trouble = None
            self._told.clear()
            self._wanted.done(wanted.epd)
            position = CountedPosition(
                self._explorer.name, wanted.epd, explored.games, explored.moves, self._clock.now_ms()
            )
            self._counted.take([position])
            self._keep(position)
            self._tell(wanted.epd)

    def _lost(self, error: LichessError) -> None:
        """Say once what is wrong; whoever waits may now take what the fallback says."""
        began = self._trouble is None
        self._trouble = error
        if type(error) not in self._told:
            self._told.add(type(error))
            log.warning("the book does not answer", book=self._explorer.name, reason=str(error))
        if began:
            for epd in self._wanted.epds:
                self._tell(epd)

    def _tell(self, epd: str) -> None:
        try:
            self._answered(epd)
        except Exception:
            log.exception("a game is not judged anew after an error of the program", position=epd)


class LookUp:
    """An online book during one look-up: notes what is missing first, and what is the first that is too old."""

    def __init__(self, online: OnlineBook) -> None:
        """Begin a look-up; `OnlineBook.begin` does."""
        self.name = online.name
        self.missing: chess.Board | None = None
        self.old: chess.Board | None = None
        self._online = online

    @property
    def wanted(self) -> chess.Board | None:
        """The position to be asked for; None if there is none."""
        return self.missing or self.old

    def knows(self, board: chess.Board) -> bool | None:
        """Whether the position is known, also by who answers instead of the database."""
        known, ask = self._online.verdict(board)
        if known is None and self.missing is None:
            self.missing = _back(board, ask or 0)
        elif known is not None and ask is not None and self.old is None:
            self.old = _back(board, ask)
        if known is None and (substitute := self._online.substitute):
            self.name = f"{substitute.name} instead of {self._online.name}"
            return substitute.knows(board)
        return known


def _back(board: chess.Board, plies: int) -> chess.Board:
    """The position some plies before."""
    earlier = board.copy()
    for _ in range(plies):
        earlier.pop()
    return earlier
