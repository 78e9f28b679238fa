"""RULES 9 with books in files: what is known, and how far a game follows them."""

from collections.abc import Callable
from pathlib import Path

import chess
import pytest

from bot.book.key import position_key
from bot.book.packed import PackedBook
from bot.book.polyglot import PolyglotBook
from scoring.book import Book, look_up
from tests.bot.book.making import board_after, boards_of, game_of, write_polyglot, write_positions

LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"

MakeBook = Callable[[list[chess.Board]], Book]


@pytest.fixture(params=["packed", "polyglot"])
def make_book(request: pytest.FixtureRequest, tmp_path: Path) -> MakeBook:
    """A book in which just these positions stand; those of Polyglot have a move that no game here makes."""

    def make(boards: list[chess.Board]) -> Book:
        if request.param == "packed":
            return PackedBook(write_positions(tmp_path / "test.book", boards))
        return PolyglotBook(write_polyglot(tmp_path / "test.bin", [(board, "a1b1", 1) for board in boards]))

    return make


@pytest.mark.parametrize(
    ("unknown", "lookahead", "ply"),
    [(0, 8, 3), (1, 8, 4), (7, 8, 10), (8, 8, 2), (9, 8, 2), (8, 9, 11), (9, 10, 12), (1, 1, 2)],
)
def test_back_after_unknown_positions(make_book: MakeBook, unknown: int, lookahead: int, ply: int) -> None:
    boards = boards_of(board_after(LINE))
    book = make_book([*boards[:3], boards[2 + unknown + 1]])
    assert look_up(game_of(boards[-1]), book, lookahead).ply == ply


def test_another_order_of_moves_leads_back(make_book: MakeBook) -> None:
    book = make_book(boards_of(board_after("d4 Nf6 c4 e6 Nc3")))
    assert look_up(game_of(board_after("c4 e6 d4 Nf6 Nf3")), book).ply == 4
    assert look_up(game_of(board_after("c4 e6 d4 Nf6 Nc3 Bb4")), book).ply == 5


def test_the_start_position_may_come_again(make_book: MakeBook) -> None:
    assert look_up(game_of(board_after("Nf3 Nf6 Ng1 Ng8 a3")), make_book([chess.Board()])).ply == 4


def test_nothing_known_is_ply_0(make_book: MakeBook) -> None:
    assert look_up(game_of(board_after("a3 a6")), make_book([chess.Board("8/8/8/4k3/8/8/8/R3K3 w - - 0 1")])).ply == 0


@pytest.mark.parametrize(
    ("fen", "chess960"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9", False),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", False),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", True),
        ("bqnb1rkr/pppppppp/3n4/8/8/3N4/PPPPPPPP/BQNB1RKR w HFhf - 0 1", True),
    ],
)
def test_another_start_and_chess960_are_never_known(make_book: MakeBook, fen: str, chess960: bool) -> None:
    board = chess.Board(fen, chess960=chess960)
    for _ in range(6):
        board.push(next(iter(board.legal_moves)))
    plain = [chess.Board(one.fen()) for one in boards_of(board)]
    assert look_up(game_of(board), make_book(plain)).ply == 0


CAPTURABLE = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
PINNED = "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1"


@pytest.mark.parametrize(
    ("fen", "packed_alike", "polyglot_alike"),
    [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", True, True),
        (CAPTURABLE, False, False),
        (PINNED, True, False),
    ],
)
def test_the_en_passant_square_counts_as_each_format_says(
    tmp_path: Path, fen: str, packed_alike: bool, polyglot_alike: bool
) -> None:
    with_square, without = chess.Board(fen), chess.Board(fen)
    without.ep_square = None
    move = next(iter(with_square.legal_moves)).uci()
    packed = PackedBook(write_positions(tmp_path / "test.book", [without]))
    polyglot = PolyglotBook(write_polyglot(tmp_path / "test.bin", [(without, move, 1)]))
    assert (packed.knows(with_square), polyglot.knows(with_square)) == (packed_alike, polyglot_alike)
    assert (position_key(with_square) == position_key(without)) == packed_alike == (with_square.epd() == without.epd())
