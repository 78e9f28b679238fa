"""The truth about small material: for every position of a class, whether White can still mate by any legal moves.

A class of material is a string of FEN letters, "KNkp" for king and knight against king and pawn. A set of its positions
is an array of flags with an axis of 64 squares (a1 = 0, h8 = 63) for each letter, and one such array for each side to
move. Here a pawn on its last rank stands for the choice of promoting it to any of four pieces.

The set of winnable positions is the least one that holds every mate of Black and every position with a legal move into
the set. Nobody may castle. Pawns of both sides are left out: their en-passant captures depend on the move before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Literal, TypeAlias

import chess
import numpy as np
import numpy.typing as npt

from tests.scoring.flagfall.unit_moves import Flags, at, places_before

Sides: TypeAlias = dict[chess.Color, Flags]
"""A set of positions, by the side to move."""
Packed: TypeAlias = dict[chess.Color, npt.NDArray[np.uint8]]
"""The same, eight positions in a byte."""

ORDER = "KQRBNPkqrbnp"
"""In which order a class is solved; others are the same with their axes changed."""


@dataclass(frozen=True)
class Truth:
    """What holds for the positions of a class."""

    units: str
    positions: Sides
    """Every legal placement of the units: the side that has just moved is not in check."""
    legal: Sides
    """The same and what a legal promotion leads to."""
    ongoing: Sides
    """Positions in which the side to move has a legal move."""
    winnable: Sides
    """Positions, promotions included, from which White can still mate."""


def truth(units: str) -> Truth:
    """The truth about a class, its axes in the order of the letters."""
    ordered = sorted(range(len(units)), key=lambda axis: ORDER.index(units[axis]))
    axes = [ordered.index(axis) for axis in range(len(units))]

    def unpacked(sides: Packed) -> Sides:
        shape = (64,) * len(units)
        return {
            side: np.transpose(np.unpackbits(bits).view(np.bool_).reshape(shape), axes) for side, bits in sides.items()
        }

    return Truth(units, *map(unpacked, _packed("".join(units[axis] for axis in ordered))))


@cache
def _packed(units: str) -> tuple[Packed, ...]:
    """A class once solved: four units would take 130 MB otherwise."""
    solved = _solve(units)
    found = (solved.positions, solved.legal, solved.ongoing, solved.winnable)
    return tuple({side: np.packbits(flags) for side, flags in sides.items()} for sides in found)


def _solve(units: str) -> Truth:
    assert not {"P", "p"} <= set(units), "pawns of both sides"
    check = {side: _checks(units, side) for side in chess.COLORS}
    placed = _placed(units)
    positions = {side: placed & ~check[not side] for side in chess.COLORS}
    legal = {side: positions[side] | _promoted(units, side, "legal") for side in chess.COLORS}
    ongoing = {side: positions[side] & _before(units, side, legal[not side], "legal") for side in chess.COLORS}
    winnable = {side: _promoted(units, side, "winnable") for side in chess.COLORS}
    winnable[chess.BLACK] |= positions[chess.BLACK] & check[chess.BLACK] & ~ongoing[chess.BLACK]
    found, before = _count(winnable), -1
    while found > before:
        for side in chess.COLORS:
            winnable[side] |= ongoing[side] & _before(units, side, winnable[not side], "winnable")
        found, before = _count(winnable), found
    return Truth(units, positions, legal, ongoing, winnable)


def _count(sides: Sides) -> int:
    return sum(int(np.count_nonzero(flags)) for flags in sides.values())


def _placed(units: str) -> Flags:
    """Every unit on a square of its own, and no pawn on the first or last rank."""
    placed = np.ones((64,) * len(units), np.bool_)
    for axis, unit in enumerate(units):
        for square in range(64):
            for other in range(axis):
                placed[at({axis: square, other: square})] = False
            if unit in "Pp" and not 8 <= square < 56:
                placed[at({axis: square})] = False
    return placed


def _checks(units: str, side: chess.Color) -> Flags:
    """Where the king of a side is attacked, by the other king too."""
    king = units.index("K" if side else "k")
    nowhere = np.zeros((64,) * len(units), np.bool_)
    anywhere = np.ones((64,) * (len(units) - 1), np.bool_)
    attacks = np.zeros_like(nowhere)
    for axis in _of(units, not side):
        attacks |= places_before(units[axis], axis, nowhere, {king: anywhere})
    return attacks


def _before(units: str, side: chess.Color, after: Flags, what: Literal["legal", "winnable"]) -> Flags:
    """Where a side has a move into a set of positions, or a capture into the same set of a smaller class."""
    men = [axis for axis in _of(units, not side) if units[axis] not in "Kk"]
    captures = {axis: getattr(truth(units[:axis] + units[axis + 1 :]), what)[not side] for axis in men}
    before = np.zeros_like(after)
    for axis in _of(units, side):
        before |= places_before(units[axis], axis, after, captures)
    return before


def _promoted(units: str, side: chess.Color, what: Literal["legal", "winnable"]) -> Flags:
    """The positions of a set in which the other side has just promoted."""
    promoted = np.zeros((64,) * len(units), np.bool_)
    for axis in _of(units, not side):
        if units[axis] in "Pp":
            pieces = "qrbn" if side else "QRBN"
            flags = [getattr(truth(units[:axis] + piece + units[axis + 1 :]), what)[side] for piece in pieces]
            for square in range(8) if side else range(56, 64):
                promoted[at({axis: square})] = reduce(np.logical_or, [flag[at({axis: square})] for flag in flags])
    return promoted


def _of(units: str, side: chess.Color) -> list[int]:
    return [axis for axis, unit in enumerate(units) if unit.isupper() == side]


def board(units: str, squares: Sequence[int], turn: chess.Color) -> chess.Board:
    """One position as python-chess knows it: a square for each letter."""
    position = chess.Board(None)
    for unit, square in zip(units, squares, strict=True):
        position.set_piece_at(square, chess.Piece.from_symbol(unit))
    position.turn = turn
    return position
