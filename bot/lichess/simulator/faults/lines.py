"""Faults that strike an answer between its lines: it stops, or lines are lost, doubled, or come that should not.

The lines of a broadcast are its games in PGN; an answer in one piece is one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from bot.lichess.simulator.faults.base import Chunk, Fault, Step, Stop
from bot.lichess.simulator.faults.edits import decoded, edited, with_status, without


@dataclass(frozen=True)
class StopAt(Fault):
    """The answer stops before a line (`keep="nothing"`), in its middle, or within a character of several bytes."""

    line: int
    stop: Stop = Stop.EOF
    keep: Literal["nothing", "half", "half_character"] = "nothing"

    def at_open(self) -> Stop | None:
        """Nothing at all comes of an answer that stops before its first line."""
        return self.stop if self.line == 0 and self.keep == "nothing" else None

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The beginning of the line that is kept, then the stop."""
        if chunk.line is None or chunk.line < self.line:
            yield chunk
            return
        if self.keep != "nothing":
            half = _half_character(chunk) if self.keep == "half_character" else chunk.data[: len(chunk.data) // 2]
            yield replace(chunk, data=half)
        yield self.stop


def _half_character(chunk: Chunk) -> bytes:
    """A beginning of the chunk that ends in the middle of an é."""
    accented = edited(chunk, lambda message: message | {"note": "é"}).data
    if "é".encode() not in accented:
        accented = chunk.data[: len(chunk.data) // 2] + "é".encode()
    return accented[: accented.rindex("é".encode()) + 1]


@dataclass(frozen=True)
class StopWhenIdle(Fault):
    """Where the first keepalive should come, the stream stops."""

    stop: Stop = Stop.SILENCE

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The stop for a keepalive."""
        yield self.stop if chunk.line is None else chunk


@dataclass(frozen=True)
class Duplicate(Fault):
    """A line comes twice."""

    line: int

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The line, and the line again."""
        yield chunk
        if chunk.line == self.line:
            yield chunk


@dataclass(frozen=True)
class Lose(Fault):
    """Lines are lost: for a reader who rested so long that the server's queue for him ran over.

    With the `count` None all from `line` on: nothing but keepalives comes any more.
    """

    line: int
    count: int | None = 1

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """Nothing for the lost lines."""
        end = float("inf") if self.count is None else self.line + self.count
        if chunk.line is None or not self.line <= chunk.line < end:
            yield chunk


@dataclass(frozen=True)
class DropHead(Fault):
    """Of a burst of lines some in the middle are lost.

    After `passed` lines the reader rests; of the others the server's queue keeps the newest `queue`, as it drops the
    oldest. At Lichess a queue holds max(16, plies + 3) lines of a move stream, 32 of an own game, 150 of a stream of
    games.
    """

    queue: int = 16
    passed: int = 1

    def rewrite(self, steps: Iterable[Step]) -> Iterator[Step]:
        """The burst without its lost lines."""
        burst = list(steps)
        kept = max(self.passed, len(burst) - self.queue)
        yield from burst[: self.passed] + burst[kept:]


@dataclass(frozen=True)
class FinalLine(Fault):
    """The line that tells the end comes `times` times: 0, the stream just ends, or more than once."""

    times: int

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The final line so many times."""
        for _ in range(self.times if chunk.final else 1):
            yield chunk


@dataclass(frozen=True)
class AbortAfterFinal(Fault):
    """After the line that tells the end another one says that the game was aborted, which it was not."""

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The final line, then the wrong one."""
        yield chunk
        if chunk.final:
            yield edited(chunk, lambda message: with_status(without(message, {"winner"}), 25, "aborted"))


@dataclass(frozen=True)
class UnknownLine(Fault):
    """Before a JSON line comes one of a type that nobody knows."""

    line: int
    data: bytes = b'{"type":"futureType","t":"futureType","d":{"x":1}}\n'

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The unknown line, then the right one."""
        if chunk.line == self.line and decoded(chunk.data) is not None:
            yield Chunk(self.data)
        yield chunk
