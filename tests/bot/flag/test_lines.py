"""`unruh flag -`: a line in, a line out."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.bot.flag.conftest import (
    BACK_RANK_MATE,
    KINGS,
    KNIGHT_AGAINST_ROOK,
    QUEEN_AGAINST_KING,
    STALEMATE,
    Run,
)

PROGRAM = "import typer; from bot.flag.command import flag_command; typer.run(flag_command)"
QUESTION = f"{QUEEN_AGAINST_KING}\tblack\n".encode()


def answers(run: Run, text: str, *options: str, status: int = 0) -> list[dict[str, Any]]:
    result = run("-", *options, stdin=text.encode())
    assert (result.exit_code, result.stderr) == (status, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_every_line_is_answered_in_order(run: Run) -> None:
    fens = [QUEEN_AGAINST_KING, BACK_RANK_MATE, STALEMATE]
    sides = ["black", "white", "white"]
    found = answers(run, "".join(f"{fen}\t{side}\n" for fen, side in zip(fens, sides, strict=True)))
    assert [(one["fen"], one["winner"]) for one in found] == list(zip(fens, sides, strict=True))
    assert found[0] == {
        "fen": QUEEN_AGAINST_KING,
        "winner": "black",
        "verdicts": {"chessmail": "draw", "lichess": "draw", "fide": "unwinnable"},
        "reason": "bare_king",
        "witness": None,
        "nodes": 1,
    }
    assert [one["reason"] for one in found[1:]] == ["mate_on_the_board", "game_over"]
    assert [one["witness"] for one in found[1:]] == [[], None]


def test_the_word_is_the_side_that_would_win(run: Run) -> None:
    black, white = answers(run, f"{KNIGHT_AGAINST_ROOK}\tblack\n{KNIGHT_AGAINST_ROOK}\twhite\n")
    assert (black["verdicts"]["chessmail"], black["verdicts"]["lichess"]) == ("draw", "win")
    assert (white["verdicts"]["chessmail"], white["verdicts"]["lichess"]) == ("win", "win")


def test_blank_lines_comments_and_line_ends(run: Run) -> None:
    text = f"# FEN\tside\n\n  \r\n{KINGS}\twhite\r\n\n{STALEMATE}\tblack"
    assert [one["fen"] for one in answers(run, text)] == [KINGS, STALEMATE]


def test_bad_lines_are_answered_in_their_place(run: Run) -> None:
    bad = ["xyz\twhite", KINGS, f"{KINGS}\tred", "8/8/8/8/8/8/8/8 w - -\twhite", "\twhite", "�\x00\tblack"]
    found = answers(run, "\n".join([*bad, f"{KINGS}\twhite"]), status=1)
    assert [one["fen"] for one in found] == ["xyz", KINGS, KINGS, "8/8/8/8/8/8/8/8 w - -", "", "�\x00", KINGS]
    assert found[1] == found[2]
    assert found[2]["error"] == "a line is a FEN, a tab, and the side that would win: white or black"
    assert found[3]["error"] == "this position cannot be judged: White has no king"
    assert all(set(one) == {"fen", "error"} for one in found[:-1])
    assert found[-1]["verdicts"]["fide"] == "unwinnable"


def test_bytes_that_are_no_text(run: Run) -> None:
    result = run("-", stdin=bytes(range(256)) + b"\n")
    assert result.exit_code == 1
    assert all("error" in json.loads(line) for line in result.stdout.splitlines())


def test_no_lines_are_no_trouble(run: Run) -> None:
    assert answers(run, "") == []


def test_chess960(run: Run) -> None:
    (found,) = answers(run, "1k4r1/8/8/8/8/8/8/1K6 b g - 0 1\twhite\n")
    assert found["reason"] == "bare_king"


def test_the_budget_is_kept(run: Run) -> None:
    (found,) = answers(run, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\twhite\n", "--nodes", "1")
    assert (found["verdicts"]["fide"], found["reason"]) == ("undecided", "undecided")


def test_several_workers_give_the_same_answers_in_the_same_order(run: Run) -> None:
    lines = [f"{fen}\t{side}" for fen in (QUEEN_AGAINST_KING, KINGS, STALEMATE, "bad") for side in ("white", "black")]
    text = "\n".join(lines * 20)
    options = ("--nodes", "50")
    assert answers(run, text, *options, status=1) == answers(run, text, *options, "--workers", "2", status=1)


@contextmanager
def started() -> Iterator[subprocess.Popen[bytes]]:
    command, pipe = [sys.executable, "-c", PROGRAM, "-"], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        yield process


def ask(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(QUESTION)
    process.stdin.flush()
    answer: dict[str, Any] = json.loads(process.stdout.readline())
    return answer


def test_an_answer_comes_before_the_next_question() -> None:
    with started() as process:
        assert [ask(process)["reason"] for _ in range(3)] == ["bare_king"] * 3
        assert process.communicate() == (b"", b"")
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes differ")
def test_a_reader_that_goes_away_is_no_error() -> None:
    with started() as process:
        ask(process)
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        assert process.communicate(QUESTION * 3)[1] == b""
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_an_interrupt_ends_it_quietly() -> None:
    with started() as process:
        ask(process)
        process.send_signal(signal.SIGINT)
        assert process.communicate()[1] == b""
    assert process.returncode == 130
