"""The decision held against the truth, position by position."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import chess
import numpy as np
import numpy.typing as npt

from scoring.flagfall.winnability import winnability
from tests.scoring.flagfall.brute_force import Sides, Truth, board


@dataclass
class Comparison:
    """What came of it."""

    positions: int = 0
    undecided: list[str] = field(default_factory=list)
    """Positions that were left open."""
    wrong: list[str] = field(default_factory=list)
    """Positions with a wrong answer, or a line that does not mate."""

    def add(self, position: chess.Board, winnable: bool) -> None:
        """Decide one more position."""
        found = winnability(position, chess.WHITE)
        self.positions += 1
        if found.answer == "undecided":
            self.undecided.append(position.fen())
        elif (found.answer == "winnable") != winnable or not _mates(position, found.witness, winnable):
            self.wrong.append(f"{position.fen()}: {found.answer} by {found.proof}")


def compared(positions: Iterable[tuple[chess.Board, bool]]) -> Comparison:
    """Decide positions of which it is known whether White can still mate."""
    comparison = Comparison()
    for position, winnable in positions:
        comparison.add(position, winnable)
    return comparison


def _mates(position: chess.Board, line: tuple[chess.Move, ...] | None, winnable: bool) -> bool:
    if line is None:
        return not winnable
    played = position.copy()
    for move in line:
        if move not in played.legal_moves:
            return False
        played.push(move)
    return played.is_checkmate() and played.turn == chess.BLACK


def chosen(known: Truth, among: Sides, most: int, seed: int) -> Iterator[tuple[chess.Board, bool]]:
    """The positions of a set with their truth; if there are more than `most`, that many at random."""
    random = np.random.default_rng(seed)
    places = [(int(place), side) for side in chess.COLORS for place in _some(np.flatnonzero(among[side]), most, random)]
    for number in random.permutation(len(places))[:most]:
        place, side = places[number]
        squares = [int(square) for square in np.unravel_index(place, among[side].shape)]
        yield board(known.units, squares, side), bool(known.winnable[side][tuple(squares)])


def _some(places: npt.NDArray[np.intp], most: int, random: np.random.Generator) -> npt.NDArray[np.intp]:
    return random.choice(places, most, replace=False) if len(places) > most else places
