"""How a game ended, from its tags, from the result behind its moves and from its last comments."""

import re
from collections.abc import Mapping
from typing import NamedTuple

import chess

from scoring import Ending, Finish

_RESULTS = {
    "1-0": "1-0", "1:0": "1-0", "+-": "1-0", "+:-": "1-0", "+/-": "1-0",
    "0-1": "0-1", "0:1": "0-1", "-+": "0-1", "-:+": "0-1", "-/+": "0-1",
    "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "½-½": "1/2-1/2", "½": "1/2-1/2", "0.5-0.5": "1/2-1/2",
    "1/2:1/2": "1/2-1/2",
}  # fmt: skip
_WINNERS = {"1-0": chess.WHITE, "0-1": chess.BLACK, "1/2-1/2": None}

_WORDS = (
    (Ending.LEFT, r"left the game|disconnect|stalled connection"),
    (Ending.CHEATING, r"cheat|rules infraction|illegal move|fair play"),
    (Ending.FLAG_FALL, r"time forfeit|\bon time\b|out of time|by time\b|timeout|time out|flag"),
    (Ending.ABORTED, r"abort"),
    (Ending.NO_START, r"abandon|by forfeit|no.?show"),
    (Ending.CLAIM, r"^insufficient material$"),
    (Ending.RESIGNATION, r"resign|^normal$"),
)
"""The first that matches tells the ending; what these words mean further depends on the result, see `finish_of`."""
_PATTERNS = [(ending, re.compile(words, re.IGNORECASE)) for ending, words in _WORDS]
_LEFT_AND_DRAWN = re.compile(r"\bthe game is a draw\b", re.IGNORECASE)
"""What Lichess says of a player who left where the other took a draw; of a flag fall it says that time drew it."""
_NAMED_FLAG = re.compile(
    r"\b(white|black)\b[^.]{0,20}?\b(?:forfeit|los|ran out|runs out|out of time|overstep)", re.IGNORECASE
)


class Result(NamedTuple):
    """The result of the record, "*" if there is none, and what the moves end with where that contradicts it."""

    text: str
    conflict: str | None


def read_result(tag: str, marker: str) -> Result:
    """The tag Result decides; where it names no result, the marker behind the moves does."""
    told, written = _RESULTS.get(tag.replace(" ", "")), _RESULTS.get(marker)
    if told is None:
        return Result(written or "*", None)
    return Result(told, written if written not in (None, told) else None)


def finish_of(tags: Mapping[str, str], result: str, words: str, board: chess.Board, loser_moved: bool) -> Finish | None:
    """How a game ended; None if it is still running, as far as the record knows.

    Mate and stalemate on the board end a game whatever the record says. Otherwise the tag Termination tells how, and
    the `words` of the last comments where the tag is missing or says no more than that a clock ran out: Lichess writes
    "Time forfeit" also for a player who left. Abandoned is a game never started if the loser made no move.
    """
    if not any(board.generate_legal_moves()):
        return Finish(Ending.MATE, not board.turn) if board.is_check() else Finish(Ending.STALEMATE)
    ending, said = _ending(tags.get("Termination", "")), _ending(words)
    if ending is None or (ending == Ending.FLAG_FALL and said == Ending.LEFT):
        ending = said
    if result == "*":
        return Finish(Ending.ABORTED) if ending in (Ending.ABORTED, Ending.NO_START) else None
    winner = _WINNERS[result]
    if winner is None:
        if ending == Ending.FLAG_FALL and _LEFT_AND_DRAWN.search(words):
            ending = Ending.LEFT
        return Finish(ending if ending in (Ending.FLAG_FALL, Ending.LEFT, Ending.CLAIM) else Ending.DRAW)
    if ending in (Ending.NO_START, Ending.ABORTED):
        ending = Ending.LEFT if loser_moved else Ending.NO_START
    return Finish(ending or Ending.UNKNOWN, winner)


def flagged_side(tags: Mapping[str, str], words: str) -> chess.Color | None:
    """The side whose flag fell, if the record names it."""
    named = _NAMED_FLAG.search(tags.get("Termination", "")) or _NAMED_FLAG.search(words)
    return named[1].lower() == "white" if named else None


def _ending(words: str) -> Ending | None:
    return next((ending for ending, pattern in _PATTERNS if pattern.search(words)), None) if words else None
