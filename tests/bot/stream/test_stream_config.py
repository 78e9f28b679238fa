"""The section [stream]: what it takes, and the token that is never seen again."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from bot.config.errors import ConfigError
from bot.config.stream import StreamSection, texts_folder, twitch_token

TOKEN = "s3cretS3cretS3cret"


@pytest.fixture(autouse=True)
def no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNRUH_TWITCH_TOKEN", raising=False)


def test_nothing_is_on_by_itself(tmp_path: Path) -> None:
    section = StreamSection()
    assert (texts_folder(section, tmp_path), twitch_token(section)) == (None, None)


def test_the_folder_is_beside_the_configuration(tmp_path: Path) -> None:
    assert texts_folder(StreamSection(texts="texts"), tmp_path) == tmp_path / "texts"
    assert texts_folder(StreamSection(texts="/obs/texts"), tmp_path) == Path("/obs/texts")


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("texts", 1, "valid string"),
        ("predictions", "yes", "valid boolean"),
        ("window_s", 29, "greater than or equal to 30"),
        ("window_s", 1801, "less than or equal to 1800"),
        ("title", "a" * 46, "one line of 45 characters"),
        ("title", "\U0001f600" * 23, "one line of 45 characters"),
        ("title", "Who\nwins?", "one line of 45 characters"),
        ("title", " Who wins?", "one line of 45 characters"),
        ("token_env", TOKEN, "name of an environment variable"),
        ("client_id", "x", "Extra inputs"),
    ],
)
def test_what_it_does_not_take(key: str, value: object, sentence: str) -> None:
    values: dict[str, Any] = {key: value}
    with pytest.raises(ValidationError, match=sentence):
        StreamSection(**values)


@pytest.mark.parametrize("variable", ["UNRUH_TWITCH_TOKEN", "MY_TOKEN"])
def test_the_token_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, f"{TOKEN}\n")
    assert twitch_token(StreamSection(predictions=True, token_env=variable)) == TOKEN
    assert twitch_token(StreamSection(token_env=variable)) is None


def test_predictions_need_a_token() -> None:
    with pytest.raises(ConfigError, match=r"needs a token in the environment variable UNRUH_TWITCH_TOKEN; docs/stream"):
        twitch_token(StreamSection(predictions=True))


@pytest.mark.parametrize("token", [f"oauth:{TOKEN}", f"{TOKEN} {TOKEN}", f"{TOKEN}é", f"{TOKEN}\r\nHost: x"])
def test_what_is_no_token_is_not_repeated(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("UNRUH_TWITCH_TOKEN", token)
    with pytest.raises(ConfigError, match="is not a token of Twitch") as caught:
        twitch_token(StreamSection(predictions=True))
    assert TOKEN not in str(caught.value)
