"""Pages that others can reach, and who may control."""

from pathlib import Path

import pytest

from bot.doctor.access import look_at_access
from bot.tokens.change import make
from bot.tokens.file import FILE
from tests.bot.doctor.conftest import look, told


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_on_this_computer_there_is_nothing_to_say(tmp_path: Path, host: str) -> None:
    assert look_at_access(host, tmp_path) is None


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.7", "unruh.example"])
def test_pages_for_others_without_a_control_token(tmp_path: Path, host: str) -> None:
    make(tmp_path / FILE, "viewer", "host", None, "")
    finding = look_at_access(host, tmp_path)
    assert finding is not None
    assert finding.verdict == "note"
    assert "answers on this computer only" in finding.text
    assert "unruh token new control NAME" in finding.advice
    make(tmp_path / FILE, "control", "dock", None, "")
    finding = look_at_access(host, tmp_path)
    assert finding is not None
    assert finding.verdict == "good"


def test_tokens_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{")
    finding = look_at_access("127.0.0.1", tmp_path)
    assert finding is not None
    assert finding.verdict == "bad"
    assert "is not a file of tokens" in finding.text


async def test_the_doctor_says_so(tmp_path: Path, free_port: int) -> None:
    text = (
        f"lichess.base_url = 'http://127.0.0.1:9'\nshow = {{host = '0.0.0.0', port = {free_port}}}\nfollow.mine = true"
    )
    (line,) = told(await look(text, tmp_path), "access")
    assert line.startswith("note: the pages are served on 0.0.0.0")
