"""The files for the browser keep what is promised: local, old enough for OBS, and safe with untrusted text."""

import re
from pathlib import Path

import pytest

from bot.book.openings import CREDIT
from overlay.state import Lang
from overlay.words import WORDS

STATIC = Path(__file__).resolve().parents[2] / "overlay" / "static"
TEMPLATES = STATIC.parent / "templates"
OWN = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".svg") and "vendor" not in path.parts]
SCRIPTS = [path for path in OWN if path.suffix == ".js"]
STYLES = [path for path in OWN if path.suffix == ".css"]
# What Chromium 103, the oldest one in OBS that is served, does not know.
TOO_NEW = (
    r":has\(|@container|@layer .*\{|oklch|oklab|color-mix|@starting-style|view-transition|\blh\b|&[ :.>\[]|\bdvh\b"
)


def words(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_nothing_comes_from_another_host(path: Path) -> None:
    assert re.findall(r"https?://(?!www\.w3\.org/)[\w.]+", words(path)) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_type_checked_and_never_make_html_of_text(path: Path) -> None:
    text = words(path)
    assert text.startswith("// @ts-check\n")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|unsafe-?[hH]tml|\beval\(|new Function|document\.write", text
    )


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_styles_know_nothing_too_new(path: Path) -> None:
    assert re.findall(TOO_NEW, words(path)) == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_only_transform_and_opacity_move(path: Path) -> None:
    text = words(path)
    for _, moved in re.findall(r"(transition): (\w+)", text):
        assert moved in ("transform", "opacity")
    for frames in re.findall(r"@keyframes \w+ \{(.*)\}", text):
        assert set(re.findall(r"([\w-]+):", frames)) <= {"transform", "opacity"}
    assert "infinite" not in text


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_names_of_openings_are_credited_in_full(lang: Lang) -> None:
    said = WORDS[lang]
    assert CREDIT.endswith(f": {said['opening_credit']}, {said['opening_credit_url']}")


def test_every_word_that_is_asked_for_is_there() -> None:
    text = "".join(words(path) for path in [*SCRIPTS, *TEMPLATES.glob("*.html")])
    asked = set(re.findall(r"words\.(\w+)", text))
    assert asked - {"js"} <= set(WORDS["en"])
