"""`unruh obs setup`, against the stand-in: a plan in lines, then the doing, then nothing more to do."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.config import Config, ShowSection
from bot.config.obs import ObsSection
from bot.obs.command import obs_app
from tests.bot.obs.stand_in import StandIn

app = typer.Typer()
app.add_typer(obs_app, name="obs")


@contextmanager
def beside(obs: StandIn) -> Iterator[StandIn]:
    """The stand-in in a loop of its own, for the command brings its own."""
    ready, over = Event(), Event()

    async def serve() -> None:
        async with obs.running():
            ready.set()
            await asyncio.to_thread(over.wait)

    thread = Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert ready.wait(10)
    try:
        yield obs
    finally:
        over.set()
        thread.join()


def setup(monkeypatch: pytest.MonkeyPatch, section: ObsSection, *options: str, port: int = 8086) -> Result:
    settings = Config(obs=section, show=ShowSection(port=port))
    monkeypatch.setattr("bot.obs.command.load_config", lambda path: settings)
    monkeypatch.setenv("UNRUH_OBS_PASSWORD", "secret")
    return CliRunner().invoke(app, ["obs", "setup", "--config", "config.toml", *options])


def test_a_dry_run_then_the_doing_then_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with beside(StandIn()) as obs:
        section = ObsSection(url=obs.url, scenes=["full", "vertical"])
        dry = setup(monkeypatch, section, "--dry-run")
        assert dry.output.splitlines() == [
            'create  scene "Unruh full": with http://127.0.0.1:8086/scene/full (1920×1080)',
            'create  scene "Unruh vertical": with http://127.0.0.1:8086/scene/vertical (1080×1920)',
            "2 would be created, 0 would be updated, 0 left as they are",
        ]
        assert list(obs.scenes) == ["Scene"]
        done = setup(monkeypatch, section)
        assert done.output.splitlines()[:2] == dry.output.splitlines()[:2]
        assert done.output.endswith("\n2 created, 0 updated, 0 left as they are\n")
        assert list(obs.scenes) == ["Scene", "Unruh full", "Unruh vertical"]
        again = setup(monkeypatch, section)
        assert again.output.splitlines()[-1] == "nothing was changed"
        assert setup(monkeypatch, section, "--dry-run").output.splitlines()[-1] == "nothing would be changed"
        moved = setup(monkeypatch, section, port=9000)
        assert moved.output.splitlines()[-1] == "0 created, 2 updated, 0 left as they are"
        assert {result.exit_code for result in (dry, done, again, moved)} == {0}


@pytest.mark.parametrize(
    ("section", "port", "sentence"),
    [
        (ObsSection(), 0, "unruh: With show.port = 0 the pages have another address with every start; name a port"),
        (
            ObsSection(url="ws://192.168.0.7:4455"),
            8086,
            "unruh: OBS runs on another computer and does not find the pages at 127.0.0.1; name show.host",
        ),
        (
            ObsSection(url="ws://127.0.0.1:9"),
            8086,
            "unruh: OBS does not answer at ws://127.0.0.1:9; does it run, and is its WebSocket server switched on?",
        ),
        (ObsSection(password_file="nothing.txt"), 8086, "unruh: the password file nothing.txt cannot be read; check"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, section: ObsSection, port: int, sentence: str
) -> None:
    result = setup(monkeypatch, section, port=port)
    assert result.exit_code == 2
    assert result.output.startswith(sentence)
    assert result.output.count("\n") == 1


def test_a_page_that_cannot_be_made_leaves_no_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    with beside(StandIn(broken_kind="browser_source")) as obs:
        result = setup(monkeypatch, ObsSection(url=obs.url))
        assert result.exit_code == 2
        assert result.output.startswith("unruh: OBS refuses CreateInput (Your specified input kind is not supported")
        assert list(obs.scenes) == ["Scene"]


def test_the_password_is_never_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "password.txt").write_text("a guess\n")
    monkeypatch.chdir(tmp_path)
    with beside(StandIn()) as obs:
        result = setup(monkeypatch, ObsSection(url=obs.url, password_file="password.txt"))
    assert result.exit_code == 2
    assert "wants another password" in result.output
    assert "guess" not in result.output
