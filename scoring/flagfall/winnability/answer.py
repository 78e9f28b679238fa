"""Whether a side can still win by any series of legal moves: the answer and how it was found."""

from dataclasses import dataclass
from typing import Literal

import chess

Answer = Literal["winnable", "unwinnable", "undecided"]

Proof = Literal[
    "mate",
    "game_over",
    "bare_king",
    "knight_cannot_mate",
    "no_mate_with_bishops",
    "forced",
    "every_line_ends",
    "walled_in",
    "nothing_mates",
    "budget",
]
"""What the answer rests on.

"mate": a mating line was found. "game_over": the game ended without mate by the winner. The next three: the material
cannot mate. "forced": single replies lead to an end or around in a circle. "every_line_ends": every line soon ends in
stalemate, mate of the winner or material that cannot mate. "walled_in": no unit can ever get to where a mate would
need it. "nothing_mates": no position that can be reached is a mate. "budget": undecided, the nodes are used up.
"""


@dataclass(frozen=True, slots=True)
class Winnability:
    """Whether `winner` can still mate from a position by any series of legal moves, both sides helping."""

    winner: chess.Color
    answer: Answer
    proof: Proof
    nodes: int
    """Positions whose legal moves were looked at, the same on every machine."""
    witness: tuple[chess.Move, ...] | None = None
    """A line of legal moves that ends in mate by `winner`; empty for a mate on the board, None if not winnable."""
    units: chess.Bitboard = 0
    """The squares of the units that the proof rests on."""
