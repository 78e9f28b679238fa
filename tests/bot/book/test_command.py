"""`unruh book` as its user meets it."""

import json
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles

import pytest
from typer.testing import CliRunner, Result

from bot.book.command import book_app
from bot.book.embedded import PATH
from tests.bot.book.making import board_after, boards_of, pgn_of, write_polyglot, write_positions

Run = Callable[..., Result]

BROKEN = '[Event "?"]\n\n1. e5 *\n\n'
CHESS960 = '[Variant "Chess960"]\n[FEN "rnbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/RNBQNKRB w GAga - 0 1"]\n\n1. O-O O-O *\n\n'
LINES = ["1. e4 e5 2. Nf3", "1. e4 e5 2. d4", "1. e4 c5"]


@pytest.fixture
def run() -> Run:
    return lambda *arguments: CliRunner().invoke(book_app, [str(argument) for argument in arguments])


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(pgn_of(LINES), encoding="utf-8")
    return path


def refused(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


# --- build


def test_a_new_book(run: Run, games: Path, tmp_path: Path) -> None:
    target = tmp_path / "club.book"
    result = run("build", games, "--output", target, "--min-games", 2, "--workers", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{target}: games, 3 games, 3 positions\n"
    told = run("info", target).stdout.splitlines()
    assert told[0] == "book:      games, 3 games"
    assert told[1] == f"file:      {target}, {target.stat().st_size:,} bytes"
    assert told[2] == "positions: 3, each in at least 2 games"


def test_what_cannot_be_read_is_named_and_the_rest_counts(run: Run, games: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pgn"
    other.write_text(f"{pgn_of(LINES)}{BROKEN}{CHESS960}", encoding="utf-8")
    target = tmp_path / "club.book"
    result = run("build", games, other, "--output", target, "--workers", 1)
    assert result.exit_code == 1
    assert result.stderr == f"unruh: {other}: game 4: the move 1. e5 is not legal\n"
    assert result.stdout == f"{target}: games and 1 more, 6 games, 6 positions; 1 from other starts left out\n"


def test_no_book_is_made(run: Run, games: Path, tmp_path: Path) -> None:
    target, missing = tmp_path / "club.book", tmp_path / "missing.pgn"
    assert "missing.pgn cannot be read: no such file" in refused(run("build", missing, "--output", target))
    assert "is a directory" in refused(run("build", tmp_path, "--output", target))
    assert "no position occurs in 4 games" in refused(
        run("build", games, "--output", target, "--min-games", 4, "--workers", 1)
    )
    assert "cannot be made: no such file" in refused(run("build", games, "--output", tmp_path / "no" / "club.book"))
    assert not target.exists()


# --- info


def test_the_embedded_book_is_described(run: Run) -> None:
    assert run("info").stdout.splitlines()[:3] == [
        "book:      GNU Chess book, 145,716 games",
        f"file:      {PATH}, {PATH.stat().st_size:,} bytes",
        "positions: 198,682, each in at least 3 games",
    ]


def test_several_books_are_described(run: Run, tmp_path: Path) -> None:
    one = write_positions(tmp_path / "one.book", [board_after("e4")])
    two = write_polyglot(tmp_path / "two.bin", [(board_after("e4"), "e7e5", 1)])
    first, second = run("info", one, two).stdout.split("\n\n")
    assert "positions: 1, each in at least 1 game\ndate:      2025-11-30" in first
    assert second.splitlines()[0] == "book:      two, 1 move"
    assert second.splitlines()[2] == "format:    Polyglot"


def test_what_is_no_book(run: Run, games: Path) -> None:
    assert "is no book: name one made with `unruh book build`" in refused(run("info", games))


# --- compare


def test_where_games_leave_books(run: Run, games: Path, tmp_path: Path) -> None:
    book = write_positions(tmp_path / "e5.book", boards_of(board_after("e4 e5 Nf3")))
    result = run("compare", games, "--book", book, "--json")
    embedded, own = map(json.loads, result.stdout.splitlines())
    assert embedded == {
        "book": "GNU Chess book, 145,716 games",
        "games": 3,
        "stayed": 3,
        "mean": 3.6667,
        "quartiles": [3.5, 4.0, 4.0],
    }
    plies = [4, 3, 2]
    assert own == {"book": "test, 3 games", "games": 3, "stayed": 1, "mean": 3.0, "quartiles": [2.5, 3.0, 3.5]}
    assert own["quartiles"] == quantiles(plies, method="inclusive")
    assert run("compare", games, "--book", book).stdout.splitlines() == [
        "  mean   25 %   50 %   75 %     games   stayed  book",
        "  3.67    3.5      4      4         3        3  GNU Chess book, 145,716 games",
        "  3.00    2.5      3    3.5         3        1  test, 3 games",
    ]


def test_one_game_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.pgn"
    path.write_text(pgn_of(["1. a4 h5 2. Ra3 Rh6 3. Rb3"]), encoding="utf-8")
    (line,) = run("compare", path, "--json").stdout.splitlines()
    told = json.loads(line)
    assert told["quartiles"] == [told["mean"]] * 3


def test_what_cannot_be_compared_is_told(run: Run, games: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pgn"
    other.write_text(f"{BROKEN}{CHESS960}", encoding="utf-8")
    result = run("compare", games, other)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"unruh: {other}: game 1: the move 1. e5 is not legal",
        "unruh: 1 from other starts left out",
    ]
    nothing = run("compare", other)
    assert nothing.exit_code == 2
    assert nothing.stderr.endswith("unruh: there is no game from the normal start that can be read\n")
    assert "is no book" in refused(run("compare", games, "--book", games))


@pytest.mark.parametrize(("name", "least"), [("lichess-2025-05-438-games-clocks.pgn", 5.4), ("otb-232-games.pgn", 8.5)])
def test_how_long_real_games_follow_the_embedded_book(run: Run, shared: Path, name: str, least: float) -> None:
    (line,) = run("compare", shared / "games" / "real" / name, "--json").stdout.splitlines()
    assert json.loads(line)["mean"] >= least
