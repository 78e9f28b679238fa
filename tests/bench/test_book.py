"""What books cost: a look-up in pushes, opening the embedded one in imports of chess, making one in plain reading."""

import subprocess
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random

import chess
import chess.pgn
import pytest

from bot.book.build import build
from bot.book.embedded import embedded_book
from bot.book.packed import BookInfo, PackedBook, write_packed
from bot.book.polyglot import PolyglotBook
from bot.score.work import available_cores
from scoring.book import Book
from tests.bench.measuring import ROUNDS, copies, gains_from_two_cores, is_as_fast_as_reading, seconds
from tests.bot.book.making import write_polyglot

GAMES = 100
PLIES = 30
"""More of a game is hardly ever looked up."""
LARGE = 3_000_000

Line = list[chess.Move]


@pytest.fixture(scope="module")
def real_file(shared: Path) -> Path:
    return shared / "games" / "real" / "lichess-2025-05-438-games-clocks.pgn"


@pytest.fixture(scope="module")
def lines(real_file: Path) -> list[Line]:
    with real_file.open(encoding="utf-8") as file:
        games = [chess.pgn.read_game(file) for _ in range(GAMES)]
    return [list(game.mainline_moves())[:PLIES] for game in games if game]


def push_all(lines: list[Line], ask: Callable[[chess.Board], object] | None = None) -> None:
    for line in lines:
        board = chess.Board()
        for move in line:
            board.push(move)
            if ask:
                ask(board)


def pushes_a_look_up(lines: list[Line], book: Book) -> float:
    pushing = both = float("inf")
    for _ in range(2 * ROUNDS):
        pushing = min(pushing, seconds(lambda: push_all(lines)))
        both = min(both, seconds(lambda: push_all(lines, book.knows)))
    return both / pushing - 1


def large_book(folder: Path) -> PackedBook:
    random = Random(1)
    keys = array("Q", sorted(random.getrandbits(64) for _ in range(LARGE)))
    write_packed(folder / "large.book", BookInfo("large", "2025-11-30", LARGE, LARGE, 1), lambda: [keys])
    return PackedBook(folder / "large.book")


def polyglot_book(folder: Path, lines: list[Line]) -> PolyglotBook:
    """Half of the plies are in it, so the other half cost a second look-up."""
    entries: dict[str, tuple[chess.Board, str, int]] = {}
    for line in lines:
        board = chess.Board()
        for move in line[: PLIES // 2]:
            entries[board.epd()] = board.copy(stack=False), move.uci(), 1
            board.push(move)
    return PolyglotBook(write_polyglot(folder / "test.bin", entries.values()))


@pytest.mark.parametrize("name", ["embedded", "large"])
def test_a_look_up(lines: list[Line], name: str, tmp_path: Path) -> None:
    book = embedded_book() if name == "embedded" else large_book(tmp_path)
    pushes = pushes_a_look_up(lines, book)
    print(f"\na look-up, {name} book: {pushes:.2f} pushes (at most 2)")
    assert pushes <= 2


def test_a_look_up_in_a_polyglot_book(lines: list[Line], tmp_path: Path) -> None:
    """Beside the library's own way to the key alone: an unknown position asks for the one before, too."""
    quick = pushes_a_look_up(lines, polyglot_book(tmp_path, lines))
    plain = pushes_a_look_up(lines, PlainKey())
    print(f"\na look-up, Polyglot: {quick:.2f} pushes (the key as chess.polyglot makes it: {plain:.2f})")
    assert quick < plain


class PlainKey:
    """The key of Polyglot as python-chess makes it, and no book."""

    name = "none"

    def knows(self, board: chess.Board) -> bool:
        return chess.polyglot.zobrist_hash(board) == 0


IMPORT = """
from time import perf_counter
began = perf_counter()
import chess
imported = perf_counter()
from bot.book.embedded import embedded_book
embedded_book()
print(imported - began, perf_counter() - imported)
"""


def test_opening_the_embedded_book() -> None:
    """What `import chess` has not imported counts, pathlib and hashlib too; where that takes 50 ms, 0.4 is 20 ms."""
    importing = opening = float("inf")
    for _ in range(ROUNDS):
        done = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True)
        one, two = map(float, done.stdout.split())
        importing, opening = min(importing, one), min(opening, two)
    print(f"\nthe embedded book: {opening * 1000:.1f} ms, {opening / importing:.2f} of importing chess (at most 0.4)")
    assert opening / importing <= 0.4


@pytest.fixture(scope="module")
def long_file(real_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copies(real_file, 4, tmp_path_factory.mktemp("bench"))


def built(path: Path, workers: int) -> None:
    build([path], path.with_suffix(".book"), 2, workers, lambda _: None, lambda problem: pytest.fail(problem.reason))


def test_making_a_book_against_reading_alone(long_file: Path) -> None:
    is_as_fast_as_reading("making a book", lambda: built(long_file, 1), long_file)


@pytest.mark.skipif(available_cores() < 2, reason="one core only")
def test_making_a_book_on_two_cores(long_file: Path) -> None:
    gains_from_two_cores("making a book", lambda workers: built(long_file, workers))
