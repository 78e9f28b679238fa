"""The books in files that a configuration names."""

import pickle
from pathlib import Path

import pytest

from bot.book.embedded import embedded_book
from bot.book.errors import BookError
from bot.book.offline import EMBEDDED, OfflineBooks, offline_books, open_books
from bot.config import parse_config
from tests.bot.book.making import board_after, write_polyglot, write_positions

LINE = "e4 e5 Ke2 Ke7"


def chosen(text: str, folder: Path) -> OfflineBooks:
    return offline_books(parse_config(f"[book]\n{text}").book, folder)


def test_everyone_has_the_embedded_book(tmp_path: Path) -> None:
    assert chosen("", tmp_path) == EMBEDDED
    book = open_books(EMBEDDED)
    assert book is not None
    assert book.name == embedded_book().name
    assert book.knows(board_after("e4 e5"))
    assert not book.knows(board_after(LINE))


def test_what_one_book_knows_is_known(tmp_path: Path) -> None:
    write_positions(tmp_path / "own.book", [board_after(LINE)])
    write_polyglot(tmp_path / "own.bin", [(board_after("a4"), "a7a5", 1)])
    book = open_books(chosen('files = ["own.book", "own.bin"]', tmp_path))
    assert book is not None
    assert book.name == f"{embedded_book().name}; test, 3 games; own, 1 move"
    for sans in ("e4 e5", LINE, "a4 a5"):
        assert book.knows(board_after(sans)), sans
    assert not book.knows(board_after("e4 e5 Ke2 Ke7 Ke3 Ke6"))


def test_only_books_of_one_s_own(tmp_path: Path) -> None:
    path = write_positions(tmp_path / "own.book", [board_after(LINE)])
    book = open_books(chosen(f"embedded = false\nfiles = ['{path}']", Path("elsewhere")))
    assert book is not None
    assert book.name == "test, 3 games"
    assert not book.knows(board_after("e4 e5"))


def test_a_database_online_alone_leaves_no_book_in_a_file(tmp_path: Path) -> None:
    assert open_books(chosen('embedded = false\nonline = "masters"', tmp_path)) is None


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BookError) as caught:
        open_books(chosen('files = ["own.book"]', tmp_path))
    assert str(caught.value) == f"The book {tmp_path / 'own.book'} cannot be read: no such file or directory"


def test_other_processes_can_be_told_which_books(tmp_path: Path) -> None:
    books = OfflineBooks(embedded=False, files=(tmp_path / "own.book",))
    assert pickle.loads(pickle.dumps(books)) == books
