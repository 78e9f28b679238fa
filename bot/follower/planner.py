"""Who gets one of the few move streams: a pure decision, made anew whenever something changes."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A game that could be followed by a move stream. `rank` 0 comes first; `order` counts the games as found."""

    id: str
    rank: int
    found_ms: int
    order: int
    has_stream: bool


def allot(candidates: Iterable[Candidate], streams: int) -> list[str]:
    """The games that get a stream: by rank, among equals those that have one already, then those found last.

    What was found last has most of its moves before it: the slot need not move on so soon.
    """
    first = sorted(candidates, key=lambda game: (game.rank, not game.has_stream, -game.found_ms, game.order))
    return [game.id for game in first[:streams]]
