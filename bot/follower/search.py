"""What a book says of one game while it is played: every ply is asked for once."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

import chess

from bot.book.online import LookUp, OnlineBook
from scoring import Book, BookAnswer, Game
from scoring.amounts import BOOK_LOOKAHEAD
from scoring.book import book_ply

B = TypeVar("B", bound=Book)
_NORMAL_START = chess.Board()


class BookSearch(Generic[B]):
    """`scoring.look_up` for a game that grows; it remembers what was said of its plies until one is taken back."""

    asked: B
    """Who answers."""

    def __init__(self, begin: Callable[[], B], lookahead: int = BOOK_LOOKAHEAD) -> None:
        """Take what gives a book for a search that begins, and after how many unknown plies in a row that ends."""
        self._begin = begin
        self._lookahead = lookahead
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget all that was said."""
        self.asked = self._begin()
        self._board = _NORMAL_START.copy()
        self._answers: list[bool | None] = []

    def answer(self, game: Game) -> BookAnswer:
        """What the book says of the game as it stands."""
        if game.start.chess960 or game.start != _NORMAL_START:
            return BookAnswer(self.asked.name, 0)
        moves = game.moves[: game.dead_ply]
        if self._board.move_stack != moves[: len(self._answers)]:
            self.begin_anew()
        ply, missing = book_ply(self._said_of(moves), self._lookahead)
        missing |= isinstance(self.asked, LookUp) and self.asked.missing is not None
        return BookAnswer(self.asked.name, ply, missing)

    @property
    def wanted(self) -> chess.Board | None:
        """The position that the book on the network is to be asked for; None if there is none."""
        return self.asked.wanted if isinstance(self.asked, LookUp) else None

    def _said_of(self, moves: Sequence[chess.Move]) -> Iterator[bool | None]:
        yield from self._answers
        for move in moves[len(self._answers) :]:
            self._board.push(move)
            self._answers.append(self.asked.knows(self._board))
            yield self._answers[-1]


def search_in(book: Book | None, lookahead: int) -> BookSearch[Book] | None:
    """A search for a game that begins; None without a book."""
    if book is None:
        return None
    return BookSearch(book.begin if isinstance(book, OnlineBook) else lambda: book, lookahead)
