"""Writing down what happens on a board of a broadcast, for tests and rehearsals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import chess

from bot.lichess.simulator.broadcasts import BoardMove, Chapter, Version


class ChapterScript:
    """A board in the making: every step comes `pace_ms` after the one before.

    `ChapterScript("chapter1").moves("e4 e5", clocks=(5400, None)).delete().tag("Result", "1/2-1/2").chapter()`
    """

    def __init__(
        self,
        chapter_id: str = "chapter1",
        *,
        pace_ms: int = 1000,
        added_ms: int = 0,
        tags: dict[str, str] | None = None,
    ) -> None:
        self._id = chapter_id
        self._pace_ms = pace_ms
        players = {"White": "Amsel, Anna", "Black": "Birke, Bert", "Result": "*"}
        self._versions = [Version(added_ms, players | (tags or {}))]
        self._now_ms = added_ms

    def wait(self, ms: int) -> ChapterScript:
        """Nothing happens for so many milliseconds more."""
        self._now_ms += ms
        return self

    def moves(self, text: str, clocks: Sequence[int | None] = (), comment: str = "") -> ChapterScript:
        """Moves in SAN or UCI, one step each, with the movers' clocks in seconds as far as they are known."""
        words = text.split()
        for word, clock_s in zip(words, [*clocks, *[None] * (len(words) - len(clocks))], strict=True):
            moves = self._last.moves
            self._add((*moves, self._read(moves, word, clock_s, comment)))
        return self

    def clock(self, ply: int, clock_s: int | None) -> ChapterScript:
        """The clock after a ply is corrected."""
        moves = list(self._last.moves)
        moves[ply - 1] = replace(moves[ply - 1], clock_s=clock_s)
        return self._add(tuple(moves))

    def delete(self, plies: int = 1) -> ChapterScript:
        """The last moves are deleted."""
        return self._add(self._last.moves[:-plies])

    def correct(self, ply: int, text: str) -> ChapterScript:
        """The moves from a ply on are replaced by others, in one step."""
        moves = self._last.moves[: ply - 1]
        for word in text.split():
            moves = (*moves, self._read(moves, word, None, ""))
        return self._add(moves)

    def tag(self, name: str, value: str) -> ChapterScript:
        """A tag of the PGN is set, `Result` for example."""
        return self._add(tags={**self._last.tags, name: value})

    def reset(self) -> ChapterScript:
        """All moves are deleted, and the result with them."""
        return self._add((), tags={**self._last.tags, "Result": "*"})

    def remove(self) -> ChapterScript:
        """The board vanishes; a further step brings it back."""
        return self._add(removed=True)

    def chapter(self) -> Chapter:
        """The board as written so far."""
        return Chapter(self._id, tuple(self._versions))

    @property
    def _last(self) -> Version:
        return self._versions[-1]

    def _read(self, before: tuple[BoardMove, ...], word: str, clock_s: int | None, comment: str) -> BoardMove:
        board = self._last.start()
        for move in before:
            board.push_uci(move.uci)
        return board_move(board, board.parse_san(word), clock_s, comment)

    def _add(
        self,
        moves: tuple[BoardMove, ...] | None = None,
        tags: Mapping[str, str] | None = None,
        *,
        removed: bool = False,
    ) -> ChapterScript:
        self._now_ms += self._pace_ms
        last = self._last
        moves, tags = last.moves if moves is None else moves, last.tags if tags is None else tags
        self._versions.append(Version(self._now_ms, tags, moves, removed))
        return self


def board_move(board: chess.Board, move: chess.Move, clock_s: int | None, comment: str = "") -> BoardMove:
    """A move that is about to be made on a board."""
    return BoardMove(board.uci(move), board.san(move), clock_s, comment)
