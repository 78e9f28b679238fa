"""Faults that strike a stream on its way: it stops, or its lines are spoiled, lost or doubled."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from bot.lichess.simulator.faults.base import Chunk, Fault, Step, Stop


@dataclass(frozen=True)
class StopAt(Fault):
    """The stream stops before a line (`keep="nothing"`), in its middle, or within a character of several bytes."""

    line: int
    stop: Stop = Stop.EOF
    keep: Literal["nothing", "half", "half_character"] = "nothing"

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The beginning of the line that is kept, then the stop."""
        if chunk.line is None or chunk.line < self.line:
            yield chunk
            return
        if self.keep == "half":
            yield replace(chunk, data=chunk.data[: len(chunk.data) // 2])
        elif self.keep == "half_character":
            accented = _with_keys(chunk, {"note": "é"}).data
            yield replace(chunk, data=accented[: accented.index("é".encode()) + 1])
        yield self.stop


@dataclass(frozen=True)
class ByteByByte(Fault):
    """Every byte comes alone."""

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """One chunk a byte."""
        for byte in chunk.data:
            yield replace(chunk, data=bytes((byte,)))


@dataclass(frozen=True)
class OneChunk(Fault):
    """Lines that are due together come in one chunk."""

    def rewrite(self, steps: Iterable[Step]) -> Iterator[Step]:
        """The chunks joined, stops after them."""
        chunks: list[Chunk] = []
        for step in steps:
            if isinstance(step, Chunk):
                chunks.append(step)
                continue
            yield from self._joined(chunks)
            chunks = []
            yield step
        yield from self._joined(chunks)

    def _joined(self, chunks: list[Chunk]) -> Iterator[Step]:
        if chunks:
            yield replace(chunks[-1], data=b"".join(chunk.data for chunk in chunks))


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
    """Lines are lost, as Lichess loses the oldest ones for a client that reads too slowly."""

    line: int
    count: int = 1

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """Nothing for the lost lines."""
        if chunk.line is None or not self.line <= chunk.line < self.line + self.count:
            yield chunk


@dataclass(frozen=True)
class FinalLine(Fault):
    """The line that tells the end comes `times` times: 0, the stream just ends, or more than once."""

    times: int

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The final line so many times."""
        for _ in range(self.times if chunk.final else 1):
            yield chunk


@dataclass(frozen=True)
class ExtraKeys(Fault):
    """Every line carries keys that nobody knows."""

    keys: tuple[tuple[str, Any], ...] = (("futureKey", {"nested": [1, 2, 3]}), ("note", "é"))

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The line with the keys."""
        yield chunk if chunk.line is None else _with_keys(chunk, dict(self.keys))


@dataclass(frozen=True)
class UnknownLine(Fault):
    """Before a line comes one of a type that nobody knows."""

    line: int
    data: bytes = b'{"t":"futureType","d":{"x":1}}\n'

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The unknown line, then the right one."""
        if chunk.line == self.line:
            yield Chunk(self.data)
        yield chunk


@dataclass(frozen=True)
class UnknownStatus(Fault):
    """The game ends with a status that did not exist when the client was written."""

    id: int = 61
    name: str = "futureEnd"

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The final line with another status."""
        yield _with_keys(chunk, {"status": {"id": self.id, "name": self.name}}) if chunk.final else chunk


def _with_keys(chunk: Chunk, keys: dict[str, Any]) -> Chunk:
    line = json.dumps(json.loads(chunk.data) | keys, ensure_ascii=False, separators=(",", ":"))
    return replace(chunk, data=line.encode() + b"\n")
