"""The stream of the games of one or several broadcast rounds, without I/O."""

from __future__ import annotations

from collections.abc import Iterable

from bot.lichess.simulator.broadcasts import Round, Version
from bot.lichess.simulator.views.broadcast_pgn import PgnOptions, Place, chapter_pgn, round_pgns


class BroadcastStream:
    """One client's stream: `open` once, then `update` whenever something may have happened.

    A game is sent whole whenever it has moves that it had not before, or another tag; nothing tells that a clock was
    corrected, that moves were deleted, or that a board was removed. Before the first move of a round nothing is sent.
    """

    def __init__(self, options: PgnOptions) -> None:
        self._options = options
        self._seen: dict[tuple[str, str], int] = {}

    def open(self, places: Iterable[Place], now_ms: int) -> list[str]:
        """All games of the rounds that have begun."""
        pgns: list[str] = []
        for place in places:
            pgns += round_pgns(place, now_ms, self._options)
            self._seen |= _counts(place.round, now_ms)
        return pgns

    def update(self, places: Iterable[Place], now_ms: int) -> list[str]:
        """The games that changed since the last time, once for each change, in the order of time."""
        changes: list[tuple[int, str]] = []
        for place in places:
            changes += self._changes(place, now_ms)
            self._seen |= _counts(place.round, now_ms)
        return [pgn for _, pgn in sorted(changes, key=lambda change: change[0])]

    def _changes(self, place: Place, now_ms: int) -> Iterable[tuple[int, str]]:
        elapsed_ms = now_ms - place.round.starts_ms
        for chapter in place.round.chapters:
            seen = self._seen.get((place.round.id, chapter.id), 0)
            for index in range(seen, chapter.versions_by(elapsed_ms)):
                before = chapter.versions[index - 1] if index else None
                after = chapter.versions[index]
                at_ms = place.round.starts_ms + after.at_ms
                if place.round.started(at_ms) and is_told(before, after):
                    yield at_ms, chapter_pgn(place, chapter, after, self._options)


def is_told(before: Version | None, after: Version) -> bool:
    """Whether a stream sends a board because of its new version; `before` is None for a new board."""
    if after.removed:
        return False
    if before is None or before.removed:
        return True
    moves_before = [move.uci for move in before.moves]
    moves_after = [move.uci for move in after.moves]
    return before.tags != after.tags or moves_after != moves_before[: len(moves_after)]


def _counts(relayed: Round, now_ms: int) -> dict[tuple[str, str], int]:
    """How many versions of each board there have been, by the ids of the round and the board."""
    elapsed_ms = now_ms - relayed.starts_ms
    return {(relayed.id, chapter.id): chapter.versions_by(elapsed_ms) for chapter in relayed.chapters}
