"""In which round of an event a game is, and at which board."""

from collections import Counter
from typing import Literal, TypeAlias

from bot.events.terms import GameFacts, Terms

RoundBy: TypeAlias = Literal["record", "source", "order", "none"]
"""By what a game got its round: its record, the source it came from, or the order of its players' games."""


def round_of(terms: Terms, game: GameFacts, played: Counter[str]) -> tuple[int | None, int | None, RoundBy]:
    """Round and board: as the record says, as the source is one, else a player's k-th game is round k.

    Of two players the one with more games decides; `played` counts those before by key. An arena has no rounds.
    """
    number, board = round_and_board(game.round)
    if number is not None:
        return number, board, "record"
    if rounds := [terms.rounds_of[origin] for origin in game.origins if origin in terms.rounds_of]:
        return min(rounds), board, "source"
    if terms.kind in ("arena", "league"):
        return None, board, "none"
    return max(played[key] for key in game.pair) + 1, board, "order"


def round_and_board(text: str) -> tuple[int | None, int | None]:
    """Round and board of a tag like "3", "3.2" or "-"; None for what it does not name as a number above 0."""
    parts = [int(part) if part.isascii() and part.isdigit() and len(part) <= 4 else 0 for part in text.split(".")]
    number, board = (*parts, 0)[:2]
    return number or None, (board or None) if number else None
