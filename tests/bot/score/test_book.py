"""`unruh score` asks a book: the one that comes with it, others, or none, and says which."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring import BookAnswer
from tests.bot.book.making import board_after, boards_of, write_polyglot, write_positions
from tests.bot.score.conftest import SHORT_DRAW, Run
from tests.bot.score.test_annotate import comments
from tests.bot.score.test_from_store import Club, stored

Pgn = Callable[..., Path]

EMBEDDED = "GNU Chess book, 145,716 games"
RETURNING = '[Result "1/2-1/2"]\n\n1. e4 e5 2. Nf3 Nf6 3. Nxe5 d6 4. Nf3 Nxe4 1/2-1/2\n'


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A book that knows the plies 1 and 4 of games that begin 1.e4 e5 2.Nf3 Nf6."""
    boards = boards_of(board_after("e4 e5 Nf3 Nf6"))
    return write_positions(tmp_path / "own.book", [boards[1], boards[4]])


def book_of(run: Run, path: Path, *options: str | Path) -> dict[str, object]:
    report = json.loads(run(path, "--json", *options).stdout)
    book: dict[str, object] = report["book"]
    return book


def test_the_book_that_is_asked(run: Run, pgn: Pgn, own: Path, tmp_path: Path) -> None:
    path = pgn(SHORT_DRAW)
    two = write_polyglot(tmp_path / "two.bin", [(board_after("e4"), "e7e5", 1)])
    assert book_of(run, path) == {"name": EMBEDDED, "ply": 4}
    assert book_of(run, path, "--no-book") == {"name": "none", "ply": 0}
    assert book_of(run, path, "--book", own) == {"name": "test, 3 games", "ply": 4}
    assert book_of(run, path, "--book", two) == {"name": "two, 1 move", "ply": 2}
    assert book_of(run, path, "--book", two, "--book", own) == {"name": "two, 1 move; test, 3 games", "ply": 4}


def test_the_book_decides_what_a_short_draw_costs(run: Run, pgn: Pgn) -> None:
    path = pgn(SHORT_DRAW)
    with_book, without = (json.loads(run(path, "--json", *options).stdout) for options in ([], ["--no-book"]))
    assert with_book["points"]["white"]["decimal"] == "0.20"
    assert without["points"]["white"]["decimal"] == "0.22"


def test_the_book_is_named_in_every_form(run: Run, pgn: Pgn, own: Path) -> None:
    path, options = pgn(SHORT_DRAW), ("--book", own)
    heading, _, line = run(path, *options).stdout.splitlines()
    assert heading == "Book: test, 3 games"
    assert line.endswith(" 4  C42 Petrov's Defense")
    (row,) = csv.DictReader(io.StringIO(run(path, "--csv", *options).stdout))
    assert (row["book"], row["book_ply"], row["opening"]) == ("test, 3 games", "4", "Petrov's Defense")
    assert "; book test, 3 games, ply 4; C42 Petrov's Defense; " in comments(run(path, "--pgn", *options).stdout)[0]


def test_comments_know_the_book_as_it_was_then(run: Run, pgn: Pgn, own: Path) -> None:
    """After plies 2 and 3 the game has left the book after ply 1; with ply 4 it is back."""
    found = comments(run(pgn(RETURNING), "--pgn", "--book", own).stdout)
    assert "drawn now 0.20 – 0.30" in found[0]
    assert "drawn now 0.21 – 0.31; -0.24 Short draw: only 1 of 25 moves since the book" in found[3]
    assert "drawn now 0.20 – 0.30; -0.25 Short draw: only 0 of 25 moves since the book" in found[4]


def test_several_workers_ask_the_same_book(run: Run, pgn: Pgn, own: Path) -> None:
    path = pgn(SHORT_DRAW * 2_000)
    alone, together = (run(path, "--csv", "--book", own, "--workers", number).stdout for number in ("1", "2"))
    assert alone == together
    assert alone.count('"test, 3 games",4,') == 2_000


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "The book {} cannot be read: no such file or directory"),
        (b"no book", "{} is no book: name one made with `unruh book build`, or a Polyglot .bin"),
    ],
)
def test_a_book_that_cannot_be_used(run: Run, pgn: Pgn, tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "a.book"
    if content is not None:
        path.write_bytes(content)
    result = run(pgn(SHORT_DRAW), "--book", path)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"unruh: {reason.format(path)}\n")


def test_a_book_and_none(run: Run, pgn: Pgn, own: Path) -> None:
    result = run(pgn(SHORT_DRAW), "--no-book", "--book", own)
    assert (result.exit_code, result.stderr) == (2, "unruh: choose one of --book and --no-book\n")


# --- reports in the store


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club(tmp_path)
    club.keep({"shortdrw": stored("shortdrw", SHORT_DRAW)})
    return club


def test_another_book_is_told_as_such(run: Run, club: Club, own: Path) -> None:
    club.set('[book]\nembedded = false\nfiles = ["own.book"]')
    result = run("--from-store", "--config", club.config)
    assert result.stdout == f"shortdrw  Alice – Bob\n    book: {EMBEDDED} (4) → test, 3 games (4)\n"
    assert "0 in result, points or entries, 1 in rules, book or wording" in result.stderr


def test_what_another_book_changes(run: Run, club: Club, tmp_path: Path) -> None:
    write_positions(tmp_path / "small.book", [board_after("e4")])
    club.set('[book]\nembedded = false\nfiles = ["small.book"]')
    assert run("--from-store", "--config", club.config).stdout.splitlines()[1:] == [
        "    points 0.20 – 0.30 → 0.21 – 0.31",
        "    no longer: -0.25 Short draw: only 0 of 25 moves since the book",
        "    now: -0.24 Short draw: only 1 of 25 moves since the book",
        f"    book: {EMBEDDED} (4) → test, 3 games (1)",
    ]
    (line,) = run("--from-store", "--config", club.config, "--json").stdout.splitlines()
    assert json.loads(line)["book"] == {
        "before": {"name": EMBEDDED, "ply": 4},
        "after": {"name": "test, 3 games", "ply": 1},
    }


def test_what_a_database_online_said_stays(run: Run, club: Club) -> None:
    online = BookAnswer("explorer.example/masters", 3, provisional=True)
    club.keep({"shortdrw": stored("shortdrw", SHORT_DRAW, book=online)})
    before = club.reports()
    club.set('[book]\nonline = "masters"')
    result = run("--from-store", "--config", club.config)
    assert (result.exit_code, result.stdout, club.reports()) == (0, "", before)
    report = json.loads(before[-1][2])
    assert (report["book"], report["provisional"]) == ({"name": "explorer.example/masters", "ply": 3}, True)
    club.set("")
    assert f"book: explorer.example/masters (3) → {EMBEDDED} (4)" in run("--from-store", "--config", club.config).stdout


def test_a_book_of_the_configuration_that_is_missing(run: Run, club: Club) -> None:
    club.set('[book]\nfiles = ["none.book"]')
    result = run("--from-store", "--config", club.config)
    path = club.config.parent / "none.book"
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"unruh: The book {path} cannot be read: no such file or directory\n"
