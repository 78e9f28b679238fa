"""The packed file: what it knows, what it says of itself, and files that are none."""

from array import array
from pathlib import Path
from random import Random

import chess
import pytest

from bot.book.errors import BookError
from bot.book.packed import BookInfo, PackedBook, write_packed
from scoring.book import LineBook, look_up
from tests.bot.book.making import board_after, boards_of, game_of, write_positions

LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"


def random_board(random: Random, plies: int) -> chess.Board:
    board = chess.Board()
    for _ in range(plies):
        board.push(random.choice(list(board.legal_moves)))
    return board


@pytest.mark.parametrize("games", [1, 5, 20, 400])
def test_it_answers_like_a_book_of_lines(tmp_path: Path, games: int) -> None:
    random = Random(games)
    lines = [random_board(random, random.randrange(12)) for _ in range(games)]
    boards = [board for line in lines for board in boards_of(line)]
    packed = PackedBook(write_positions(tmp_path / "test.book", boards))
    by_lines = LineBook("lines", [line.move_stack for line in lines])
    assert all(packed.knows(board) for board in boards)
    for _ in range(100):
        game = game_of(random_board(random, 8))
        assert look_up(game, packed).ply == look_up(game, by_lines).ply
        assert packed.knows(game.board) == by_lines.knows(game.board)


@pytest.mark.parametrize("low_bits", [8, 32])
@pytest.mark.parametrize("count", [0, 1, 63, 64, 127, 128, 1000, 70_000, 600_000])
def test_every_key_is_found_and_no_neighbour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, low_bits: int
) -> None:
    random = Random(count)
    keys = sorted({random.getrandbits(64) for _ in range(count)} | ({0, 2**64 - 1} if count > 1 else set()))
    path = tmp_path / "test.book"
    write_packed(
        path,
        BookInfo("test", "2025-11-30", 1, len(keys), 1, low_bits),
        lambda: [array("Q", keys[begin : begin + 999]) for begin in range(0, len(keys), 999)],
    )
    book = PackedBook(path)
    step = 1 << 64 - book.info.key_bits
    asked = 0
    monkeypatch.setattr("bot.book.packed.position_key", lambda board: asked)
    known = {key // step for key in keys}
    for key in keys[:: max(1, count // 500)]:
        for asked in (key, (key + step) % 2**64, (key - step) % 2**64):
            assert book.knows(chess.Board()) == (asked // step in known)
    assert len(keys) / 2**book.info.key_bits < (1 / 2e6 if low_bits == 8 else 1 / 4e9)
    assert path.stat().st_size <= (4 if low_bits == 8 else 7) * len(keys) + 100


def test_it_says_what_it_is(tmp_path: Path) -> None:
    info = BookInfo("Clüb games", "2025-11-30", 12_345, 1, 3)
    write_packed(tmp_path / "test.book", info, lambda: [array("Q", [7])])
    book = PackedBook(tmp_path / "test.book")
    assert book.info == info
    assert book.name == "Clüb games, 12,345 games"


def test_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = write_positions(tmp_path / "test.book", boards_of(board_after(LINE)))
    whole = path.read_bytes()
    reasons = set()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x11]) + whole[place + 1 :])
        with pytest.raises(BookError, match=r"is no book|of another version|is damaged") as error:
            PackedBook(path)
        assert str(path) in str(error.value)
        reasons.add(str(error.value))
    assert len(reasons) == 3


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    path = write_positions(tmp_path / "test.book", boards_of(board_after(LINE)))
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        with pytest.raises(BookError, match="is no book" if size < 8 else "is damaged"):
            PackedBook(path)
    path.write_bytes(whole + b"\0")
    with pytest.raises(BookError, match="is damaged"):
        PackedBook(path)


@pytest.mark.parametrize("data", [b"", b'[Event "?"]\n\n1. e4 *\n', bytes(64), b"UnruhBk"])
def test_what_is_no_book_is_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    with pytest.raises(BookError, match=r"games\.pgn is no book: name one made with `unruh book build`"):
        PackedBook(path)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.book", tmp_path):
        with pytest.raises(BookError, match="cannot be read") as error:
            PackedBook(path)
        assert str(path) in str(error.value)
