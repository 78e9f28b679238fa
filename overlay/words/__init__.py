"""All words of the pages and scenes, in German and English: a table for each part, one line of each language a key.

The reasons of the ledger are not here: they come with the states. `{n}` and the like are filled in by the page.
"""

from typing import get_args

from overlay.state import Lang
from overlay.words import access, arbiter, control, events, pages, scenes

LANGS: tuple[Lang, ...] = get_args(Lang)

_TABLE = pages.TABLE | scenes.TABLE | events.TABLE | control.TABLE | access.TABLE | arbiter.TABLE

WORDS: dict[Lang, dict[str, str]] = {
    "de": {key: german for key, (german, _) in _TABLE.items()},
    "en": {key: english for key, (_, english) in _TABLE.items()},
}


def choose_lang(asked: str | None, accept_language: str | None, default: Lang = "en") -> Lang:
    """The language of a page: what the address asks for, else what the browser likes best, else the default."""
    for lang in LANGS:
        if asked == lang:
            return lang
    choices: list[tuple[float, Lang]] = []
    for part in (accept_language or "").split(","):
        tag, _, quality = part.strip().lower().partition(";q=")
        choices += [(_quality(quality), lang) for lang in LANGS if tag.split("-")[0] == lang]
    if not choices:
        return default
    best = max(quality for quality, _ in choices)
    return next(lang for quality, lang in choices if quality == best) if best > 0 else default


def _quality(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
