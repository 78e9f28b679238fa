"""The book ply B: how far a game follows known predecessors (RULES 9)."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

import chess

from scoring.amounts import BOOK_LOOKAHEAD
from scoring.facts import Game


class BookAnswer(NamedTuple):
    """What a book says of a game: its name, the ply B, and whether an answer is still missing."""

    name: str
    ply: int
    provisional: bool = False


NO_BOOK = BookAnswer("none", 0)
"""Without a book only the start position is known."""
_NORMAL_START = chess.Board()


class Book(Protocol):
    """Whoever can say whether a position is known."""

    name: str

    def knows(self, board: chess.Board) -> bool | None:
        """Whether the position is known, `board.move_stack` leading to it; None: no answer (yet)."""


class LineBook:
    """A book of lines: a position is known if it occurs in one of them (compared by `Board.epd()`)."""

    def __init__(self, name: str, lines: Iterable[Iterable[chess.Move]]) -> None:
        """Take lines of legal moves from the normal start position."""
        self.name = name
        self._known = {chess.Board().epd()}
        for line in lines:
            board = chess.Board()
            for move in line:
                board.push(move)
                self._known.add(board.epd())

    def knows(self, board: chess.Board) -> bool:
        """Whether the position occurs in a line."""
        return board.epd() in self._known


def look_up(game: Game, book: Book, lookahead: int = BOOK_LOOKAHEAD) -> BookAnswer:
    """Ask a book about a game: B is 0 for every start but the normal one."""
    start = game.start.copy()
    if start.chess960 or start != _NORMAL_START:
        return BookAnswer(book.name, 0)

    def answers() -> Iterable[bool | None]:
        board = start
        for move in game.moves[: game.played().last_ply]:
            board.push(move)
            yield book.knows(board)

    ply, provisional = book_ply(answers(), lookahead)
    return BookAnswer(book.name, ply, provisional)


def book_ply(answers: Iterable[bool | None], lookahead: int = BOOK_LOOKAHEAD) -> tuple[int, bool]:
    """The last known ply from the answers for plies 1, 2, … and whether a missing answer may still change it.

    The search goes on past unknown positions, since a game may transpose back, and ends after `lookahead` unknown
    ones in a row. A missing answer (None) is unknown for B but does not count toward them.
    """
    last_known, unknown, missing = 0, 0, False
    for ply, known in enumerate(answers, 1):
        if known is None:
            missing = True
        elif known:
            last_known, unknown = ply, 0
        else:
            unknown += 1
            if unknown >= lookahead:
                break
    return last_known, missing
