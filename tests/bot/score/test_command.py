"""`unruh score` as its user meets it: forms, exit status, and one sentence for everything that goes wrong."""

import csv
import io
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bot.score.conftest import BROKEN, CHESS960, FLAG_DRAW, GOOD, RUNNING, SHORT_DRAW, TRADES, VARIANT, Run

Pgn = Callable[..., Path]


def test_the_table(run: Run, pgn: Pgn) -> None:
    result = run(pgn(GOOD))
    assert result.exit_code == 0
    book, *lines = result.stdout.splitlines()
    assert book == "Book: GNU Chess book, 145,716 games"
    assert [line.split()[0] for line in lines] == ["#", "1", "2", "3", "4", "5"]
    assert "Alice" in lines[1]
    assert lines[1].split()[-8:] == ["½-½", "0.20", "0.30", "0", "4", "C42", "Petrov's", "Defense"]
    assert "(0.20)" in lines[3]
    assert "no result" in lines[3]
    assert "record: 0-1; Draw: flag fall, but Black has only a king" in lines[4]
    assert result.stderr == "unruh: 5 games scored\n"


def test_the_table_in_german(run: Run, pgn: Pgn) -> None:
    result = run(pgn(SHORT_DRAW), "--lang", "de")
    assert "Schwarz" in result.stdout
    assert result.stdout.startswith("Buch: GNU Chess book, 145,716 games\n")
    assert "0,20" in result.stdout


def test_several_files_are_named_in_the_table(run: Run, pgn: Pgn) -> None:
    one, two = pgn(SHORT_DRAW, "one.pgn"), pgn(SHORT_DRAW, "two.pgn")
    output = run(one, two).stdout
    assert output.index("one.pgn") < output.index("two.pgn")
    assert output.count("Alice") == 2


def test_broken_games_are_named_and_the_others_scored(run: Run, pgn: Pgn) -> None:
    path = pgn(f"{SHORT_DRAW}\n{BROKEN}\n{VARIANT}\n{RUNNING}")
    result = run(path)
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 4
    assert result.stderr.splitlines() == [
        f"unruh: {path}: game 2: the move 1. e5 is not legal",
        f"unruh: {path}: game 3: the variant 'Atomic' is not scored",
        "unruh: 2 games scored, 1 broken, 1 not scorable",
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "there is no game in it"),
        (b"\x7fELF\0\0\0\xff\xfe", "this is a binary file, not a PGN"),
        (bytes(range(1, 256)) * 20, "this is a binary file, not a PGN"),
        (b"%!?&/$=+#", "there is no game in it"),
        (b"&/$=+# ?!", "it has neither tags nor moves"),
        (b"Dear diary,\n\ntoday I played chess.\n", "“Dear” is not a move (before the first move)"),
    ],
)
def test_what_is_no_pgn_is_named(run: Run, pgn: Pgn, data: bytes, reason: str) -> None:
    result = run(pgn(data))
    assert result.exit_code == 1
    assert reason in result.stderr
    assert "Traceback" not in result.stderr


def test_standard_input(run: Run) -> None:
    result = run("-", stdin=SHORT_DRAW.encode())
    assert result.exit_code == 0
    assert "Alice" in result.stdout


def usage_error(run: Run, *arguments: str | Path) -> str:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


def test_files_that_cannot_be_read(run: Run, pgn: Pgn, tmp_path: Path) -> None:
    missing = tmp_path / "missing.pgn"
    assert usage_error(run, pgn(SHORT_DRAW), missing) == f"unruh: {missing} cannot be read: no such file or directory\n"
    assert usage_error(run, tmp_path) == f"unruh: {tmp_path} is a directory; name the PGN files in it\n"


def test_output_that_cannot_be_written(run: Run, pgn: Pgn, tmp_path: Path) -> None:
    path = pgn(SHORT_DRAW)
    for target in (tmp_path, tmp_path / "no" / "such" / "folder"):
        message = usage_error(run, path, "--output", target)
        assert message.startswith(f"unruh: {target} cannot be written: ")
        assert message.count("\n") == 1
    assert "cannot be the output as well" in usage_error(run, path, "--output", path)
    assert path.read_text() == SHORT_DRAW


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_output_in_a_folder_without_permission(run: Run, pgn: Pgn, tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    assert "permission denied" in usage_error(run, pgn(SHORT_DRAW), "--output", folder / "out.txt")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk(run: Run, pgn: Pgn) -> None:
    result = run(pgn(GOOD), "--json", "--output", "/dev/full")
    assert result.exit_code == 2
    assert result.stderr == "unruh: no space left on device\n"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--json", "--csv"], "choose one of --json and --csv"),
        (["--flag-fall", "uscf"], "uscf"),
        (["--flag-fall-nodes", "0"], "flag-fall-nodes"),
        (["--preset", "mood"], "mood"),
        (["--lang", "fr"], "fr"),
        (["--workers", "0"], "workers"),
        (["--nonsense"], "nonsense"),
    ],
)
def test_bad_options(run: Run, pgn: Pgn, options: list[str], words: str) -> None:
    assert words in usage_error(run, pgn(SHORT_DRAW), *options)


def test_rule_options_reach_the_report(run: Run, pgn: Pgn) -> None:
    options = [
        "--preset", "spirit", "--pawn-trade-equal", "ignore", "--pieces-left", "printed", "--uncastled-bonus", "always",
        "--pawn-credit", "each", "--flag-fall", "server",
    ]  # fmt: skip
    rules = json.loads(run(pgn(SHORT_DRAW), "--json", *options).stdout)["rules"]
    assert {name: rules[name] for name in list(rules)[1:7]} == {
        "preset": "spirit", "pawn_trade_equal": "ignore", "pieces_left": "printed", "uncastled_bonus": "always",
        "pawn_credit": "each", "flag_fall": "server",
    }  # fmt: skip


