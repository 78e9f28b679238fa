"""What comments tell beside the moves: clocks and draw offers."""

import re
from collections.abc import Iterable, Mapping

import chess

from scoring import OfferEvent

OWN_COMMENT = "Unruh: "
"""The comments this program writes itself begin so; they tell nothing new when they are read again."""

_CLOCK = re.compile(r"\[%clk\s+(\d{1,4}):(\d\d?):(\d\d?)(?:[.,](\d{1,2}))?\d*\s*\]")
_COMMAND = re.compile(r"\[%[^\]]*\]")
_NAMED = re.compile(r"\b(White|Black)(?: has)? offer(?:s|ed)(?: a)? draw\b", re.IGNORECASE)
_DECLINES = re.compile(r"\b(White|Black) (?:declines|declined)(?: the| a)? draw\b", re.IGNORECASE)
_WITHDRAWS = re.compile(r"\b(White|Black) (?:withdraws|withdrew)(?: the| a| his| her)? draw\b", re.IGNORECASE)
_UNNAMED = re.compile(r"\(=\)|\bdraw offer(?:ed)?\b", re.IGNORECASE)
_TALK_BEFORE = re.compile(
    r"\b(?:(?:accept|declin|refus|reject|cancel|withdr)|(?:no|not|never|without|after|before|since)\b)", re.IGNORECASE
)
_TAKEN_BACK = re.compile(r"\b(?:cancel|withdr)", re.IGNORECASE)
_SENTENCE = re.compile(r"[.;!?]\s")


def clock_cs(comments: Iterable[str]) -> int | None:
    """The clock in centiseconds that the comments of one move name; of several the last."""
    found: int | None = None
    for comment in comments:
        for hours, minutes, seconds, part in _CLOCK.findall(comment):
            found = (int(hours) * 3600 + int(minutes) * 60 + int(seconds)) * 100 + int(part.ljust(2, "0"))
    return found


def spoken(comments: Iterable[str]) -> str:
    """The words of comments, without commands such as `[%clk …]` and without what this program wrote itself."""
    words = (_COMMAND.sub("", comment).strip() for comment in comments if not comment.startswith(OWN_COMMENT))
    return ". ".join(word for word in words if word)


def offers(comments: Mapping[int, Iterable[str]], start: chess.Color) -> tuple[OfferEvent, ...]:
    """The draw offers that comments tell, each at the ply its comment hangs on; `start` is the side that moves first.

    `White offers draw` names the side itself; `(=)` and `draw offer` mean the side that made the move. A sentence that
    only talks about an offer (declined, withdrawn, …) is none.
    """
    found: list[OfferEvent] = []
    for ply, texts in comments.items():
        for text in texts:
            if ("draw" in text.lower() or "(=)" in text) and not text.startswith(OWN_COMMENT):
                found += _in_comment(text, ply, start)
    return tuple(found)


def _in_comment(text: str, ply: int, start: chess.Color) -> Iterable[OfferEvent]:
    mover = start if ply % 2 else not start
    for sentence in _SENTENCE.split(_COMMAND.sub("", text)):
        if named := _NAMED.search(sentence):
            yield OfferEvent(ply, named[1].lower() == "white")
        elif declines := _DECLINES.search(sentence):
            yield OfferEvent(ply, declines[1].lower() == "white", "decline")
        elif withdraws := _WITHDRAWS.search(sentence):
            yield OfferEvent(ply, withdraws[1].lower() == "white", "withdraw")
        elif ply and (sign := _UNNAMED.search(sentence)):
            before, behind = sentence[: sign.start()], sentence[sign.end() :]
            if not _TALK_BEFORE.search(before) and not _TAKEN_BACK.match(behind.strip(" ,:")):
                yield OfferEvent(ply, mover)
