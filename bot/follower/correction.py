"""A score that changed after the game was over, and why: nobody has to find that out by comparing."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import chess

from bot.updates import GameUpdate
from scoring import Decision

Cause = Literal["moves", "ending", "offers", "rules", "book"]
Points: TypeAlias = Mapping[chess.Color, Fraction] | None
Told: TypeAlias = tuple[Decision | None, Points]
"""A result and its points; None for a void game."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a finished game's points were and became, and what made the difference."""

    cause: Cause
    before: Points
    after: Points
    at_ms: int


def correction(before: GameUpdate, after: GameUpdate, was: Told, is_now: Told, at_ms: int) -> Correction:
    """Compare what was known at the end with what is known now."""
    return Correction(_cause(before, after, was[0], is_now[0]), was[1], is_now[1], at_ms)


def _cause(before: GameUpdate, after: GameUpdate, was: Decision | None, is_now: Decision | None) -> Cause:
    if before.moves != after.moves:
        return "moves"
    if was and is_now and was.outcome != is_now.outcome:
        return "ending"
    return "offers"