def test_help_tells_everything(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    for word in (
        "--json",
        "--csv",
        "--pgn",
        "--output",
        "--lang",
        "--workers",
        "--preset",
        "--flag-fall",
        "Exit status",
    ):
        assert word in result.stdout


def test_output_to_a_file(run: Run, pgn: Pgn, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    assert run(pgn(TRADES), "--csv", "--output", target).stdout == ""
    assert "Zoë" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["--json", "--csv", "--pgn", ""])
def test_several_workers_give_the_same_output_in_the_same_order(run: Run, pgn: Pgn, form: str) -> None:
    games = "\n".join([GOOD, BROKEN, VARIANT] * 150)
    path, options = pgn(games), [form] if form else []
    alone, together = (run(path, *options, "--workers", number) for number in ("1", "2"))
    assert alone.exit_code == together.exit_code == 1
    assert alone.stdout == together.stdout
    assert alone.stderr == together.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="pipes differ")
@pytest.mark.parametrize("form", ["--json", "--csv", "--pgn"])
def test_a_reader_that_goes_away_is_no_error(pgn: Pgn, form: str) -> None:
    path = pgn(GOOD * 400)
    program = "import typer; from bot.score.command import score_command; typer.run(score_command)"
    command = [sys.executable, "-c", program, str(path), form]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_json_has_all_a_report_needs(run: Run, pgn: Pgn) -> None:
    path = pgn(GOOD + BROKEN)
    result = run(path, "--json", "--no-book")
    draw, trades, running, flag, chess960, broken = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 1
    assert broken == {"file": str(path), "game": 6, "error": "the move 1. e5 is not legal", "kind": "broken"}
    assert (draw["file"], draw["game"], draw["event"], draw["white"]["name"]) == (str(path), 1, "A", "Alice")
    assert draw["points"]["white"] == {"exact": "11/50", "decimal": "0.22"}
    assert draw["outcomes"]["draw"]["raw"] == {"white": 22, "black": 32}
    assert [entry["rule"] for entry in draw["outcomes"]["draw"]["entries"]] == ["short_draw"]
    assert set(draw["outcomes"]["draw"]["entries"][0]["text"]) == {"de", "en"}
    assert draw["book"] == {"name": "none", "ply": 0}
    assert draw["provisional"] is False
    assert draw["opening"] == {"code": "C42", "name": "Petrov's Defense"}
    assert chess960["opening"] is None
    assert draw["rules"]["version"]
    assert draw["running"]["moves_to_go"] == 23
    assert trades["stakes"] == {"white": 50, "black": 50}
    assert [offer["side"] for offer in trades["offers"]] == ["black", "white"]
    assert [offer["side"] for offer in trades["declined"]] == ["black", "white"]
    assert trades["entries"][0]["squares"] == ["e5", "e4"]
    assert running["decision"] is None
    assert running["points"] is None
    assert running["result"] == "*"
    assert running["outcomes"]["draw"]["points"]["white"]["decimal"] == "0.21"
    assert flag["decision"] == {
        "outcome": "draw", "ending": "flag_fall", "overruled": True, "text": flag["decision"]["text"],
    }  # fmt: skip
    assert flag["record"]["result"] == "0-1"
    assert chess960["chess960"] is True


def test_csv_reads_back_and_holds_no_formula(run: Run, pgn: Pgn) -> None:
    result = run(pgn(GOOD + BROKEN), "--csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) == 6
    assert rows[1]["white"] == 'Zoë {x} "y"'
    assert rows[1]["black"] == "'=1+1"
    assert (rows[0]["white_points"], rows[0]["white_exact"], rows[0]["result"]) == ("0.20", "1/5", "1/2-1/2")
    assert (rows[2]["white_points"], rows[2]["draw_white"], rows[2]["result"]) == ("", "0.20", "*")
    assert (rows[0]["opening_code"], rows[0]["opening"]) == ("C42", "Petrov's Defense")
    assert (rows[4]["opening_code"], rows[4]["opening"]) == ("", "")
    assert rows[5]["error"] == "the move 1. e5 is not legal"
    assert all(None not in row and None not in row.values() for row in rows)


@pytest.mark.parametrize("name", ["=cmd()", "+1", "-1", "@x"])
def test_no_cell_begins_like_a_formula(run: Run, pgn: Pgn, name: str) -> None:
    text = f'[Event "{name}"]\n[Site "{name}"]\n[Round "{name}"]\n[White "{name}"]\n[WhiteElo "{name}"]\n\n1. e4 *\n'
    (row,) = csv.DictReader(io.StringIO(run(pgn(text), "--csv").stdout))
    assert {row[column] for column in ("event", "site", "round", "white", "white_rating")} == {f"'{name}"}


@pytest.mark.parametrize("game", [SHORT_DRAW, TRADES, RUNNING, FLAG_DRAW, CHESS960])
def test_names_cannot_control_the_terminal(run: Run, pgn: Pgn, game: str) -> None:
    result = run(pgn(game.replace('[Event "', '[White "\x1b[31m[red]"]\n[Event "', 1).encode()))
    assert "\x1b" not in result.stdout
    assert "[red]" in result.stdout


def test_a_game_of_300_plies(run: Run, pgn: Pgn) -> None:
    moves = " ".join("Nf3 Nf6 Ng1 Ng8".split() * 75)
    report = json.loads(run(pgn(f"{moves} 1/2-1/2"), "--json").stdout)
    assert report["plies"] == 300
    assert report["running"]["uncastled"]["white"]["amount"] == 20
