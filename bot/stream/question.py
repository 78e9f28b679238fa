"""What the audience is asked, within the limits that Twitch sets."""

import unicodedata
from typing import Literal

import msgspec

from bot.stream.standing import Standing

MAX_TITLE = 45
MAX_OUTCOME = 25
SHORTEST_WINDOW_S = 30
LONGEST_WINDOW_S = 1800
"""For how long points may be placed, in seconds."""

_TITLE = {"de": "Wer bekommt mehr Asymmetriepunkte?", "en": "Who gets more asymmetry points?"}
_SIDES = {"de": ("Weiß", "Schwarz"), "en": ("White", "Black")}
_JOINS = ("Mn", "Me", "Mc", "Cf")
"""The kinds of characters that belong to the one before them."""


class Question(msgspec.Struct, frozen=True):
    """A question, and its two answers: White and Black."""

    title: str
    white: str
    black: str


def question(game: Standing, lang: Literal["de", "en"], title: str = "") -> Question:
    """The question about a game; with a `title` of one's own."""
    white, black = _SIDES[lang]
    return Question(
        cut(title or _TITLE[lang], MAX_TITLE),
        cut(f"{white}: {game.white}", MAX_OUTCOME),
        cut(f"{black}: {game.black}", MAX_OUTCOME),
    )


def length(text: str) -> int:
    """How long a text is at most by any way of counting characters."""
    return len(text.encode("utf-16-le", errors="replace")) // 2


def cut(text: str, limit: int) -> str:
    """The text, or its beginning with an ellipsis if it is longer; no character loses its accents."""
    text = text.encode(errors="replace").decode()
    if length(text) <= limit:
        return text
    end = len(text)
    while end and (length(text[:end]) > limit - 1 or unicodedata.category(text[end]) in _JOINS):
        end -= 1
    return f"{text[:end].rstrip()}…"
