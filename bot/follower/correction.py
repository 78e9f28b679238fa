"""A score that changed after the game was over, and why: nobody has to find that out by comparing."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

import chess

from bot.updates import GameUpdate
from scoring import BookAnswer, Decision

Cause = Literal["moves", "ending", "offers", "rules", "book"]
Points: TypeAlias = Mapping[chess.Color, Fraction] | None
"""None for a void game."""


class Given(NamedTuple):
    """A result that was given, its points, and what they rest on."""

    update: GameUpdate
    decision: Decision | None
    points: Points
    book: BookAnswer


@dataclass(frozen=True, slots=True)
class Correction:
    """What a finished game's points were and became, and what made the difference."""

    cause: Cause
    before: Points
    after: Points
    at_ms: int


class Results:
    """The results that were given of a game, and their corrections."""

    def __init__(self) -> None:
        """Begin without any."""
        self.corrections: list[Correction] = []
        self._given: Given | None = None

    def give(self, is_now: Given, at_ms: int) -> None:
        """Note what is given, and a correction if another score was given before.

        A result is corrected once when the book has answered, not after each of its answers.
        """
        was = self._given
        if was and was.decision and was.update is is_now.update and is_now.book.provisional:
            return
        self._given = is_now
        if was and was.decision and is_now.decision and was.points != is_now.points:
            self.corrections.append(Correction(_cause(was, is_now), was.points, is_now.points, at_ms))


def _cause(was: Given, is_now: Given) -> Cause:
    if was.update.moves != is_now.update.moves:
        return "moves"
    if was.decision and is_now.decision and was.decision.outcome != is_now.decision.outcome:
        return "ending"
    return "book" if was.book.ply != is_now.book.ply else "offers"
