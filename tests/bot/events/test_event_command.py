"""The command `unruh event`: from PGN files, and from a store."""

import asyncio
import json
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest

from bot.__main__ import main
from bot.book.offline import EMBEDDED, open_books
from bot.clock import RealClock
from bot.config import parse_config
from bot.events.commands.formats import Format
from bot.events.from_pgn import event_from_pgn
from bot.events.keeping.facts import Attributed
from bot.events.keeping.keeper import Keeper
from bot.events.model import Setup
from bot.events.table import table
from bot.events.terms import Terms
from bot.score.files import sources
from bot.score.record import report_on
from bot.store import StoredReport, open_store
from scoring import Rules

CONFIG = """
[[events]]
id = "club"
kind = "match"
players = ["Amsel", "Birke"]
"""


def pgn(game_id: str, result: str = "1-0", white: str = "Amsel", black: str = "Birke", clock: str = "180+2") -> str:
    """A game of Lichess."""
    tags = {
        "Event": "A game", "Site": f"https://lichess.org/{game_id}", "White": white, "Black": black,
        "Result": result, "UTCDate": "2026.12.01", "UTCTime": f"19:00:{game_id[-2:]}", "TimeControl": clock,
    }  # fmt: skip
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n1. e4 e5 2. Nf3 Nc6 {result}\n\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, output and errors."""
    with pytest.raises(SystemExit) as end:
        main(["event", *arguments])
    captured = capsys.readouterr()
    assert isinstance(end.value.code, int)
    return end.value.code, captured.out, captured.err


def test_a_real_broadcast_as_a_round_robin(shared: Path) -> None:
    path = shared / "games" / "real" / "broadcast-45-games-eval-clock.pgn"
    setup = Setup("cup", "Cup", "round_robin", Rules())
    read = event_from_pgn(sources([str(path)]), setup, Terms("round_robin"), open_books(EMBEDDED))
    assert (len(read.event.games), read.unplaced, read.problems) == (45, (), ())
    assert {(game.round, game.board) for game in read.event.games} == {(n // 5 + 1, n % 5 + 1) for n in range(45)}
    results: dict[str, Fraction] = {}
    lines = path.read_text(encoding="utf-8").splitlines()
    told = [line.split('"')[1] for line in lines if line.startswith(("[White ", "[Black ", "[Result "))]
    for white, black, result in zip(told[::3], told[1::3], told[2::3], strict=True):
        scores = {"1-0": ("1", "0"), "0-1": ("0", "1")}.get(result, ("1/2", "1/2"))
        for player, score in zip((white, black), scores, strict=True):
            results[player] = results.get(player, Fraction(0)) + Fraction(score)
    rows = table(read.event)
    assert {row.entrant.name: row.classical for row in rows} == results
    assert [row.games for row in rows] == [9] * 10


def test_a_report_names_what_does_not_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.pgn"
    games = [pgn("game0001"), pgn("game0001", "0-1"), pgn("game0002", "1/2-1/2", "birke", "AMSEL"), pgn("game0003")]
    path.write_text("".join(games) + '[White "Amsel"]\n\n1. e5 *\n')
    status, out, _ = run(capsys, "report", str(path), "--meetings", "2", "--what-if", "classical")
    assert status == 1
    assert "there is another game with the id game0001" in out
    assert "it is game 3 of two players who meet 2 times" in out
    assert "As it is, and classical" in out
    assert "e5" in out.split("for the arbiter")[1]


def test_a_match_from_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.pgn"
    path.write_text("".join(pgn(f"game000{number}") for number in range(1, 4)))
    status, out, _ = run(capsys, "report", str(path), "--kind", "match", "--match-games", "2")
    assert status == 1
    assert "it is game 3 of a match of 2" in out
    assert "Match to 1.01" in out


@pytest.mark.parametrize("form", get_args(Format))
def test_exports(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, output = tmp_path / "games.pgn", tmp_path / "out"
    path.write_text(pgn("game0001"))
    status, _, err = run(capsys, "export", str(path), "--format", form, "-o", str(output))
    assert (status, output.stat().st_size > 100) == (0, True), err
    status, _, err = run(capsys, "export", str(path), "--format", form, "-o", str(path))
    assert status == 2
    assert "cannot be the output as well" in err


def test_a_new_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[show]\nport = 1234\n")
    made = "new", "club", "--kind", "team_match", "--team", "Woods: Amsel, Birke", "--team", "Meadows: Cedern"
    times = "--from", "2026-12-01T19:00:00", "--time-zone", "Europe/Berlin", "--prize", "1/2"
    status, out, _ = run(capsys, *made, *times)
    (section,) = parse_config(out).events
    assert (status, section.everybody, section.prizes) == (0, ["Amsel", "Birke", "Cedern"], ["1/2"])
    assert run(capsys, *made, "-o", str(path))[0] == 0
    assert [event.id for event in parse_config(path.read_text()).events] == ["club"]
    assert run(capsys, *made, "-o", str(path))[2].startswith("unruh: events: each must have an id of its own")
    assert "must name what it is made of" in run(capsys, "new", "club", "--kind", "arena")[2]
    assert len(parse_config(path.read_text()).events) == 1


def kept(folder: Path) -> Path:
    """A configuration whose store has a match of two games."""
    config = folder / "config.toml"
    config.write_text(CONFIG)

    async def keep() -> None:
        async with open_store(str(folder / "unruh.sqlite"), RealClock()) as store:
            keeper = Keeper(store)
            await keeper.keep_setup(Setup("club", "Club", "match", Rules()), 1)
            for number in (1, 2):
                report = report_on(f"game000{number}", pgn(f"game000{number}"), Rules())
                assert isinstance(report, StoredReport)
                store.report(f"game000{number}", 1, report)
            games = [Attributed(f"game000{n}", 1, n, n, None, "Amsel", "Birke") for n in (1, 2)]
            await keeper.keep_games("club", games)

    asyncio.run(keep())
    return config


def test_an_arbiter_corrects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = kept(tmp_path)
    asked = ["correct", "--config", str(config), "--who", "Arbiter", "--why", "a slip", "--result", "game0002=0-1"]
    status, out, err = run(capsys, *asked)
    assert (status, "nothing is changed yet" in err) == (1, True)
    assert "Amsel: " in out
    assert "a slip" not in run(capsys, "report", str(config))[1]
    assert run(capsys, *asked, "--yes")[0] == 0
    report = run(capsys, "report", str(config))[1]
    assert "a slip" in report
    assert "0-1 *" in report
    status, _, err = run(capsys, *asked[:-1], "game0009=0-1", "--yes")
    assert (status, "there is no game game0009" in err) == (2, True)
    assert "must look like GAME=1-0" in run(capsys, *asked[:-1], "game0002")[2]
    assert "ask for one correction" in run(capsys, *asked[:-2])[2]
    assert run(capsys, *asked[:-2], "--undo", "1", "--yes")[0] == 0
    assert "0-1 *" not in run(capsys, "report", str(config))[1]


def test_backup_restore_and_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, backup, exported = kept(tmp_path), tmp_path / "club.backup", tmp_path / "club.json"
    assert run(capsys, "backup", "--config", str(config), "-o", str(backup))[0] == 0
    assert run(capsys, "restore", str(backup), "--config", str(config))[0] == 0  # it is there as it was
    exclude = ["correct", "--config", str(config), "--who", "Arbiter", "--why", "a test", "--exclude", "game0001"]
    assert run(capsys, *exclude, "--yes")[0] == 0
    assert run(capsys, "restore", str(backup), "--config", str(config))[0] == 2  # it has changed since
    assert run(capsys, "restore", str(backup), "--config", str(config), "--overwrite")[0] == 0
    assert "2 games" in run(capsys, "list", "--config", str(config))[1]
    assert run(capsys, "export", str(config), "--format", "json", "-o", str(exported))[0] == 0
    assert json.loads(exported.read_text(encoding="utf-8"))


MISTAKES = [
    (["report", "nothing.pgn"], "nothing.pgn cannot be read"),
    (["report", "config.toml", "--event", "cub"], "there is no event cub; there are club"),
    (["report", "config.toml"], "there is no store"),
    (["report", "games.pgn", "--rules", "preset=lettre"], "preset = 'lettre' does not exist"),
    (["report", "games.pgn", "--what-if", "flagfall=fide"], 'unknown rule "flagfall": did you mean "flag_fall"?'),
    (["report", "games.pgn", "--tie-break", "toss"], "there is no tie-break toss; choose of classical"),
    (["list", "--config", "empty.toml"], "names no event"),
]


@pytest.mark.parametrize(("arguments", "sentence"), MISTAKES)
def test_mistakes(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("config.toml").write_text(CONFIG)
    Path("empty.toml").write_text("")
    Path("games.pgn").write_text(pgn("game0001"))
    status, _, err = run(capsys, *arguments)
    assert (status, err.count("\n")) == (2, 1)
    assert sentence in err


@pytest.mark.parametrize("form", ["json", "xlsx", "csv-games"])
def test_what_was_exported_is_read_again_with_the_same_table(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, exported = tmp_path / "evening.pgn", tmp_path / f"evening.{form.partition('-')[0]}"
    path.write_text(pgn("game0001") + pgn("game0002", "1/2-1/2", "Birke", "Amsel"))
    options = ("--meetings", "2", "--tie-break", "wins")
    assert run(capsys, "export", str(path), "--format", form, "-o", str(exported), *options)[0] == 0
    _, before, _ = run(capsys, "report", str(path), *options)
    status, after, errors = run(capsys, "report", str(exported), "--tie-break", "wins")
    assert (status, errors) == (0, "")
    standings = [line for line in before.splitlines() if line.split()[:2] in (["1", "Amsel"], ["2", "Birke"])]
    assert len(standings) >= 2
    assert all(line in after for line in standings)


@pytest.mark.parametrize("name", ["event.json", "event.xlsx", "event.csv"])
def test_a_file_that_is_no_export_is_named_in_one_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text("{")
    for path in (tmp_path / name, tmp_path / "missing" / name):
        status, _, errors = run(capsys, "report", str(path))
        assert (status, len(errors.splitlines())) == (2, 1)
        assert str(path) in errors
