"""Logs: for people or for programs, of this program and of the libraries, without secrets, a line for every event."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.program.logs import LogForm, set_up_logs
from overlay.access.redact import keep_out_of_logs, redacted

HOSTILE = "Amsel\n12:00:00 [error    ] forged\r\x1b[2J\u2028\u202e\x85 x"
TOKEN = "uc_" + "Ab-_9" * 8


@pytest.fixture(autouse=True)
def own_logs() -> Iterator[None]:
    """The root logger and structlog are as before afterwards."""
    root = logging.getLogger()
    before, level = [*root.handlers], root.level
    yield
    root.handlers = before
    root.setLevel(level)
    structlog.reset_defaults()


def say(**fields: object) -> None:
    structlog.get_logger().warning("line not used", **fields)


def fail(log: logging.Logger | structlog.stdlib.BoundLogger, words: str) -> None:
    try:
        raise RuntimeError(words)
    except RuntimeError:
        log.exception("an error of the program")


def test_a_line_of_json_has_time_level_event_and_fields(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(verbose=False, form=LogForm.JSON)
    say(source="tv", plies=3, late=True, places=("a", {"b": 1.5}), nothing=None, error=ValueError("x"))
    logging.getLogger("aiohttp.server").warning("%s is %s", "this", "slow")
    ours, theirs = map(json.loads, capsys.readouterr().err.splitlines())
    assert list(ours)[:3] == ["timestamp", "level", "event"]
    assert ours.pop("timestamp").endswith("Z")
    assert ours == {
        "level": "warning",
        "event": "line not used",
        "source": "tv",
        "plies": 3,
        "late": True,
        "places": ["a", {"b": 1.5}],
        "nothing": None,
        "error": "x",
    }
    del theirs["timestamp"]
    assert theirs == {"level": "warning", "event": "this is slow", "logger": "aiohttp.server"}


def test_a_line_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(verbose=False)
    say(source="tv")
    logging.getLogger("alembic").error("no such table")
    ours, theirs = capsys.readouterr().err.splitlines()
    assert ours[8:].split() == ["[warning", "]", "line", "not", "used", "source=tv"]
    assert theirs[8:].split() == ["[error", "]", "no", "such", "table", "[alembic]"]


@pytest.mark.parametrize("form", LogForm)
@pytest.mark.parametrize(("verbose", "told"), [(False, 2), (True, 4)])
def test_what_is_only_information_is_for_the_curious(
    form: LogForm, verbose: bool, told: int, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs(verbose=False, form=LogForm.JSON)
    set_up_logs(verbose=verbose, form=form)  # what was set up before is gone
    for log in (structlog.get_logger(), logging.getLogger("overlay.web")):
        for say_it in (log.debug, log.info, log.warning):
            say_it("something happened")
    assert len(capsys.readouterr().err.splitlines()) == told


@pytest.mark.parametrize("form", LogForm)
def test_nobody_forges_a_line(form: LogForm, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(verbose=True, form=form)
    say(name=HOSTILE, names=[HOSTILE, {HOSTILE: HOSTILE}])
    logging.getLogger("asyncio").warning("lost %s", HOSTILE)
    fail(structlog.get_logger(), HOSTILE)
    fail(logging.getLogger("overlay.web"), HOSTILE)
    lines = capsys.readouterr().err.splitlines()
    assert all(letter.isprintable() for line in lines for letter in line)
    began = [line for line in lines if not line.startswith("    ")]
    assert len(began) == 4
    assert sum("forged" in line for line in began) == (2 if form is LogForm.TEXT else 4)
    assert form is LogForm.JSON or sum("RuntimeError: Amsel" in line for line in lines) == 2


def test_a_traceback_is_one_field(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(verbose=False, form=LogForm.JSON)
    keep_out_of_logs()  # which makes a text of the traceback
    for log in (structlog.get_logger(), logging.getLogger("asyncio"), logging.getLogger("aiohttp.server")):
        fail(log, "what went wrong")
    for line in capsys.readouterr().err.splitlines():
        told = json.loads(line)
        assert told["event"] == "an error of the program"
        assert told["exception"].startswith("Traceback")
        assert told["exception"].endswith("RuntimeError: what went wrong")
        assert "exc_info" not in told


@pytest.mark.parametrize("form", LogForm)
@pytest.mark.parametrize(
    ("secret", "text"),
    [
        (TOKEN, f"GET /?token={TOKEN} HTTP/1.1"),
        (TOKEN[5:], TOKEN.replace("_", "%5F", 1)),
        ("lip_Ab9", "lip_Ab9cdEfGhIjKlMnOpQrS"),
        ("pass:word", "redis://unruh:pass:word@127.0.0.1:6379/0 does not answer"),
        ("pass", "postgresql+asyncpg://unruh:p@pass:word@db/unruh"),
        ("abc.def", "Authorization: Bearer abc.def"),
    ],
)
def test_no_line_holds_a_secret(secret: str, text: str, form: LogForm, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(verbose=False, form=form)
    say(where=text, deep={"in": [text]}, error=OSError(text))
    structlog.get_logger().warning(text)
    logging.getLogger("asyncio").warning("%s", text)
    fail(structlog.get_logger(), text)
    fail(logging.getLogger("overlay.web"), text)
    told = capsys.readouterr().err
    assert "…" in told or "\\u2026" in told
    assert secret not in told


@pytest.mark.parametrize("text", [TOKEN, f"a {TOKEN}, b", TOKEN.replace("_", "%5F", 1), f"x{TOKEN}", f"ucp{TOKEN[2:]}"])
def test_what_pages_take_out_logs_take_out_too(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(verbose=False)
    say(text=text)
    assert redacted(text) in capsys.readouterr().err


def test_the_store_does_not_tell_that_all_is_as_usual(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(verbose=True)
    logging.getLogger("alembic.runtime.migration").info("Context impl SQLiteImpl.")
    assert capsys.readouterr().err == ""
