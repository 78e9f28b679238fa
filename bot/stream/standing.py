"""How a game stands for the audience: what is needed to ask a question about it, and to answer it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Side = Literal["white", "black"]
Phase = Literal["waiting", "running", "over", "settled", "void"]
"""`over`: it has ended, and its score may still change. `void`: there is no score, as far as is known now."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A game; names are as they may be shown, on one line.

    `points` are there when it is settled, unless it is void.
    """

    id: str
    white: str
    black: str
    ply: int
    phase: Phase
    points: tuple[Fraction, Fraction] | None = None

    @property
    def winner(self) -> Side | None:
        """Who got more points; None for nobody."""
        if self.points is None or self.points[0] == self.points[1]:
            return None
        return "white" if self.points[0] > self.points[1] else "black"
