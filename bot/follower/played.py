"""What was played in one game, what the book says of it, and the points that a draw after every ply would give."""

from fractions import Fraction

import chess

from bot.book.openings import NamedPositions, Opening
from bot.follower.search import BookSearch
from scoring import NO_BOOK, Book, Game, Rules, replay, score


class Played:
    """The facts of a game as far as it is known; they are cut back when moves are taken back."""

    def __init__(self, rules: Rules, book: BookSearch[Book] | None) -> None:
        """Begin before the first move, with a book or without."""
        self.game = Game()
        self.history: list[tuple[Fraction, Fraction]] = []
        self._rules = rules
        self._book = book
        self._named = BookSearch(NamedPositions)
        self.said = book.answer(self.game) if book else NO_BOOK

    @property
    def opening(self) -> Opening | None:
        """The opening, if it has a name."""
        self._named.answer(self.game)
        return self._named.asked.opening

    @property
    def wanted(self) -> chess.Board | None:
        """The position that the book on the network is to be asked for; None if there is none."""
        return self._book.wanted if self._book else None

    def begin(self, start: chess.Board) -> None:
        """Begin anew from a position."""
        self.game, self.history = Game(start), []

    def take(self, moves: tuple[chess.Move, ...]) -> None:
        """Keep the common beginning, take the rest back and add what is new."""
        known = self.game.moves
        common = next((ply for ply, pair in enumerate(zip(known, moves, strict=False)) if pair[0] != pair[1]), None)
        if common is None:
            common = min(len(known), len(moves))
        if common < len(known):
            self.game.cut(common)
        self.game.extend(moves[common:])
        del self.history[common + 1 :]
        self._look_up()

    def end_dead(self, ply: int | None) -> None:
        """End the game at the first dead position, as it was proved; with None there is none."""
        before = self.game.dead_ply
        if ply == before:
            return
        self.game = replay(self.game.moves, self.game.start)
        if ply is not None:
            self.game.end_dead(ply)
        del self.history[min(dead for dead in (ply, before) if dead is not None) + 1 :]
        self._look_up()

    def look_again(self, epd: str) -> bool:
        """Ask the book anew if this is the position that was wanted of it; whether it says something else."""
        if self._book is None or self.wanted is None or self.wanted.epd() != epd:
            return False
        self._book.begin_anew()
        if self._book.answer(self.game) == self.said:
            return False
        self._look_up()
        return True

    def _look_up(self) -> None:
        """Ask the book about the game as it stands; earlier points stay where they rest on as many plies of it."""
        before = self.said
        self.said = self._book.answer(self.game) if self._book else NO_BOOK
        if self.said.ply != before.ply:
            del self.history[min(self.said.ply, before.ply) + 1 :]
        self._write_history()

    def _write_history(self) -> None:
        for ply in range(len(self.history), self.game.ply + 1):
            points = score(self.game, self._rules, ply=ply, book=self.said).outcomes["draw"].points
            both = (points[chess.WHITE], points[chess.BLACK])
            self.history.append(self.history[-1] if self.history and self.history[-1] == both else both)
