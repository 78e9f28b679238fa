"""What a book says of a game that grows: always what a whole look-up says, but every ply is asked for once."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.follower.search import BookSearch, search_in
from scoring import Book, Game, Rules, look_up, replay
from scoring.book import LineBook
from tests.bot.follower.test_followed import moves

SHUFFLE = moves(" ".join(["Nf3 Nf6 Ng1 Ng8"] * 5))
"""Moves that may be cut anywhere and go on in several ways."""


class Asked:
    """A book that knows some plies, does not answer for others, and notes what it is asked."""

    name = "a test's"

    def __init__(self, answers: dict[int, bool | None]) -> None:
        self.answers = answers
        self.plies: list[int] = []

    def knows(self, board: chess.Board) -> bool | None:
        assert tuple(board.move_stack) == SHUFFLE[: board.ply()]
        self.plies.append(board.ply())
        return self.answers.get(board.ply(), False)


def game_at(ply: int) -> Game:
    return replay(SHUFFLE[:ply])


def test_every_ply_is_asked_for_once_and_nothing_after_the_search() -> None:
    book = Asked({1: True, 2: True, 4: True})
    search = BookSearch(lambda: book)
    for ply in range(len(SHUFFLE) + 1):
        search.answer(game_at(ply))
    assert book.plies == list(range(1, 4 + 8 + 1))


@given(
    st.lists(st.sampled_from([True, False, None]), max_size=len(SHUFFLE)),
    st.lists(st.integers(0, len(SHUFFLE)), min_size=1, max_size=6),
    st.integers(1, 9),
)
def test_it_is_what_a_whole_look_up_says(said: list[bool | None], plies: list[int], lookahead: int) -> None:
    """However the game goes on and back."""
    answers = dict(enumerate(said, 1))
    search = BookSearch(lambda: Asked(answers), lookahead)
    for ply in plies:
        assert search.answer(game_at(ply)) == look_up(game_at(ply), Asked(answers), lookahead)


def test_another_move_after_a_takeback() -> None:
    book = LineBook("lines", [moves("e4 e5 Nf3")])
    search = BookSearch[Book](lambda: book)
    for text, ply in (("e4 c5", 1), ("e4 e5", 2), ("d4 e5", 0), ("e4 e5 Nf3", 3)):
        assert search.answer(replay(moves(text))) == ("lines", ply, False)


@pytest.mark.parametrize("chess960", [False, True])
def test_other_starts_are_not_looked_up(*, chess960: bool) -> None:
    start = chess.Board(chess960=True) if chess960 else chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    book = Asked({})
    assert BookSearch(lambda: book).answer(replay([chess.Move.from_uci("e2e4")], start)) == ("a test's", 0, False)
    assert book.plies == []


def test_after_a_dead_position_nothing_is_looked_up() -> None:
    game, book = game_at(6), Asked({5: True, 6: True})
    game.end_dead(5)
    assert BookSearch(lambda: book).answer(game) == look_up(game, book) == ("a test's", 5, False)


def test_without_a_book() -> None:
    assert search_in(None, Rules().book_lookahead) is None
