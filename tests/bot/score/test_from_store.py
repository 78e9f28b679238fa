"""`unruh score --from-store`: the differences first, then a question, then new reports beside the old ones."""

import asyncio
import dataclasses
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.book.embedded import embedded_book
from bot.clock import ManualClock
from bot.pgn import PgnProblem
from bot.score import recompute
from bot.score.record import report_on
from bot.store import StoredReport, open_store
from scoring import Book, BookAnswer, Rules
from tests.bot.score.conftest import BROKEN, CHESS960, FLAG_DRAW, SHORT_DRAW, TRADES, Run

ROOT = Path(__file__).parents[3]
PROGRAM = "import typer; from bot.score.command import score_command; typer.run(score_command)"
SERVER_FLAGS = '[rules]\nflag_fall = "server"\n'


def stored(
    game_id: str, record: str, rules: Rules | None = None, book: Book | BookAnswer | None = None
) -> StoredReport:
    report = report_on(game_id, record, rules or Rules(), book or embedded_book())
    assert isinstance(report, StoredReport)
    return report


class Club:
    """A folder with a configuration and a store."""

    def __init__(self, folder: Path) -> None:
        self.config = folder / "config.toml"
        self.store = folder / "unruh.sqlite"
        self.set("")

    def set(self, text: str) -> None:
        self.config.write_text(text, encoding="utf-8")

    def keep(self, reports: Mapping[str, StoredReport]) -> None:
        async def keep() -> None:
            async with open_store(str(self.store), ManualClock()) as store:
                for game_id, report in reports.items():
                    store.report(game_id, 1, report)

        asyncio.run(keep())

    def reports(self) -> list[tuple[str, int, str]]:
        """Game, number and report line of all reports."""
        with closing(sqlite3.connect(self.store)) as database:
            rows = database.execute("SELECT game_id, number, report FROM reports ORDER BY game_id, number")
            return rows.fetchall()


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club(tmp_path)
    records = {"flagdraw": FLAG_DRAW, "shortdrw": SHORT_DRAW, "trades01": TRADES, "chess960": CHESS960}
    club.keep({game_id: stored(game_id, record) for game_id, record in records.items()})
    return club


@pytest.fixture
def again(run: Run, club: Club) -> Callable[..., Any]:
    return lambda *options: run("--from-store", "--config", club.config, *options)


def test_a_stored_report_is_what_the_command_says(run: Run, pgn: Callable[..., Path]) -> None:
    path = pgn(TRADES, "trades01.pgn")
    told = json.loads(run(path, "--json").stdout)
    report = stored("trades01", TRADES)
    assert json.loads(report.report) == told | {"file": "trades01.pgn"}
    assert (report.rules_version, report.record) == (told["rules"]["version"], TRADES)
    assert json.loads(report.options) == Rules().as_dict()


@pytest.mark.parametrize("record", ["", "\x00", "\ud800", BROKEN, "hello", "[" * 9_999])
def test_a_record_that_cannot_be_scored_is_a_problem(record: str) -> None:
    assert isinstance(report_on("abcdefgh", record, Rules()), PgnProblem)


def test_nothing_differs(again: Run, club: Club) -> None:
    before = club.reports()
    result = again("--yes")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "unruh: 0 of 4 reports differ\n")
    assert club.reports() == before


def test_differences_are_listed_and_nothing_is_replaced(again: Run, club: Club) -> None:
    before = club.reports()
    club.set(SERVER_FLAGS)
    result = again()
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        "chess960  ? – ?",
        "flagdraw  Flagged – King only",
        "shortdrw  Alice – Bob",
        'trades01  Zoë {x} "y" – =1+1',
    ]
    start = lines.index("flagdraw  Flagged – King only")
    assert lines[start + 1 : start + 7] == [
        "    result 1/2-1/2 → 0-1",
        "    points 0.21 – 0.31 → 0.00 – 1.00",
        "    no longer: -0.24 Short draw: only 1 of 25 moves since the book",
        "    now: White -0.50 Loss: the stake goes to the winner",
        "    now: Black +0.50 Win: the stake is received from the loser",
        "    rules: flag_fall chessmail → server",
    ]
    assert lines.count("    rules: flag_fall chessmail → server") == 4
    assert result.stderr.splitlines() == [
        "unruh: 4 of 4 reports differ; 1 in result, points or entries, 3 in rules, book or wording",
        "unruh: there is no terminal to ask at; --yes replaces without a question",
        "unruh: nothing was replaced",
    ]
    assert club.reports() == before


