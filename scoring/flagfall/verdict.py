"""The answer of a flag-fall policy."""

from typing import Literal, NamedTuple

import chess

from scoring.flagfall.winnability import Winnability

Policy = Literal["chessmail", "fide", "lichess", "server"]

Reason = Literal[
    # what the material says
    "can_mate",
    "bare_king",
    "one_bishop",
    "one_knight",
    "bishops_of_one_colour",
    "knight_cannot_mate",
    "no_mate_with_bishops",
    # what a proof says
    "mate_line",
    "mate_on_the_board",
    "game_over",
    "forced",
    "every_line_ends",
    "walled_in",
    "nothing_mates",
    "undecided",
]


class Verdict(NamedTuple):
    """Whether the side with time left wins, by which policy and for which reason."""

    policy: Policy
    side: chess.Color
    """The side with time left."""
    wins: bool
    reason: Reason
    units: chess.Bitboard = 0
    """The squares of the units that decide it: the men the side has left, or the walls of a blocked position."""
    proof: Winnability | None = None
    """What the policy "fide" found out, with the mating line where there is one."""
