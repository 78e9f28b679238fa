"""Tokens in their file: what stands in it, and what a running program makes of every change."""

import json
import os
import re
from pathlib import Path

import pytest
import structlog

from bot.tokens.change import Made, make, revoke
from bot.tokens.file import FILE, ControlRole, Token, TokensError, read_tokens
from bot.tokens.kept import KeptTokens
from tests.bot.command_line import posix_only

TODAY = "2026-11-30"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / FILE


def control(path: Path, name: str = "dock") -> Made:
    return make(path, "control", name, None, TODAY)


def viewer(path: Path, name: str = "host", delay_s: int | None = None) -> Made:
    return make(path, "viewer", name, delay_s, TODAY)


def test_a_token_is_found_by_itself_and_by_its_cookie(path: Path) -> None:
    first, second = control(path), viewer(path, delay_s=30)
    kept = KeptTokens(path)
    for made in (first, second):
        assert kept.find(made.secret) == made.token
        assert kept.find(kept.cookie(made.secret)) == made.token
    assert (first.secret[:3], second.secret[:3]) == ("uc_", "uv_")
    assert second.token.delay_s == 30


def test_two_tokens_are_never_alike(path: Path) -> None:
    assert len({viewer(path).secret for _ in range(50)}) == 50


@pytest.mark.parametrize(
    "change", ["", "x", "uv", "uc", "cut", "cookie of a cookie", "hash", "\ud800", "uc_" + "a" * 9999]
)
def test_nothing_else_is_found(path: Path, change: str) -> None:
    secret = viewer(path).secret
    kept = KeptTokens(path)
    wrong = {
        "x": f"{secret}x",
        "uv": "uv_",
        "uc": f"uc{secret[2:]}",
        "cut": secret[:-1],
        "cookie of a cookie": kept.cookie(kept.cookie(secret)),
        "hash": read_tokens(path)[0].hash,
    }.get(change, change)
    assert kept.find(wrong) is None


def test_the_cookie_of_a_kind_is_no_cookie_of_the_other(path: Path) -> None:
    kept = KeptTokens(path)
    cookie = kept.cookie(viewer(path).secret)
    assert cookie.startswith("uvp_")
    assert kept.find(f"ucp_{cookie[4:]}") is None


def test_the_file_holds_neither_token_nor_cookie(path: Path) -> None:
    secret = control(path).secret
    text = path.read_text()
    assert secret[3:] not in text
    assert KeptTokens(path).cookie(secret)[4:] not in text
    (token,) = json.loads(text)["tokens"]
    assert token.keys() == {"kind", "name", "delay_s", "made", "hash"}
    assert re.fullmatch(r"[\w-]{43}", token["hash"])


@posix_only
def test_only_the_owner_may_read_the_file(path: Path) -> None:
    before = os.umask(0)
    try:
        control(path)
        path.chmod(0o644)
        control(path)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == [FILE]


def test_a_running_program_follows_every_change(path: Path) -> None:
    kept = KeptTokens(path)
    assert not kept.any_control
    old = control(path)
    assert kept.any_control
    assert kept.find(old.secret)
    new = control(path)
    assert new.replaces
    assert not old.replaces
    assert kept.find(old.secret) is None
    assert kept.find(kept.cookie(old.secret)) is None
    assert kept.find(new.secret)
    other = viewer(path)
    revoke(path, "dock")
    assert kept.find(new.secret) is None
    assert not kept.any_control
    assert kept.find(other.secret)
    path.unlink()
    assert kept.find(other.secret) is None


def test_the_file_is_read_only_when_it_has_changed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    control(path)
    kept = KeptTokens(path)
    reads: list[Path] = []

    def counted(path: Path) -> tuple[Token, ...]:
        reads.append(path)
        return read_tokens(path)

    monkeypatch.setattr("bot.tokens.kept.read_tokens", counted)
    for _ in range(5):
        kept.find("uc_x")
    assert reads == []
    viewer(path)
    for _ in range(5):
        kept.find("uc_x")
    assert len(reads) == 1


SPOILT = [
    "",
    "{",
    "[]",
    '{"tokens": [{"kind": "admin"}]}',
    '{"tokens": [{"kind": "viewer", "name": "a", "delay_s": -1, "made": "", "hash": ""}]}',
    '{"tokens": [{"kind": "control", "name": "a", "delay_s": 0, "made": "", "hash": "", "role": "viewer"}]}',
    '{"tokens": [{"kind": "viewer", "name": "a", "delay_s": 0, "made": "", "hash": "", "role": "admin"}]}',
    "[" * 100_000,
]


@pytest.mark.parametrize("text", SPOILT)
def test_a_spoilt_file_opens_nothing(path: Path, text: str) -> None:
    path.write_text(text)
    with structlog.testing.capture_logs() as logs:
        kept = KeptTokens(path)
        assert kept.any_control
        assert kept.find("uc_x") is None
    assert len(logs) == 1
    assert "is not a file of tokens" in logs[0]["problem"]


def test_a_file_that_is_spoilt_meanwhile_changes_nothing(path: Path) -> None:
    secret = viewer(path).secret
    kept = KeptTokens(path)
    path.write_text("{")
    with structlog.testing.capture_logs():
        assert kept.find(secret)
        assert kept.any_control
    path.unlink()
    assert kept.find(secret) is None


def test_a_delay_stays_when_a_token_is_made_anew(path: Path) -> None:
    viewer(path, delay_s=30)
    assert viewer(path).token.delay_s == 30
    assert viewer(path, delay_s=0).token.delay_s == 0
    assert len(read_tokens(path)) == 1


@pytest.mark.parametrize(
    ("before", "given", "after"),
    [
        (None, None, "operator"),
        (None, "arbiter", "arbiter"),
        ("arbiter", None, "arbiter"),
        ("arbiter", "operator", "operator"),
        ("arbiter", "admin", "admin"),
        ("operator", None, "operator"),
    ],
)
def test_a_role_stays_unless_another_is_named(
    path: Path, before: ControlRole | None, given: ControlRole | None, after: str
) -> None:
    if before:
        make(path, "control", "dock", None, TODAY, role=before)
    made = make(path, "control", "dock", None, TODAY, role=given)
    assert made.token.role == after
    assert KeptTokens(path).find(made.secret) == made.token
    (written,) = json.loads(path.read_text())["tokens"]
    assert written.get("role", "not written") == (after if after != "operator" else "not written")


def test_a_file_without_roles_is_valid(path: Path) -> None:
    path.write_text('{"tokens": [{"kind": "control", "name": "a", "delay_s": 0, "made": "", "hash": "x"}]}')
    assert [token.role for token in read_tokens(path)] == ["operator"]


def test_what_cannot_be_made_changes_nothing(path: Path) -> None:
    control(path)
    before = path.read_bytes()
    with pytest.raises(TokensError, match="dock is a control token"):
        viewer(path, "dock")
    with pytest.raises(TokensError, match="no delay"):
        make(path, "control", "dock", 3, TODAY)
    for name in ("", "-", "a/b", "a\n", "<b>", "a" * 41):
        with pytest.raises(TokensError, match="a name has"):
            viewer(path, name)
    with pytest.raises(TokensError, match="there is no token nobody"):
        revoke(path, "nobody")
    assert path.read_bytes() == before


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(TokensError, match=r"cannot be written: no such file"):
        control(tmp_path / "nowhere" / FILE)
