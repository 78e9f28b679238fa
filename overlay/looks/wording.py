"""Words of one's own: a small file that replaces the sentences of rules and any word of the pages and scenes."""

import difflib
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from overlay.looks.own_files import OwnFileError, read_own_file
from overlay.state import Lang
from overlay.words import LANGS, WORDS
from scoring import Entry
from scoring.facts import Played
from scoring.rules import RULES
from scoring.words import entry_text

Table = Mapping[str, Mapping[Lang, str]]

PLACEHOLDERS = ("text", "amount", "side", "move")
"""What the sentence of a rule may hold in braces."""
_CODES = tuple(dict.fromkeys(rule.code for rule in RULES))
_BRACES = re.compile(r"\{([^{}]*)\}")


class Wording:
    """The words of pages, scenes and rules: Unruh's, and before them those of one's own."""

    def __init__(self, rules: Table = MappingProxyType({}), words: Table = MappingProxyType({})) -> None:
        """`rules` has the sentences of rules by code and language, `words` other words by key and language."""
        self._rules = rules
        self._words = {
            lang: WORDS[lang] | {key: text[lang] for key, text in words.items() if lang in text} for lang in LANGS
        }

    def words(self, lang: Lang) -> Mapping[str, str]:
        """All words of the pages and scenes in a language."""
        return self._words[lang]

    def reason(self, entry: Entry, played: Played, lang: Lang) -> str:
        """The reason of an entry: the sentence of one's own for its rule, else Unruh's."""
        text = entry_text(entry, played, lang)
        own = self._rules.get(entry.rule, {}).get(lang)
        if own is None:
            return text
        amount = f"{entry.amount / 100:+.2f}".replace("-", "−")
        values = {
            "text": text,
            "amount": amount.replace(".", ",") if lang == "de" else amount,
            "side": self._words[lang][entry.side],
            "move": played.label(entry.ply).rstrip(".") if entry.ply else "0",
        }
        return _BRACES.sub(lambda braces: values[braces[1]], own)


OURS = Wording()
"""Nothing of one's own."""


def read_wording(path: Path) -> Wording:
    """Read a file of words; raises `OwnFileError` naming every mistake."""
    text = read_own_file(path)
    try:
        return parse_wording(text)
    except OwnFileError as error:
        raise OwnFileError(f"{path}: {error}") from error


def parse_wording(text: str) -> Wording:
    """Check the text of such a file; raises `OwnFileError` naming every mistake."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OwnFileError(f"not valid TOML: {error}") from error
    if mistakes := list(_mistakes(values)):
        raise OwnFileError("; ".join(mistakes))
    return Wording(values.get("rules", {}), values.get("words", {}))


def _mistakes(values: Mapping[str, object]) -> Iterator[str]:
    for name, section in values.items():
        if name not in _KNOWN:
            yield _unknown("section", name, _KNOWN)
        elif not isinstance(section, dict):
            yield f"{name} must be a section"
        else:
            for key, texts in section.items():
                yield from _mistakes_of(name, key, texts)


def _mistakes_of(section: str, key: str, texts: object) -> Iterator[str]:
    """What is wrong with the texts of one rule or word."""
    kind, known = _KNOWN[section]
    place = f"{section}.{key}"
    if key not in known:
        yield _unknown(kind, key, known)
    elif not isinstance(texts, dict):
        yield f'{place} must have a line for each language, like en = "…"'
    else:
        for lang, text in texts.items():
            if lang not in LANGS:
                yield f"{place}: {_unknown('language', lang, LANGS)}"
            elif not isinstance(text, str):
                yield f"{place}.{lang} must be text in quotation marks"
            else:
                unknown = [name for name in _BRACES.findall(text) if name not in known[key]]
                yield from (f"{place}.{lang}: {_unknown('placeholder', name, known[key])}" for name in unknown)


def _unknown(kind: str, name: str, known: Collection[str]) -> str:
    if not known:
        return f'unknown {kind} "{name}": there is none here'
    few = len(known) < 10
    nearest = difflib.get_close_matches(name, known, n=1, cutoff=0.5 if few else 0)
    advice = f'did you mean "{nearest[0]}"?' if nearest else f"known are {', '.join(known)}"
    return f'unknown {kind} "{name}": {advice}'


_KNOWN: Mapping[str, tuple[str, Mapping[str, tuple[str, ...]]]] = {
    "rules": ("rule", dict.fromkeys(_CODES, PLACEHOLDERS)),
    "words": (
        "word",
        {key: tuple(dict.fromkeys(_BRACES.findall(f"{WORDS['de'][key]} {text}"))) for key, text in WORDS["en"].items()},
    ),
}
"""The sections of the file: what stands in them, and what each of it may hold in braces."""
