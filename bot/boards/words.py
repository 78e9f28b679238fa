"""What is wrong with boards, in German: the English sentences are what logs say, and stand here as they are said."""

import re
from functools import cache

from bot.moments import Text

_GERMAN = {
    "LiveChess has not been asked yet": "LiveChess ist noch nicht gefragt worden",
    "LiveChess does not answer": "LiveChess antwortet nicht",
    "LiveChess cannot be reached; is it running?": "LiveChess ist nicht zu erreichen; läuft es?",
    "LiveChess has closed the connection": "LiveChess hat die Verbindung geschlossen",
    "LiveChess sent a message that is too long": "LiveChess hat eine zu lange Nachricht geschickt",
    "what answers there is not LiveChess": "Was dort antwortet, ist nicht LiveChess",
    "the connection to LiveChess broke": "Die Verbindung zu LiveChess ist abgebrochen",
    "the board is not connected": "Das Brett ist nicht verbunden",
    "a board cannot be read": "Ein Brett ist nicht lesbar",
    "a board has no number that can be one": "Ein Brett hat keine brauchbare Nummer",
    "there are more than {n} boards": "Es sind mehr als {n} Bretter",
    "two boards have the number {n}: the one at {first} is read, not the one at {second}": (
        "Zwei Bretter haben die Nummer {n}: Gelesen wird das an {first}, nicht das an {second}"
    ),
    "{board} does not respond": "{board} antwortet nicht",
    "{board} is not connected": "{board} ist nicht verbunden",
    "LiveChess tells a position that cannot be read": "LiveChess meldet eine Stellung, die nicht lesbar ist",
}
"""The more general a sentence is, the later it comes."""


def said(sentence: str) -> Text:
    """A sentence in both languages; one that nobody has translated is English in both."""
    for pattern, german in _patterns():
        if match := pattern.fullmatch(sentence):
            return Text(german.format(**match.groupdict()), sentence)
    return Text(sentence, sentence)


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Each sentence as a pattern that has a group for what differs, and in German."""
    return [
        (re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(english))), _GERMAN[english]) for english in _GERMAN
    ]
