"""The command: one sentence for every mistake, and a quick end."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
import structlog
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.config import WAYS, LichessSection, parse_config
from bot.lichess.simulator import Script, TimeControl
from tests.bot.command_line import ROOT, address, names_in, posix_only, started, written
from tests.bot.live import running

SIGNALS = [signal.SIGINT, *([signal.SIGTERM] if os.name == "posix" else [])]


@pytest.fixture(autouse=True)
def own_logs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The command sets logging up; other tests must not feel it."""
    monkeypatch.delenv("UNRUH_TOKEN", raising=False)
    yield
    structlog.reset_defaults()


def unruh(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(app, arguments)


def one_sentence(result: Result) -> str:
    """What the user is told: one line on standard error, exit status 2, no traceback."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    (line,) = result.stderr.splitlines()
    assert line.startswith("unruh: ")
    return line


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_the_help_lists_the_commands(arguments: list[str]) -> None:
    text = unruh(*arguments).output
    for command in ("demo", "run", "rehearse", "doctor", "score", "token"):
        assert re.search(rf"\b{command}\s+\w", text)
    words = " ".join(text.split()).replace("│", "")
    assert "Start with: unruh demo" in words
    assert "copy config.example.toml to config.toml" in words
    assert "unruh run --config config.toml" in words


@pytest.mark.parametrize("command", ["demo", "run", "rehearse", "doctor", "score"])
def test_every_command_has_help(command: str) -> None:
    result = unruh(command, "--help")
    assert result.exit_code == 0
    assert "--help" in result.output


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[show]\nprot = 1", 'unknown key "show.prot": did you mean "port"?'),
        ("[show]\nport = 'x'", "show.port: must be a valid integer, not 'x'"),
        ("[show", "not valid TOML: "),
        ("", f"names nothing to follow; {WAYS}"),
        ("[follow]\nmine = false", f"names nothing to follow; {WAYS}"),
        ("[lichess]\ntoken_file = 'nowhere'", "nowhere cannot be read; check lichess.token_file"),
    ],
)
def test_a_configuration_that_cannot_be_used(tmp_path: Path, text: str, told: str) -> None:
    assert told in one_sentence(unruh("run", "--config", written(tmp_path, text)))


def test_a_program_that_only_shows_needs_no_token(tmp_path: Path) -> None:
    text = "[lichess]\ntoken_file = 'nowhere'\n[bus]\nurl = 'redis://127.0.0.1:1/0'"
    assert "the bus at 127.0.0.1:1 cannot be reached" in one_sentence(
        unruh("overlay", "--config", written(tmp_path, text))
    )


def test_the_line_in_the_help_is_a_configuration() -> None:
    words = " ".join(unruh("run", "--help").output.split())
    (line,) = re.findall(r"makes a configuration: (\S+ = \[.+?\])", words)
    assert parse_config(line).follow.users == ["Amsel"]


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (
            "nowhere/unruh.sqlite",
            "nowhere/unruh.sqlite cannot be opened: the file cannot be opened; check that its folder",
        ),
        ("config.toml", "config.toml cannot be opened: the file is not a database"),
        (
            "postgresql://u:s3cret@127.0.0.1:1/club",
            "the store 127.0.0.1/club cannot be opened: the server cannot be reached",
        ),
        ("postgresql://u:s3cret@127.0.0.1", "the URL of the store cannot be read"),
    ],
)
def test_a_store_that_cannot_be_opened(tmp_path: Path, url: str, told: str) -> None:
    config = written(tmp_path, f"[follow]\ngames = ['abcdefgh']\n[show]\nport = 0\n[store]\nurl = '{url}'")
    sentence = one_sentence(unruh("run", "--config", config))
    assert told in sentence
    assert "s3cret" not in sentence


def test_a_book_that_cannot_be_opened(tmp_path: Path) -> None:
    config = written(tmp_path, "[follow]\ngames = ['abcdefgh']\n[show]\nport = 0\n[book]\nfiles = ['my.book']")
    assert "my.book cannot be read" in one_sentence(unruh("run", "--config", config))


def test_scoring_files_does_not_load_the_store() -> None:
    loaded = "import sys, bot.__main__; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded], cwd=ROOT).returncode == 0


def test_no_configuration(tmp_path: Path) -> None:
    assert "nowhere.toml cannot be read: " in one_sentence(unruh("run", "--config", str(tmp_path / "nowhere.toml")))
    assert unruh("run").exit_code == 2


def test_a_bad_token_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("lip_s3cret with words")
    told = one_sentence(unruh("run", "--config", written(tmp_path, "[lichess]\ntoken_file = 'token'")))
    assert "is not a token" in told
    assert "s3cret" not in told


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    """A socket that holds a port."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.settimeout(20)
        yield server


@pytest.fixture
def taken_port(taken: socket.socket) -> int:
    return int(taken.getsockname()[1])


def asked(server: socket.socket, requests: int) -> list[socket.socket]:
    """Wait for so many requests, and let them wait."""
    connections = [server.accept()[0] for _ in range(requests)]
    for connection in connections:
        connection.settimeout(20)
        assert connection.recv(1)
    return connections


def test_a_port_in_use(tmp_path: Path, taken_port: int) -> None:
    config = f"[lichess]\nbase_url = 'http://127.0.0.1:1'\n[follow]\ngames = ['abcdefgh']\n[show]\nport = {taken_port}"
    told = f"the pages cannot be served at 127.0.0.1:{taken_port}: another program uses it; choose another port"
    for arguments in (("run", "--config", written(tmp_path, config)), ("demo", "--port", str(taken_port))):
        assert told in one_sentence(unruh(*arguments))


async def test_a_refused_token_ends_the_command(tmp_path: Path) -> None:
    async with running(tokens={}) as live:
        (tmp_path / "token").write_text("lip_wrong")
        config = (
            f"[lichess]\nbase_url = '{live.url}'\ntoken_file = 'token'\n[follow]\nusers = ['amsel']\n[show]\nport = 0"
        )
        with started("run", "--config", written(tmp_path, config)) as process:
            await live.until(lambda: process.poll() is not None)
            assert process.returncode == 2
            assert process.stderr
            told = process.stderr.read()
    assert told.splitlines()[-1].startswith("unruh: the users' status: the server refuses the token (HTTP 401)")
    assert "lip_wrong" not in told
    assert "Traceback" not in told


@posix_only
@pytest.mark.parametrize("number", SIGNALS)
async def test_the_demo_ends_quickly_and_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    with started("demo", "--port", "0", folder=tmp_path) as process:
        url = address(process)
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{url}/healthz") as answer:
                assert answer.status == 200
            async with session.ws_connect(f"{url}/ws?topics=lobby") as viewer:
                while (await viewer.receive_str(timeout=20)).count('"lifecycle":"live"') < 6:
                    pass
                before_s = time.monotonic()
                process.send_signal(number)
                while (await viewer.receive(timeout=5)).type is not aiohttp.WSMsgType.CLOSE:
                    pass
        assert process.wait(5) == 0
        assert time.monotonic() - before_s < 4
        assert process.stderr
        told = process.stderr.read()
        assert told == "", told
    assert names_in(tmp_path) == set()


@posix_only
@pytest.mark.parametrize("number", SIGNALS)
def test_a_silent_server_does_not_hold_the_end_up(
    tmp_path: Path, taken: socket.socket, taken_port: int, number: signal.Signals
) -> None:
    """It takes connections and never answers; a request that waits for it must not keep the program alive."""
    server = f"[lichess]\nbase_url = 'http://127.0.0.1:{taken_port}'\n"
    config = written(tmp_path, f"{server}[follow]\nusers = ['amsel']\ngames = ['abcdefgh']\n[show]\nport = 0")
    with started("run", "--config", config) as process:
        address(process)
        waiting = asked(taken, requests=2)
        process.send_signal(number)
        assert process.wait(5) == 0
        for connection in waiting:
            connection.close()
        assert process.stderr
        told = process.stderr.read()
        assert told == "", told


async def test_a_configured_game_is_shown(tmp_path: Path) -> None:
    async with running() as live, aiohttp.ClientSession() as session:
        live.add(Script("abcdefgh", control=TimeControl(180, 2)).moves("f3 e5 g4 Qh4#").game())
        await live.clock.advance(60_000)
        config = f"[lichess]\nbase_url = '{live.url}/'\n[follow]\ngames = ['abcdefgh']\n[show]\nport = 0"
        with started("run", "--config", written(tmp_path, config)) as process:
            url = await asyncio.to_thread(address, process)
            async with session.ws_connect(f"{url}/ws?topics=game/abcdefgh") as viewer:
                while '"settled":true' not in (text := await viewer.receive_str(timeout=5)):
                    pass
    assert '"ending":"mate"' in text


def test_the_variable_of_the_token_is_the_documented_one() -> None:
    assert LichessSection().token_env == "UNRUH_TOKEN"
