"""The text of one game: its encoding, its tags, and where its moves begin."""

import re

from bot.pgn.model import BrokenGameError

_BETWEEN = re.compile(r"(?:\s+|;[^\n]*|<[^<>\n]{0,99}>|(?:(?<=\n)|\A)%[^\n]*)+")
_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*(\w+)\s*"?([^\n]{0,4000}?)"?\s*\](?=\s|<|\[|\Z)')
_ESCAPED = re.compile(r'\\(["\\])')
_SURELY_TAG = re.compile(r'\[\s*\w+\s*["\s]')


def decode(text: bytes) -> str:
    """The text of one game: UTF-8, else what Windows and Latin-1 programs write. Never fails."""
    for encoding in ("utf-8", "cp1252"):
        try:
            return text.decode(encoding).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
    return text.decode("latin-1")


def read_tags(text: str) -> tuple[dict[str, str], str]:
    """The tags of a game, of several with one name the first, and the text after them.

    Quotes and backslashes that are not escaped as they should be are taken as they are. Raises `BrokenGameError` for
    what can only be meant as a tag and is none.
    """
    tags: dict[str, str] = {}
    position = 0
    while True:
        between = _BETWEEN.match(text, position)
        begin = between.end() if between else position
        if tag := _TAG.match(text, begin):
            tags.setdefault(tag[1], _ESCAPED.sub(r"\1", tag[2]).strip())
        elif tag := _LOOSE_TAG.match(text, begin):
            tags.setdefault(tag[1], tag[2].strip())
        elif _SURELY_TAG.match(text, begin):
            line = text[begin : begin + 40].splitlines()[0]
            raise BrokenGameError(f"the tag {line!r} cannot be read")
        else:
            return tags, text[position:]
        position = tag.end()
