"""The section [obs]: what is wrong in it is told in words; what it names is what there is."""

from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from bot.config import ConfigError, ShowSection
from bot.config.obs import ObsRule, ObsSection, SceneName, obs_password
from bot.obs.pages import STANDING, pages
from overlay.looks.scenes import SCENES, TALL

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"url": "http://127.0.0.1:4455"}, 'must be an address like "ws://127.0.0.1:4455"'),
    ({"url": "ws://"}, 'must be an address like "ws://127.0.0.1:4455"'),
    ({"url": "ws://me:s3cret@127.0.0.1:4455"}, "must not hold a password"),
    ({"scenes": ["fall"]}, "Input should be 'bar', 'ledger'"),
    (
        {"rules": [{"on": "sacrifice_pays"}]},
        "must say one thing to do; the keys for that are scene, show, hide, hotkey",
    ),
    ({"rules": [{"on": "flag_fall", "scene": "A", "replay": True}]}, "must say one thing to do"),
    ({"rules": [{"on": "flag_fal", "scene": "A"}]}, "Input should be 'game_begins', 'game_ends'"),
    ({"rules": [{"on": "flag_fall", "show": "Applause"}]}, 'must be a scene and a source in it, like "Game/Applause"'),
    ({"rules": [{"on": "flag_fall", "hotkey": "A", "for_s": 3}]}, 'cannot undo "hotkey": leave out for_s'),
    ({"rules": [{"on": "flag_fall", "replay": False}]}, "Input should be True"),
    ({"rules": [{"on": "flag_fall", "scene": "A", "for_s": 0}]}, "greater than 0"),
    ({"rules": [{"on": "flag_fall", "scene": "A", "games": "mine"}]}, "'featured' or 'any'"),
]


@pytest.mark.parametrize(("section", "sentence"), WRONG)
def test_mistakes(section: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValidationError) as caught:
        ObsSection.model_validate(section)
    (mistake,) = caught.value.errors()
    assert sentence in mistake["msg"]


def test_the_usual_section() -> None:
    section = ObsSection.model_validate(
        {"scenes": ["full", "full"], "rules": [{"on": "flag_fall", "scene": "A", "for_s": 8}]}
    )
    assert section.url == "ws://127.0.0.1:4455"
    assert section.scenes == ["full"]
    assert section.rules == [ObsRule(on="flag_fall", scene="A", for_s=8.0)]


def test_the_scenes_are_those_of_the_pages() -> None:
    assert tuple(SCENES) == get_args(SceneName)
    assert TALL == STANDING


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1", "http://127.0.0.1:8086"),
        ("0.0.0.0", "http://127.0.0.1:8086"),
        ("::", "http://[::1]:8086"),
        ("192.168.0.7", "http://192.168.0.7:8086"),
        ("localhost", "http://localhost:8086"),
    ],
)
def test_where_obs_finds_the_pages(host: str, origin: str) -> None:
    (page,) = pages(["bar"], ShowSection(host=host), "ws://127.0.0.1:4455")
    assert page.url == f"{origin}/scene/bar"


def test_the_password(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("UNRUH_OBS_PASSWORD", raising=False)
    assert obs_password(ObsSection(), tmp_path) == ""
    monkeypatch.setenv("UNRUH_OBS_PASSWORD", "from the environment")
    assert obs_password(ObsSection(), tmp_path) == "from the environment"
    file = ObsSection(password_file="password.txt")
    with pytest.raises(ConfigError, match=r"password\.txt cannot be read; check obs\.password_file"):
        obs_password(file, tmp_path)
    (tmp_path / "password.txt").write_text("\n")
    with pytest.raises(ConfigError, match=r"password\.txt is empty"):
        obs_password(file, tmp_path)
    (tmp_path / "password.txt").write_text("from the file\n")
    assert obs_password(file, tmp_path) == "from the file"
