"""How the pieces move, for all positions of a class at once: where a unit has a move into a set of positions."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Flags: TypeAlias = npt.NDArray[np.bool_]
"""A set of positions: an axis of 64 squares for each unit."""
Step: TypeAlias = tuple[int, int]
"""Files to the right and ranks up."""

STRAIGHT: list[Step] = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL: list[Step] = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS: list[Step] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def at(fixed: dict[int, int]) -> tuple[int | slice, ...]:
    """The index of all positions in which the units of some axes stand on given squares."""
    return tuple(fixed.get(axis, slice(None)) for axis in range(max(fixed) + 1))


def places_before(unit: str, axis: int, quiet: Flags, captures: dict[int, Flags]) -> Flags:
    """Where a unit, which stands on one axis, has a move into a set of positions.

    `quiet` holds what a move without capture leads to; two units never share a square in it. `captures` holds, by the
    axis of the unit that is captured, what its capture leads to, in an array without that axis. Checks are not looked
    at: whoever asks leaves illegal positions out of the set.
    """
    after = np.ascontiguousarray(np.moveaxis(quiet, axis, 0))
    taken = {
        other - (other > axis): np.ascontiguousarray(np.moveaxis(flags, axis - (other < axis), 0))
        for other, flags in captures.items()
    }
    if unit in "Pp":
        before = _pawn(1 if unit == "P" else -1, after, taken)
    else:
        landing = after.copy()
        for other, flags in taken.items():
            for square in range(64):
                landing[square][at({other: square})] = flags[square]
        before = _piece(unit.upper(), landing)
    return np.moveaxis(before, 0, axis)


def _piece(kind: str, landing: Flags) -> Flags:
    before = np.zeros_like(landing)
    if kind in "KN":
        for step in LEAPS if kind == "N" else STRAIGHT + DIAGONAL:
            for square in range(64):
                target = _beside(square, step)
                if target is not None:
                    before[square] |= landing[target]
    else:
        for step in {"Q": STRAIGHT + DIAGONAL, "R": STRAIGHT, "B": DIAGONAL}[kind]:
            _slide(step, landing, before)
    return before


def _slide(step: Step, landing: Flags, before: Flags) -> None:
    """Add the moves in one direction: to the next square, or over it, if it is empty, as far as from there."""
    from_there: dict[int, Flags] = {}
    for square in sorted(range(64), key=lambda square: (square % 8) * step[0] + (square // 8) * step[1], reverse=True):
        target = _beside(square, step)
        if target is None:
            continue
        reached = landing[target].copy()
        if target in from_there:
            reached |= _where_empty(from_there[target], target)
        before[square] |= reached
        from_there[square] = reached


def _pawn(up: int, after: Flags, taken: dict[int, Flags]) -> Flags:
    before = np.zeros_like(after)
    for square in range(8, 56):
        target = square + 8 * up
        before[square] |= after[target]
        if square // 8 == (1 if up == 1 else 6):
            before[square] |= _where_empty(after[target + 8 * up], target)
        for file in (-1, 1):
            target_beside = _beside(square, (file, up))
            if target_beside is not None:
                for other, flags in taken.items():
                    before[square][at({other: target_beside})] |= flags[target_beside]
    return before


def _where_empty(flags: Flags, square: int) -> Flags:
    """Those in which none of the other units stands on a square."""
    left = flags.copy()
    for axis in range(flags.ndim):
        left[at({axis: square})] = False
    return left


def _beside(square: int, step: Step) -> int | None:
    file, rank = square % 8 + step[0], square // 8 + step[1]
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else None
