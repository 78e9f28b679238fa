"""Books by their names, and several at once."""

from pathlib import Path

import chess
import pytest

from bot.book.open import open_book
from bot.book.packed import PackedBook
from bot.book.polyglot import PolyglotBook
from bot.book.several import SeveralBooks
from tests.bot.book.making import write_polyglot, write_positions


class Answers:
    def __init__(self, name: str, answer: bool | None) -> None:
        self.name = name
        self.answer = answer

    def knows(self, board: chess.Board) -> bool | None:
        return self.answer


@pytest.mark.parametrize(
    ("answers", "known"),
    [
        ([], False),
        ([False], False),
        ([None], None),
        ([True, None], True),
        ([None, True], True),
        ([False, True], True),
        ([False, None], None),
        ([None, False], None),
        ([False, False], False),
    ],
)
def test_known_to_any_is_known(answers: list[bool | None], known: bool | None) -> None:
    assert SeveralBooks([Answers("a", answer) for answer in answers]).knows(chess.Board()) is known


def test_all_are_named() -> None:
    assert SeveralBooks([Answers("one, 2 games", True), Answers("other", True)]).name == "one, 2 games; other"


def test_the_name_of_a_file_says_its_kind(tmp_path: Path) -> None:
    assert isinstance(open_book(write_positions(tmp_path / "own.book", [chess.Board()])), PackedBook)
    assert isinstance(open_book(write_polyglot(tmp_path / "OTHER.BIN", [(chess.Board(), "e2e4", 1)])), PolyglotBook)