def test_yes_adds_new_reports_and_keeps_the_old_ones(again: Run, club: Club) -> None:
    before = club.reports()
    club.set(SERVER_FLAGS)
    result = again("--yes")
    assert result.exit_code == 0
    assert result.stderr.endswith("unruh: 4 replaced\n")
    after = club.reports()
    assert [row for row in after if row[1] == 1] == before
    assert [row for row in after if row[1] == 2] == [
        (game_id, 2, stored(game_id, record, Rules(flag_fall="server")).report)
        for game_id, record in [
            ("chess960", CHESS960),
            ("flagdraw", FLAG_DRAW),
            ("shortdrw", SHORT_DRAW),
            ("trades01", TRADES),
        ]
    ]
    assert again("--yes").stderr == "unruh: 0 of 4 reports differ\n"
    club.set("")
    assert again("--yes").stderr.endswith("unruh: 4 replaced\n")
    assert [(game_id, number) for game_id, number, _ in club.reports()] == [
        (game_id, number) for game_id in ("chess960", "flagdraw", "shortdrw", "trades01") for number in (1, 2, 3)
    ]


def test_json(again: Run, club: Club) -> None:
    club.set(SERVER_FLAGS)
    lines = [json.loads(line) for line in again("--json").stdout.splitlines()]
    flag = lines[1]
    assert (flag["game"], flag["white"], flag["black"], flag["matters"]) == ("flagdraw", "Flagged", "King only", True)
    assert flag["result"] == {"before": "1/2-1/2", "after": "0-1"}
    assert flag["points"]["before"]["white"] == {"decimal": "0.21", "exact": "21/100"}
    assert flag["rules"]["after"]["flag_fall"] == "server"
    assert [entry["rule"] for entry in flag["gone"]] == ["short_draw"]
    assert [entry["rule"] for entry in flag["new"]] == ["transfer", "transfer"]
    assert [(line["matters"], line["gone"], line["new"]) for line in lines[2:]] == [(False, [], [])] * 2


def test_german(again: Run, club: Club) -> None:
    club.set(SERVER_FLAGS)
    output = again("--lang", "de").stdout
    for words in ("    Ergebnis 1/2-1/2 → 0-1", "    Punkte 0,", "    nicht mehr: ", "    Regeln: flag_fall"):
        assert words in output


def test_another_version_of_the_rules_alone(again: Run, club: Club) -> None:
    old = stored("shortdrw", SHORT_DRAW)
    line = old.report.replace('"version":"2026.1"', '"version":"2025.9"')
    club.keep({"shortdrw": dataclasses.replace(old, rules_version="2025.9", report=line)})
    result = again()
    assert result.stdout == "shortdrw  Alice – Bob\n    rules: version 2025.9 → 2026.1\n"
    assert "0 in result, points or entries, 1 in rules, book or wording" in result.stderr


def test_another_wording_alone(again: Run, club: Club) -> None:
    old = stored("shortdrw", SHORT_DRAW)
    club.keep({"shortdrw": dataclasses.replace(old, report=old.report.replace("Short draw", "Quick draw"))})
    assert again().stdout == "shortdrw  Alice – Bob\n    nothing but wording and details\n"


def test_another_entry(again: Run, club: Club) -> None:
    old = stored("shortdrw", SHORT_DRAW)
    club.keep({"shortdrw": dataclasses.replace(old, report=old.report.replace('"missing":25', '"missing":99'))})
    assert again().stdout.splitlines()[1:] == [
        "    no longer: -0.25 Short draw: only 0 of 25 moves since the book",
        "    now: -0.25 Short draw: only 0 of 25 moves since the book",
    ]


@pytest.mark.parametrize("line", ["", "{", "[]", '{"entries":7}', "\ud800", '{"white":{"name":"\x1b[31m"}}'])
def test_an_old_report_that_cannot_be_read_is_replaced(again: Run, club: Club, line: str) -> None:
    club.keep({"shortdrw": dataclasses.replace(stored("shortdrw", SHORT_DRAW), report=line)})
    result = again("--yes")
    assert result.exit_code == 0
    assert "    result ? → 1/2-1/2\n" in result.stdout
    assert club.reports()[-2][2] == stored("shortdrw", SHORT_DRAW).report


def test_names_cannot_control_the_terminal(again: Run, club: Club) -> None:
    record = SHORT_DRAW.replace("Alice", "\x1b[31mAlice\u202e")
    club.keep({"hostile1": dataclasses.replace(stored("hostile1", record), report="")})
    assert "hostile1  �[31mAlice� – Bob" in again().stdout


def test_a_record_that_cannot_be_scored_is_named_and_stays(again: Run, club: Club) -> None:
    club.keep({"broken01": dataclasses.replace(stored("shortdrw", SHORT_DRAW), record=BROKEN)})
    before = club.reports()
    result = again("--yes")
    assert (result.exit_code, club.reports()) == (1, before)
    assert result.stderr.splitlines() == [
        "unruh: broken01.pgn: game 1: the move 1. e5 is not legal",
        "unruh: 0 of 5 reports differ; 1 cannot be made anew",
    ]


