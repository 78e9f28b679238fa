"""The command: one line for each finding, and an exit status."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from typer.testing import CliRunner, Result

from bot.__main__ import app
from tests.bot.doctor.conftest import TOKEN, TOKENS, names_in
from tests.bot.live import Live, running


@pytest.fixture(autouse=True)
def own_logs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The command sets logging up; other tests must not feel it."""
    monkeypatch.delenv("UNRUH_TOKEN", raising=False)
    yield
    structlog.reset_defaults()


def write(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def doctor(config: Path) -> Result:
    return CliRunner().invoke(app, ["doctor", "--config", str(config)])


async def examined(config: Path) -> Result:
    """Run the command while this loop goes on serving."""
    return await asyncio.to_thread(doctor, config)


def verdicts(result: Result) -> list[tuple[str, str]]:
    """The verdict and the subject of every line; nothing else is there."""
    assert "Traceback" not in result.output
    assert TOKEN not in result.output
    lines = result.stdout.splitlines()
    assert all(line[:6] in ("good  ", "note  ", "bad   ") for line in lines), lines
    return [(line[:4].strip(), line[6:].split(":")[0]) for line in lines]


def for_the_server(live: Live, follow: str) -> str:
    return f"[lichess]\nbase_url = '{live.url}'\n[show]\nport = 0\n[follow]\n{follow}\n"


async def test_all_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tokens=TOKENS) as live:
        monkeypatch.setenv("UNRUH_TOKEN", TOKEN)
        result = await examined(write(tmp_path, for_the_server(live, "mine = true\nbroadcast_rounds = ['round123']")))
        assert live.simulator.violations == []
    subjects = ["configuration", "follow", "book", "pages", "server", "token", "store"]
    assert verdicts(result) == [("good", subject) for subject in subjects]
    assert result.exit_code == 0
    assert "own games, 1 in broadcast rounds" in result.stdout
    assert names_in(tmp_path) == ["config.toml"]


async def test_a_wrong_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tokens={}) as live:
        monkeypatch.setenv("UNRUH_TOKEN", TOKEN)
        result = await examined(write(tmp_path, for_the_server(live, "mine = true")))
    assert [subject for verdict, subject in verdicts(result) if verdict == "bad"] == ["token"]
    assert result.exit_code == 1


def test_a_machine_that_only_shows_needs_no_token(tmp_path: Path, free_port: int) -> None:
    text = "[lichess]\ntoken_file = 'of-the-bot.txt'\n[show]\nport = 0\n"
    bus = f"[bus]\nurl = 'redis://127.0.0.1:{free_port}/0'\n"
    assert verdicts(doctor(write(tmp_path, text + bus)))[0] == ("good", "configuration")
    result = doctor(write(tmp_path, text + bus + "[follow]\nusers = ['Amsel']\n"))
    assert verdicts(result) == [("bad", "configuration")]
    assert "of-the-bot.txt cannot be read; check lichess.token_file" in result.stdout


async def test_notes_alone_are_no_failure(tmp_path: Path) -> None:
    async with running() as live:
        result = await examined(write(tmp_path, for_the_server(live, "pgn = ['round.pgn']") + "[store]\nurl = ''"))
    assert [subject for verdict, subject in verdicts(result) if verdict == "note"] == ["follow", "store"]
    assert result.exit_code == 0


def test_nothing_to_follow_and_no_server(tmp_path: Path, free_port: int) -> None:
    text = f"[lichess]\nbase_url = 'http://127.0.0.1:{free_port}'\n[show]\nport = 0"
    result = doctor(write(tmp_path, text))
    assert [subject for verdict, subject in verdicts(result) if verdict == "bad"] == ["follow", "server"]
    assert "nothing is named; name something in the section [follow]; its keys are games, mine, users," in result.stdout
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[show]\nprot = 1", 'unknown key "show.prot": did you mean "port"?'),
        ("[follow", "not valid TOML"),
        ("[lichess]\ntoken_file = 'nowhere'", "cannot be read; check lichess.token_file"),
    ],
)
def test_a_configuration_that_cannot_be_used(tmp_path: Path, text: str, told: str) -> None:
    result = doctor(write(tmp_path, text))
    assert verdicts(result) == [("bad", "configuration")]
    assert told in result.stdout
    assert result.exit_code == 1


def test_no_configuration(tmp_path: Path) -> None:
    assert verdicts(doctor(tmp_path / "nowhere.toml")) == [("bad", "configuration")]


async def test_what_others_say_stays_on_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a token's owner comes from the server; this one would draw on the terminal."""
    async with running(tokens={TOKEN: "amsel\n\x1b[31mbad  [bold]x"}) as live:
        monkeypatch.setenv("UNRUH_TOKEN", TOKEN)
        result = await examined(write(tmp_path, for_the_server(live, "mine = true")))
    assert ("good", "token") in verdicts(result)
    assert "amsel  [31mbad  [bold]x" in result.stdout
    assert "\x1b" not in result.output


@pytest.mark.parametrize(
    ("section", "verdict", "told"),
    [
        ("", "good", "GNU Chess"),
        ("embedded = false\nfiles = ['missing.book']", "bad", "missing.book cannot be read"),
        ("embedded = false\nonline = 'masters'", "bad", "explorer.lichess.org/masters answers, but "),
    ],
)
def test_which_book_answers(tmp_path: Path, free_port: int, section: str, verdict: str, told: str) -> None:
    server = f"[lichess]\nbase_url = 'http://127.0.0.1:{free_port}'\n[show]\nport = 0\n"
    result = doctor(write(tmp_path, f"{server}[book]\n{section}\n"))
    assert (verdict, "book") in verdicts(result)
    assert told in result.stdout
