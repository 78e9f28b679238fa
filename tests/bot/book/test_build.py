"""Making books: what is in them, however it is read, and what becomes of files that are not as they should be."""

import errno
import os
import sys
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import chess
import pytest

from bot.book.build import Built, build
from bot.book.errors import BookError
from bot.book.packed import PackedBook
from bot.pgn import PgnProblem
from tests.bot.book.making import board_after, boards_of, pgn_of

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def random_games(count: int) -> list[chess.Board]:
    """Games of which many have positions in common, and some come back to a position of their own."""
    random = Random(count)
    boards = []
    for _ in range(count):
        board = chess.Board()
        for _ in range(random.randrange(25)):
            moves = sorted(board.legal_moves, key=lambda move: move.uci())
            board.push(moves[random.randrange(min(3, len(moves)))])
        boards.append(board)
    return boards


GAMES = random_games(150)
PGN = pgn_of([chess.Board().variation_san(board.move_stack) for board in GAMES]).encode()


class Run:
    """A call of `build`, and what it told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.target = folder / "made.book"
        self.problems: list[PgnProblem] = []
        self.progress: list[int] = []

    def __call__(self, *contents: bytes, min_games: int = 1, workers: int = 1, **more: Any) -> Built:
        files = []
        for number, content in enumerate(contents):
            files.append(self.folder / f"games{number}.pgn")
            files[-1].write_bytes(content)
        return build(files, self.target, min_games, workers, self.progress.append, self.problems.append, **more)

    @property
    def book(self) -> PackedBook:
        return PackedBook(self.target)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path)


@pytest.mark.parametrize("min_games", [1, 2, 3, 10])
def test_positions_of_enough_games_are_known(run: Run, min_games: int) -> None:
    counts: Counter[str] = Counter()
    for board in GAMES:
        counts.update({one.epd() for one in boards_of(board)})
    built = run(PGN, min_games=min_games)
    book = run.book
    for board in GAMES:
        assert all(book.knows(one) == (counts[one.epd()] >= min_games) for one in boards_of(board))
    enough = sum(count >= min_games for count in counts.values())
    assert built.info == book.info
    assert (book.info.games, book.info.positions, book.info.min_games) == (len(GAMES), enough, min_games)
    assert run.progress[-1] == len(PGN)
    assert not run.problems


@pytest.mark.parametrize("min_games", [1, 3])
@pytest.mark.parametrize(("workers", "most_keys"), [(1, 50), (1, 1000), (2, 1 << 20), (2, 200)])
def test_workers_and_memory_change_nothing(run: Run, min_games: int, workers: int, most_keys: int) -> None:
    run(PGN, PGN, min_games=min_games)
    expected = run.target.read_bytes()
    run(PGN, PGN, min_games=min_games, workers=workers, most_keys=most_keys)
    assert run.target.read_bytes() == expected


def test_a_position_counts_once_a_game(run: Run) -> None:
    there_and_back = "Nf3 Nf6 Ng1 Ng8 " * 3
    run(pgn_of([there_and_back, "e4"]).encode(), min_games=2)
    assert run.book.knows(chess.Board())
    assert run.book.info.positions == 1


def test_only_games_from_the_normal_start_count(run: Run) -> None:
    fen = '[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]\n'
    chess960 = f'[Variant "Chess960"]\n[FEN "{chess.STARTING_FEN}"]\n'
    built = run((pgn_of(["1... c5"], fen) + pgn_of(["1. e4"], chess960) + pgn_of(["1. d4"])).encode())
    assert (built.info.games, built.other_starts, run.book.info.positions) == (1, 2, 2)
    assert not run.book.knows(board_after("e4 c5"))


def test_a_broken_game_is_told_and_does_not_count(run: Run) -> None:
    built = run(pgn_of(["e4 e5", "d4 Ke4", "c4 c5"]).encode(), pgn_of(["a3 {never closed"]).encode())
    assert [(problem.file[-10:], problem.number) for problem in run.problems] == [("games0.pgn", 2), ("games1.pgn", 1)]
    assert (built.info.games, built.problems) == (2, 2)
    assert run.book.knows(board_after("c4 c5"))
    assert not run.book.knows(board_after("d4"))


def test_the_book_is_called_after_its_files(run: Run) -> None:
    assert run(PGN).info.source == "games0"
    assert run(PGN, PGN, PGN).info.source == "games0 and 2 more"
    assert run(PGN, source="The club").info.name == "The club, 150 games"


def test_its_date_is_that_of_the_newest_file(run: Run) -> None:
    files = [run.folder / name for name in ("new.pgn", "old.pgn")]
    for file, time in zip(files, (1_700_000_000, 1_600_000_000), strict=True):
        file.write_bytes(PGN)
        os.utime(file, (time, time))
    assert build(files, run.target, 1, 1, run.progress.append, run.problems.append).info.date == "2023-11-14"


def compressed_in_one(data: bytes) -> bytes:
    """One frame of many blocks."""
    compressor = zstd.ZstdCompressor()
    blocks = (data[begin : begin + 5000] for begin in range(0, len(data), 5000))
    return b"".join(compressor.compress(block, mode=zstd.ZstdCompressor.FLUSH_BLOCK) for block in blocks) + (
        compressor.flush()
    )


def compressed_in_frames(data: bytes) -> bytes:
    """As pzstd does it: many frames, with others between them that are to be skipped."""
    skipped = b"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd"
    return b"".join(skipped + zstd.compress(data[begin : begin + 5000]) for begin in range(0, len(data), 5000))


@pytest.mark.parametrize("compressed", [compressed_in_one, compressed_in_frames])
def test_compressed_files_are_read_alike(run: Run, compressed: Callable[[bytes], bytes]) -> None:
    run(PGN)
    expected = run.target.read_bytes()
    run(compressed(PGN))
    assert run.target.read_bytes() == expected
    assert run.progress[-1] == len(compressed(PGN))
    assert not run.problems


@pytest.mark.parametrize("compressed", [compressed_in_one, compressed_in_frames])
@pytest.mark.parametrize("part", [0.4, 0.5, 0.9, 0.999])
def test_what_stands_before_a_cut_counts(run: Run, compressed: Callable[[bytes], bytes], part: float) -> None:
    whole = compressed(PGN * 2)
    built = run(whole[: int(part * len(whole))])
    games = built.info.games
    assert 0 < games < 2 * len(GAMES)
    assert [(problem.number, problem.kind) for problem in run.problems] == [(games + 1, "broken")]
    assert "is cut short here" in run.problems[0].reason
    book = run.target.read_bytes()
    run(pgn_of([chess.Board().variation_san(GAMES[n % len(GAMES)].move_stack) for n in range(games)]).encode())
    assert run.target.read_bytes() == book


def test_damage_in_a_compressed_file_is_told(run: Run) -> None:
    whole = compressed_in_frames(PGN)
    built = run(whole[:3000] + b"\xff" * 50 + whole[3050:], PGN)
    assert len(GAMES) < built.info.games < 2 * len(GAMES)
    assert [problem.number for problem in run.problems] == [built.info.games - len(GAMES) + 1]
    assert "is damaged here" in run.problems[0].reason


def test_what_follows_a_frame_and_is_none_is_told(run: Run) -> None:
    run(zstd.compress(PGN) + b"something else")
    assert "is damaged here" in run.problems[0].reason


@pytest.mark.parametrize("content", [b"", bytes(1000), pgn_of(["e5"]).encode()])
def test_without_a_game_there_is_no_book(run: Run, content: bytes) -> None:
    with pytest.raises(BookError, match="no position occurs in 1 game that can be read"):
        run(content)
    assert len(run.problems) == 1
    assert_nothing_left(run)


def test_too_few_games_make_no_book(run: Run) -> None:
    with pytest.raises(BookError, match="no position occurs in 151 games that can be read"):
        run(PGN, min_games=151)
    assert_nothing_left(run)


@pytest.mark.parametrize(
    ("error", "told"),
    [(OSError(errno.ENOSPC, "No space left on device"), BookError), (KeyboardInterrupt("a key"), KeyboardInterrupt)],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_an_unfinished_book_leaves_nothing(
    run: Run, error: BaseException, told: type[BaseException], workers: int
) -> None:
    def fail(_: int) -> None:
        raise error

    run.target.write_bytes(b"the old one")
    (run.folder / "games.pgn").write_bytes(PGN * 5)
    with pytest.raises(told, match=r"made\.book cannot be made: no space left|a key"):
        build([run.folder / "games.pgn"], run.target, 1, workers, fail, run.problems.append, most_keys=50)
    assert run.target.read_bytes() == b"the old one"
    assert sorted(path.name for path in run.folder.iterdir()) == ["games.pgn", "made.book"]


@pytest.mark.parametrize("full", ["runs", "keys", "book"])
def test_a_full_disk_leaves_nothing(run: Run, monkeypatch: pytest.MonkeyPatch, full: str) -> None:
    class FullDisk(BytesIO):
        def write(self, data: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    really_open: Any = Path.open
    monkeypatch.setattr(
        Path, "open", lambda path, mode="r": FullDisk() if path.name == full else really_open(path, mode)
    )
    with pytest.raises(BookError, match=r"made\.book cannot be made: no space left on device"):
        run(PGN, most_keys=50)
    assert_nothing_left(run)


def test_files_that_cannot_be_used_are_named(run: Run) -> None:
    (run.folder / "games.pgn").write_bytes(PGN)
    for files, target, reason in [
        (["missing.pgn"], "made.book", r"missing\.pgn cannot be read: no such file"),
        (["games.pgn", "."], "made.book", "cannot be read: is a directory"),
        (["games.pgn"], "games.pgn", r"games\.pgn is to be read"),
        (["games.pgn"], "missing/made.book", r"made\.book cannot be made: no such file"),
    ]:
        with pytest.raises(BookError, match=reason):
            build([run.folder / name for name in files], run.folder / target, 1, 1, run.progress.append, print)
    assert (run.folder / "games.pgn").read_bytes() == PGN
    assert_nothing_left(run)


def assert_nothing_left(run: Run) -> None:
    assert all(path.suffix == ".pgn" for path in run.folder.iterdir())
