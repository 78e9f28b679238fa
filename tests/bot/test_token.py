"""The token: from the environment or a file, and never seen again."""

import traceback
from pathlib import Path

import pytest

from bot.config import ConfigError, LichessSection, parse_config, read_token

TOKEN = "lip_s3cretS3cretS3cret"


@pytest.fixture(autouse=True)
def no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNRUH_TOKEN", raising=False)


def test_no_token(tmp_path: Path) -> None:
    assert read_token(LichessSection(), tmp_path) is None


@pytest.mark.parametrize("variable", ["UNRUH_TOKEN", "MY_TOKEN"])
def test_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str) -> None:
    monkeypatch.setenv(variable, TOKEN)
    assert read_token(LichessSection(token_env=variable), tmp_path) == TOKEN


@pytest.mark.parametrize("content", [TOKEN, f"{TOKEN}\n", f" {TOKEN}\r\n\n", f"\ufeff{TOKEN}\n"])
def test_from_a_file_beside_the_configuration(tmp_path: Path, content: str) -> None:
    (tmp_path / "token").write_text(content, encoding="utf-8")
    assert read_token(LichessSection(token_file="token"), tmp_path) == TOKEN


def test_the_file_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNRUH_TOKEN", "lip_other")
    (tmp_path / "token").write_text(TOKEN)
    assert read_token(LichessSection(token_file="token"), tmp_path) == TOKEN


def everything_about(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


BAD = [f"{TOKEN} and more", f"{TOKEN}\n{TOKEN}", f"Bearer {TOKEN}", f"{TOKEN}é", f"{TOKEN}٣", f"{TOKEN}-", f'"{TOKEN}"']


@pytest.mark.parametrize("content", BAD)
def test_a_bad_token_is_told_without_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str) -> None:
    (tmp_path / "token").write_text(content, encoding="utf-8")
    monkeypatch.setenv("UNRUH_TOKEN", content)
    for section, origin in ((LichessSection(token_file="token"), "token"), (LichessSection(), "UNRUH_TOKEN")):
        with pytest.raises(ConfigError, match="is not a token: letters, digits and underscores are expected") as caught:
            read_token(section, tmp_path)
        assert origin in str(caught.value)
        assert TOKEN not in everything_about(caught.value)


@pytest.mark.parametrize("content", [None, b"", b"\n", b"\xff\xfe\x00"])
def test_a_token_file_without_a_token(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "token").write_bytes(content)
    with pytest.raises(
        ConfigError, match=r"the token file .*token (is empty|cannot be read); check lichess\.token_file"
    ):
        read_token(LichessSection(token_file="token"), tmp_path)


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read; check lichess\.token_file"):
        read_token(parse_config('[lichess]\ntoken_file = "to\\u0000ken"').lichess, tmp_path)


WRONG_PLACES = [
    f'[lichess]\ntoken = "{TOKEN}"',
    f'[lichess]\nbase_url = "https://{TOKEN}@lichess.org"',
    f'[lichess]\nbase_url = "https://lichess.org/?token={TOKEN}"',
    f'[lichess]\ntoken_file = ["{TOKEN}"]',
    f'[lichess]\ncontact = "me: {TOKEN}"',
]


@pytest.mark.parametrize("text", WRONG_PLACES)
def test_a_token_in_the_wrong_place_of_the_configuration_is_not_repeated(text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text)
    assert TOKEN not in str(caught.value)
