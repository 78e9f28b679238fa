"""Several books as one: known to any of them is known."""

from collections.abc import Sequence

import chess

from scoring.book import Book


class SeveralBooks:
    """Asks books in turn until one knows the position; all of them are named."""

    def __init__(self, books: Sequence[Book]) -> None:
        """Take the books, the one that answers soonest first."""
        self._books = books
        self.name = "; ".join(book.name for book in books)

    def knows(self, board: chess.Board) -> bool | None:
        """Whether any of the books knows the position; None if none does and an answer is missing."""
        answer: bool | None = False
        for book in self._books:
            known = book.knows(board)
            if known:
                return True
            if known is None:
                answer = None
        return answer