def test_a_report_that_changed_after_the_list_is_left_alone(
    again: Run, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = recompute._replace_reports

    async def changed_before(work: recompute.Recomputation, numbers: Mapping[str, int]) -> int:
        async with open_store(str(club.store), ManualClock()) as store:
            store.report("shortdrw", 2, stored("shortdrw", SHORT_DRAW, Rules("spirit")))
        return await replace(work, numbers)

    monkeypatch.setattr(recompute, "_replace_reports", changed_before)
    club.set(SERVER_FLAGS)
    result = again("--yes")
    assert result.exit_code == 1
    assert result.stderr.endswith("unruh: 3 replaced\n")
    assert [number for game_id, number, _ in club.reports() if game_id == "shortdrw"] == [1, 2]


def test_many_games(again: Run, club: Club) -> None:
    club.keep({f"game{number:04}": stored(f"game{number:04}", SHORT_DRAW) for number in range(250)})
    club.set(SERVER_FLAGS)
    assert again("--yes").stderr.endswith("unruh: 254 replaced\n")
    assert len(club.reports()) == 508


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(("answer", "status", "numbers"), [("y", 0, 2), ("n", 1, 1), ("", 1, 1)])
def test_the_question(club: Club, answer: str, status: int, numbers: int) -> None:
    club.set(SERVER_FLAGS)
    command = [sys.executable, "-c", PROGRAM, "--from-store", "--config", str(club.config)]
    terminal, inside = os.openpty()
    with subprocess.Popen(
        command, stdin=inside, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True
    ) as process:
        os.close(inside)
        os.write(terminal, f"{answer}\n".encode())
        _, said = process.communicate(timeout=60)
        os.close(terminal)
    assert "unruh: replace them? What was said before is kept [y/N] " in said
    assert process.returncode == status
    assert len(club.reports()) == 4 * numbers


@pytest.mark.skipif(sys.platform == "win32", reason="pipes differ")
def test_a_reader_that_goes_away_is_no_error(club: Club) -> None:
    club.set(SERVER_FLAGS)
    club.keep({f"game{number:04}": stored(f"game{number:04}", FLAG_DRAW) for number in range(150)})
    command = [sys.executable, "-c", PROGRAM, "--from-store", "--config", str(club.config), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


# --- what cannot be done


def refused(run: Run, *arguments: str | Path) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_what_does_not_go_together(run: Run, club: Club) -> None:
    both = ("--from-store", "--config", club.config)
    for options, name in [
        (["--preset", "letter"], "--preset"),
        (["--csv"], "--csv"),
        (["--output", "x"], "--output"),
        (["x.pgn"], "FILES"),
        (["--workers", "1"], "--workers"),
    ]:
        assert f"{name} cannot be used with --from-store" in refused(run, *both, *options)
    assert refused(run, "--from-store").startswith("unruh: --from-store needs --config")
    assert refused(run) == "unruh: name PGN files, or - for standard input\n"
    assert refused(run, "x.pgn", "--yes") == "unruh: --yes is only for --from-store\n"
    assert refused(run, "x.pgn", "--config", "x") == "unruh: --config is only for --from-store\n"


def test_places_without_reports(run: Run, tmp_path: Path) -> None:
    club = Club(tmp_path)
    options = ("--from-store", "--config", club.config)
    assert refused(run, *options) == f"unruh: there is no store {club.store} yet\n"
    assert not club.store.exists()
    club.set('[store]\nurl = ""')
    assert refused(run, *options) == f"unruh: {club.config} keeps no store; name one with store.url\n"
    club.set("[store]\nurls = 1")
    assert 'unknown key "store.urls"' in refused(run, *options)
    club.set('[store]\nurl = "postgresql://u:s3cret@127.0.0.1:1/club"')
    assert refused(run, *options).endswith("127.0.0.1/club cannot be opened: the server cannot be reached\n")
    club.set("")
    club.store.write_bytes(b"x" * 5_000)
    assert "the file is not a database" in refused(run, *options)


def test_a_locked_store(again: Run, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.engine.BUSY_S", 0.0)
    club.set(SERVER_FLAGS)
    with closing(sqlite3.connect(club.store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        result = again("--yes")
    assert result.exit_code == 2
    assert result.stderr.endswith(f"unruh: the store {club.store} cannot be used: another program has locked it\n")
    assert len(club.reports()) == 4


def test_help_tells_of_it(run: Run) -> None:
    output = run("--help").stdout
    for word in ("--from-store", "--config", "--yes", "Exit status: 0 all reports are up to date"):
        assert word in output
