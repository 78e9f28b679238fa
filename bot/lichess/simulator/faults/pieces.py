"""Faults that leave every byte as it is, but not the pieces in which the bytes come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from bot.lichess.simulator.faults.base import Chunk, Fault, Step


@dataclass(frozen=True)
class ByteByByte(Fault):
    """Every byte comes alone."""

    cuts: ClassVar[bool] = True

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """One chunk a byte."""
        for byte in chunk.data:
            yield replace(chunk, data=bytes((byte,)))


@dataclass(frozen=True)
class OneChunk(Fault):
    """Lines that are due together come in one chunk."""

    cuts: ClassVar[bool] = True

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
class RandomPieces(OneChunk):
    """Lines that are due together come in pieces that know nothing of lines and characters."""

    seed: int

    def _joined(self, chunks: list[Chunk]) -> Iterator[Step]:
        for whole in super()._joined(chunks):
            assert isinstance(whole, Chunk)
            random = Random(f"{self.seed} {whole.line}")
            count = min(len(whole.data) - 1, random.randint(1, 2 * len(chunks) + 1))
            cuts = sorted(random.sample(range(1, len(whole.data)), count))
            for begin, end in zip([0, *cuts], [*cuts, len(whole.data)], strict=True):
                yield replace(whole, data=whole.data[begin:end])


@dataclass(frozen=True)
class Gzip(Fault):
    """The body comes compressed by gzip, whether the client asked for it or not; every line at its time."""
