"""Themes: which one a scene has, and the streamer's own file."""

import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import get_args

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from bot.config import ConfigError, ShowSection, own_theme, own_words, parse_config
from overlay.hub import Hub
from overlay.looks.own_files import OwnFileError
from overlay.looks.themes import THEMES, Themes
from overlay.web.app import create_app
from tests.overlay.conftest import Web

STYLES = Path(__file__).resolve().parents[3] / "overlay" / "static" / "css"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "theme.css"
    path.write_text(":root { --air: #123456; }", encoding="utf-8")
    return path


@pytest_asyncio.fixture
async def themed(own: Path) -> AsyncIterator[Web]:
    async with TestClient(TestServer(create_app(Hub(), themes=Themes("light", own)))) as client:
        yield client


@pytest.mark.parametrize(("asked", "theme"), [("", "light"), ("dark", "dark"), ("own", "own"), ("mauve", "light")])
async def test_the_address_goes_before_the_configuration(themed: Web, asked: str, theme: str) -> None:
    page = await (await themed.get(f"/scene/bar?theme={asked}")).text()
    assert f'data-theme="{theme}"' in page
    assert 'data-theme-default="light"' in page
    assert f'id="own-theme" media="{"all" if theme == "own" else "not all"}"' in page


async def test_without_a_file_there_is_no_own_theme(web: Web) -> None:
    assert 'data-theme="dark" data-theme-asked=""' in await (await web.get("/scene/bar?theme=own")).text()
    answer = await web.get("/theme.css")
    assert (answer.status, answer.content_type, await answer.text()) == (200, "text/css", "")


async def test_the_own_theme_is_served_as_a_style(themed: Web) -> None:
    answer = await themed.get("/theme.css")
    assert (answer.content_type, await answer.text()) == ("text/css", ":root { --air: #123456; }")


def test_the_own_theme_is_read_again_when_it_changes(own: Path) -> None:
    themes = Themes("own", own)
    assert themes.css() == ":root { --air: #123456; }"
    own.write_text("", encoding="utf-8")
    os.utime(own, ns=(1, 1))
    assert themes.css() == ""


@pytest.mark.parametrize("spoilt", [None, b"\xff\xfe\xff"])
def test_a_theme_that_is_spoilt_later_stays_as_it_was(own: Path, spoilt: bytes | None) -> None:
    themes = Themes("own", own)
    own.unlink()
    if spoilt is not None:
        own.write_bytes(spoilt)
    assert themes.css() == ":root { --air: #123456; }"


def test_a_theme_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(OwnFileError, match=r"theme\.css cannot be read: No such file or directory$"):
        Themes("dark", tmp_path / "theme.css")
    (tmp_path / "theme.css").write_bytes(b"\xff")
    with pytest.raises(OwnFileError, match=r"theme\.css cannot be read: it is not UTF-8 text$"):
        Themes("dark", tmp_path / "theme.css")


def test_the_configuration_knows_the_same_themes() -> None:
    assert get_args(ShowSection.model_fields["theme"].annotation) == THEMES


def test_the_configuration_names_the_files(tmp_path: Path) -> None:
    show = parse_config('[show]\ntheme = "own"\ntheme_css = "theme.css"\nwords = "words.toml"').show
    assert (own_theme(show, tmp_path), own_words(show, tmp_path)) == (tmp_path / "theme.css", tmp_path / "words.toml")
    assert (own_theme(ShowSection(), tmp_path), own_words(ShowSection(), tmp_path)) == (None, None)
    with pytest.raises(ConfigError, match='show: must name the file of the theme "own"'):
        parse_config('[show]\ntheme = "own"')


def test_themes_change_known_variables_only() -> None:
    def variables(name: str) -> set[str]:
        lines = (STYLES / name).read_text(encoding="utf-8").splitlines()
        return {line.split(":")[0].strip() for line in lines if line.startswith("  --")}

    assert variables("themes.css") <= variables("tokens.css")


def test_scenes_take_their_colours_from_variables() -> None:
    page = (STYLES.parents[1] / "templates" / "scene.html").read_text(encoding="utf-8")
    styles = set(re.findall(r"/static/css/(\w+\.css)", page)) - {"themes.css"}
    assert len(styles) > 5
    for name in styles:
        assert re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(", (STYLES / name).read_text(encoding="utf-8")) == [], name


def test_the_docs_tell_every_variable_and_only_classes_that_exist() -> None:
    told = (STYLES.parents[2] / "docs" / "themes.md").read_text(encoding="utf-8").split("### Variables")[1]
    tokens = (STYLES / "tokens.css").read_text(encoding="utf-8")
    assert set(re.findall(r"`(--[\w-]+)`", told)) == set(re.findall(r"^  (--[\w-]+):", tokens, re.MULTILINE))
    styles = "".join(path.read_text(encoding="utf-8") for path in STYLES.glob("*.css"))
    classes = re.findall(r"`\.([\w-]+)`", told)
    assert len(classes) > 20
    assert set(classes) <= set(re.findall(r"\.([\w-]+)", styles))
