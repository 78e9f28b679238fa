"""A reader that is shown what hands do, and is asked after every message."""

import copy
from collections.abc import Sequence

import chess

from bot.boards.placement import Placement
from bot.boards.reader import BoardReader
from bot.boards.seen import Seen

STEP_MS = 60
"""How fast hands are within a move."""
REST_MS = 1_500
"""How long nothing moves after a move."""


class Watch:
    """A reader with a time that passes, and everything that it has said about the moves since the last step."""

    def __init__(self, reader: BoardReader) -> None:
        self.reader = reader
        self.now_ms = 0
        self.seen: Seen | None = None
        self.said: list[tuple[chess.Move, ...]] = []

    def copy(self) -> "Watch":
        """Another one that goes on from here."""
        twin = copy.copy(self)
        twin.reader, twin.said = copy.copy(self.reader), []
        return twin

    def show(self, placement: Placement, after_ms: int = STEP_MS, running: chess.Color | None = None) -> Seen:
        """Let time pass, and then the board shows this."""
        self.wait(after_ms)
        return self._take(self.reader.see(placement, self.now_ms, running=running))

    def show_all(self, placements: Sequence[Placement], step_ms: int = STEP_MS) -> Seen:
        """The board shows one after the other."""
        for placement in placements:
            self.show(placement, step_ms)
        assert self.seen
        return self.seen

    def wait(self, ms: int = REST_MS) -> Seen | None:
        """Let time pass; the reader is asked when it wants to be."""
        end_ms = self.now_ms + ms
        while self.seen and self.seen.settle_ms is not None and self.seen.settle_ms < end_ms:
            assert self.seen.settle_ms > self.now_ms or self.now_ms == 0, "asked for a time that is past"
            self.now_ms = self.seen.settle_ms
            self._take(self.reader.tick(self.now_ms))
        self.now_ms = end_ms
        return self.seen

    def _take(self, seen: Seen) -> Seen:
        if not self.said or self.said[-1] != seen.moves:
            self.said.append(seen.moves)
        self.seen = seen
        return seen
