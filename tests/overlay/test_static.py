"""The files for the browser keep what is promised: local, and safe with untrusted text."""

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


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_names_of_openings_are_credited_in_full(lang: Lang) -> None:
    said = WORDS[lang]
    assert CREDIT.endswith(f": {said['opening_credit']}, {said['opening_credit_url']}")


def test_every_word_that_is_asked_for_is_there() -> None:
    text = "".join(words(path) for path in [*SCRIPTS, *TEMPLATES.glob("*.html")])
    asked = set(re.findall(r"words\.(\w+)\b(?!\()", text))
    assert asked - {"js"} <= set(WORDS["en"])
