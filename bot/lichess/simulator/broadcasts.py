"""Broadcasts: tournaments over the board, relayed round by round and board by board.

A board (Lichess calls it a chapter) is the list of its versions. Unlike a game on Lichess it may become anything from
one version to the next: moves come, but clocks are corrected too, moves are deleted or replaced, and boards vanish.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import chess

from bot.lichess.simulator.variants import VARIANTS, new_board


@dataclass(frozen=True, slots=True)
class BoardMove:
    """A move on a board, with the mover's clock after it in seconds if it is known, and what the source remarks."""

    uci: str
    san: str
    clock_s: int | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """What a board shows from a moment on, `at_ms` milliseconds after the begin of its round.

    `tags` are those of the PGN that the source gives, `Result` among them once it is known. A `removed` board shows
    nothing.
    """

    at_ms: int
    tags: Mapping[str, str]
    moves: tuple[BoardMove, ...] = ()
    removed: bool = False

    @property
    def result(self) -> str:
        """The result as PGN writes it."""
        return self.tags.get("Result", "*")

    def start(self) -> chess.Board:
        """The position before the first move."""
        name = self.tags.get("Variant", "Standard").lower()
        key = next((variant.key for variant in VARIANTS.values() if variant.name.lower() == name), "standard")
        return new_board(key, self.tags.get("FEN"))


@dataclass(frozen=True)
class Chapter:
    """A board of a round: its id and its versions in the order of time. Before the first one it does not exist."""

    id: str
    versions: tuple[Version, ...]

    @cached_property
    def _times(self) -> list[int]:
        return [version.at_ms for version in self.versions]

    def versions_by(self, elapsed_ms: int) -> int:
        """How many versions there have been, so many milliseconds after the begin of the round."""
        return bisect_right(self._times, elapsed_ms)

    def due_after(self, elapsed_ms: int) -> int | None:
        """The time of the next version, after the begin of the round too; None if there is none."""
        count = self.versions_by(elapsed_ms)
        return self._times[count] if count < len(self._times) else None

    def shown_at(self, elapsed_ms: int) -> Version | None:
        """What it shows at a time after the begin of the round; None if it does not exist then."""
        count = self.versions_by(elapsed_ms)
        version = self.versions[count - 1] if count else None
        return None if version is None or version.removed else version


@dataclass(frozen=True)
class Named:
    """What a round, a tournament and a group are called."""

    id: str
    name: str

    @property
    def slug(self) -> str:
        """The name in the letters of addresses."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-") or "-"


@dataclass(frozen=True)
class Round(Named):
    """A round of a broadcast. `starts_ms` is milliseconds since 1970 on the simulator's clock, as announced."""

    starts_ms: int
    chapters: tuple[Chapter, ...] = ()

    @cached_property
    def started_ms(self) -> int | None:
        """When the first move is made: only then has the round begun for Lichess. None if there is none."""
        times = (version.at_ms for chapter in self.chapters for version in chapter.versions if version.moves)
        first = min(times, default=None)
        return None if first is None else self.starts_ms + first

    def started(self, now_ms: int) -> bool:
        """Whether the round has begun."""
        return self.started_ms is not None and self.started_ms <= now_ms

    def shown(self, now_ms: int) -> list[tuple[Chapter, Version]]:
        """All boards with what they show now."""
        pairs = ((chapter, chapter.shown_at(now_ms - self.starts_ms)) for chapter in self.chapters)
        return [(chapter, version) for chapter, version in pairs if version]

    def finished_ms(self, now_ms: int) -> int | None:
        """When the last result came; None while the round goes on."""
        shown = self.shown(now_ms)
        if not self.started(now_ms) or not shown or any(version.result == "*" for _, version in shown):
            return None
        return self.starts_ms + max(version.at_ms for _, version in shown)

    def due_ms(self, now_ms: int) -> int | None:
        """When the next version of a board is due; None if there is none."""
        elapsed_ms = now_ms - self.starts_ms
        times = (chapter.due_after(elapsed_ms) for chapter in self.chapters)
        following = min((at_ms for at_ms in times if at_ms is not None), default=None)
        return None if following is None else self.starts_ms + following

    def with_chapter(self, chapter: Chapter) -> Round:
        """The round with one more board, or with another one of the same id."""
        others = {own.id: own for own in self.chapters}
        return replace(self, chapters=tuple((others | {chapter.id: chapter}).values()))


@dataclass(frozen=True)
class Tour(Named):
    """A tournament that is broadcast, round by round."""

    rounds: tuple[Round, ...]
    created_ms: int = 0
    tier: int | None = None


@dataclass(frozen=True)
class Group(Named):
    """Tournaments that belong together, by their ids."""

    tours: tuple[str, ...] = ()
