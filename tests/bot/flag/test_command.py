"""`unruh flag FEN` as its user meets it: tables, JSON, and one sentence for everything that goes wrong."""

import io
import json

import chess
import pytest

from bot.flag.table import print_tables
from scoring.flagfall import POLICIES
from tests.bot.flag.conftest import (
    BACK_RANK_MATE,
    KINGS,
    KNIGHT_AGAINST_ROOK,
    QUEEN_AGAINST_KING,
    STALEMATE,
    Run,
)


def rows(output: str, title: str) -> dict[str, str]:
    """The rows of the table with this title: policy to result and reason, without the moves below it."""
    lines = output.split(title)[1].split("\n\n")[0].splitlines()[2:]
    return {policy: " ".join(rest) for policy, *rest in map(str.split, lines) if policy in POLICIES}


def test_the_tables(run: Run) -> None:
    result = run(QUEEN_AGAINST_KING)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[1] == "· · · · · · · ♔"
    assert "White to move" in result.stdout
    draws = "Draw Black has only a king"
    assert rows(result.stdout, "White's flag falls") == {
        "chessmail": draws,
        "fide": draws,
        "lichess": draws,
        "server": f"{draws} (as Lichess decides it; the server has the last word)",
    }
    wins = rows(result.stdout, "Black's flag falls")
    assert list(wins) == list(POLICIES)
    assert wins["chessmail"] == wins["lichess"] == "White wins White has material to mate"
    assert wins["fide"].startswith("White wins White can still mate if Black helps: a line of")
    assert result.stdout.index("White's flag") < result.stdout.index("Black's flag")


def test_a_board_in_letters_where_there_are_no_figures() -> None:
    out = io.TextIOWrapper(io.BytesIO(), "cp1252")
    print_tables(chess.Board(QUEEN_AGAINST_KING), [], None, out, "en")
    out.seek(0)
    assert out.read().splitlines()[1] == ". . . . . . . K"


def test_the_side_to_move_comes_first(run: Run) -> None:
    output = run(QUEEN_AGAINST_KING.replace(" w ", " b ")).stdout
    assert output.index("Black's flag") < output.index("White's flag")


def test_one_side(run: Run) -> None:
    output = run(QUEEN_AGAINST_KING, "--flagged", "white").stdout
    assert "White's flag falls" in output
    assert "Black's flag falls" not in output


def test_policies_differ(run: Run) -> None:
    verdicts = rows(run(KNIGHT_AGAINST_ROOK, "--flagged", "white").stdout, "White's flag falls")
    assert verdicts["chessmail"] == "Draw Black has only king and knight"
    assert verdicts["lichess"] == "Black wins Black has material to mate"


def test_german(run: Run) -> None:
    output = run(QUEEN_AGAINST_KING, "--lang", "de").stdout
    assert "Weiß am Zug" in output
    assert rows(output, "Weiß überschreitet die Zeit")["fide"] == "Remis Schwarz hat nur den König"


def test_quotes_may_be_forgotten(run: Run) -> None:
    assert run(*QUEEN_AGAINST_KING.split(), "--json").stdout == run(QUEEN_AGAINST_KING, "--json").stdout


def test_json_has_a_line_for_each_side(run: Run) -> None:
    white, black = map(json.loads, run(QUEEN_AGAINST_KING, "--json").stdout.splitlines())
    assert (white["fen"], white["flagged"], white["winner"]) == (QUEEN_AGAINST_KING, "white", "black")
    assert white["verdicts"] == {"chessmail": "draw", "fide": "unwinnable", "lichess": "draw", "server": "draw"}
    assert (white["reason"], white["witness"], white["nodes"]) == ("bare_king", None, 1)
    assert white["reasons"]["chessmail"] == {
        "code": "bare_king",
        "squares": ["d5"],
        "text": {"de": "Schwarz hat nur den König", "en": "Black has only a king"},
    }
    assert (black["flagged"], black["winner"], black["verdicts"]["lichess"]) == ("black", "white", "win")


def test_the_moves_that_mate(run: Run) -> None:
    (line,) = run(QUEEN_AGAINST_KING, "--flagged", "black", "--json").stdout.splitlines()
    board, found = chess.Board(QUEEN_AGAINST_KING), json.loads(line)
    assert (found["verdicts"]["fide"], found["reason"]) == ("winnable", "mate_line")
    for move in found["witness"]:
        board.push_uci(move)
    assert board.is_checkmate()
    assert board.turn == chess.BLACK


@pytest.mark.parametrize(("language", "shown"), [("en", "1...Kg8 2.Ra8#"), ("de", "1...Kg8 2.Ta8#")])
def test_the_moves_as_people_write_them(run: Run, language: str, shown: str) -> None:
    assert shown in run("7k/8/6K1/8/8/8/8/R7 b - - 0 1", "--lang", language).stdout


def test_mate_on_the_board(run: Run) -> None:
    (line,) = run(BACK_RANK_MATE, "--flagged", "black", "--json").stdout.splitlines()
    found = json.loads(line)
    assert (found["verdicts"]["fide"], found["reason"], found["witness"]) == ("winnable", "mate_on_the_board", [])
    assert "White has mated already" in run(BACK_RANK_MATE).stdout


@pytest.mark.parametrize(
    ("fen", "options", "dead", "words"),
    [
        (KINGS, [], True, "The position is dead"),
        (QUEEN_AGAINST_KING, [], False, "The position is not dead"),
        (STALEMATE, [], False, "The game was over"),
        (BACK_RANK_MATE, [], False, "The game was over"),
        (chess.STARTING_FEN, ["--nodes", "1"], None, "Whether the position is dead is not decided"),
    ],
)
def test_the_dead_position(run: Run, fen: str, options: list[str], dead: bool | None, words: str) -> None:
    assert words in run(fen, *options).stdout
    assert [json.loads(line)["dead"] for line in run(fen, *options, "--json").stdout.splitlines()] == [dead, dead]


def test_the_budget_is_kept(run: Run) -> None:
    (line,) = run(chess.STARTING_FEN, "--flagged", "black", "--json", "--nodes", "1").stdout.splitlines()
    found = json.loads(line)
    assert (found["verdicts"]["fide"], found["reason"], found["witness"]) == ("undecided", "undecided", None)
    assert "so the flag stands" in run(chess.STARTING_FEN, "--nodes", "1").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a position as a FEN, or - for lines on standard input"),
        (["8/8/8/8/8/8/8/8 w - -"], "this position cannot be judged: White has no king"),
        (["\x1b[31m"], "this is not a FEN: expected 8 rows in position part of fen: '\\x1b[31m'"),
        (["-", "--flagged", "white"], "--flagged cannot be used with -: every line names the side that would win"),
        ([QUEEN_AGAINST_KING, "--workers", "2"], "--workers is only for -"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(run: Run, arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"unruh: {sentence}\n")


@pytest.mark.parametrize("options", [["--flagged", "red"], ["--nodes", "0"], ["--lang", "fr"], ["--workers", "0"]])
def test_bad_options(run: Run, options: list[str]) -> None:
    result = run(QUEEN_AGAINST_KING, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert options[0] in result.stderr


def test_help_tells_everything(run: Run) -> None:
    output = run("--help").stdout
    for word in ("FEN", "--flagged", "--json", "--lang", "--nodes", "--workers", "flag -", "Exit status", "chessmail"):
        assert word in output
