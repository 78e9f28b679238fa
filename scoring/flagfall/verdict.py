"""The answer of a flag-fall policy."""

from typing import Literal, NamedTuple

import chess

Reason = Literal[
    "can_mate",
    "bare_king",
    "one_bishop",
    "one_knight",
    "bishops_of_one_colour",
    "knight_cannot_mate",
    "no_mate_with_bishops",
]


class Verdict(NamedTuple):
    """Whether the side with time left wins, by which policy and for which reason."""

    policy: str
    side: chess.Color
    """The side with time left."""
    wins: bool
    reason: Reason
