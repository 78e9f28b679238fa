"""Polyglot books: entries, moves into positions, and files that are none."""

import struct
from pathlib import Path

import chess
import chess.polyglot
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.book.errors import BookError
from bot.book.polyglot import PolyglotBook, polyglot_key
from tests.bot.book.making import board_after, write_polyglot

CASTLES = "e4 e5 Nf3 Nc6 Bc4 Bc5"


@given(st.lists(st.integers(0, 300), max_size=80))
def test_the_key_is_the_one_of_the_format(choices: list[int]) -> None:
    board = chess.Board()
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
        assert polyglot_key(board) == chess.polyglot.zobrist_hash(board)


@pytest.mark.parametrize(
    ("before", "entry", "move", "known"),
    [
        ("", "e2e4", "e4", True),
        ("", "e2e4", "d4", False),
        (CASTLES, "e1h1", "O-O", True),
        (CASTLES, "e1h1", "Kf1", False),
        ("a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6", "b7a8q", "bxa8=Q", True),
        ("a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6", "b7a8q", "bxa8=N", False),
        ("a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6", "b7a8n", "bxa8=N", True),
    ],
)
def test_the_move_into_a_position_makes_it_known(
    tmp_path: Path, before: str, entry: str, move: str, known: bool
) -> None:
    book = PolyglotBook(write_polyglot(tmp_path / "test.bin", [(board_after(before), entry, 0)]))
    board = board_after(before)
    assert book.knows(board)
    board.push_san(move)
    fen, stack = board.fen(), list(board.move_stack)
    assert book.knows(board) == known
    assert (board.fen(), board.move_stack) == (fen, stack)
    assert not book.knows(chess.Board(fen)), "without the moves that led there only its own entry counts"


def test_a_move_counts_only_from_a_position_with_an_entry(tmp_path: Path) -> None:
    book = PolyglotBook(write_polyglot(tmp_path / "test.bin", [(chess.Board(), "e2e4", 1)]))
    assert book.knows(board_after("e4"))
    assert not book.knows(board_after("e4 e5"))
    assert not book.knows(board_after("d4 d5 e4"))


def test_its_name_says_file_and_size(tmp_path: Path) -> None:
    entries = [(chess.Board(), uci, 1) for uci in ("e2e4", "d2d4")]
    assert PolyglotBook(write_polyglot(tmp_path / "club.bin", entries)).name == "club, 2 moves"
    assert PolyglotBook(write_polyglot(tmp_path / "club.bin", entries[:1])).name == "club, 1 move"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not that of whole entries"),
        (bytes(15), "not that of whole entries"),
        (bytes(17), "not that of whole entries"),
        (struct.pack(">QQQQ", 2, 0, 1, 0), "not in order"),
        (b'[Event "a PGN, 32 bytes in all"]', "not in order"),
    ],
)
def test_what_is_no_book_is_named(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "bad.bin"
    path.write_bytes(data)
    with pytest.raises(BookError, match=reason) as error:
        PolyglotBook(path)
    assert str(path) in str(error.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.bin", tmp_path):
        with pytest.raises(BookError, match="cannot be read") as error:
            PolyglotBook(path)
        assert str(path) in str(error.value)
