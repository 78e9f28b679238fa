"""Sentences for people in German: logs say them in English, and there they stand as logs say them."""

import re
from collections.abc import Callable, Mapping

from bot.moments import Text


def translator(german: Mapping[str, str]) -> Callable[[str], Text]:
    """What gives an English sentence in both languages; one that nobody has translated is English in both.

    In `german` stands the German for each English sentence, in both of which a "{name}" stands for what differs. The
    more general a sentence is, the later it comes. For people a sentence begins with a capital letter, as in logs it
    need not.
    """
    patterns = [
        (re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(english))), said)
        for english, said in german.items()
    ]

    def in_both(sentence: str) -> Text:
        for pattern, said in patterns:
            if match := pattern.fullmatch(sentence):
                return Text(said.format(**match.groupdict()), _begun(sentence))
        return Text(_begun(sentence), _begun(sentence))

    return in_both


def _begun(sentence: str) -> str:
    """The sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]
