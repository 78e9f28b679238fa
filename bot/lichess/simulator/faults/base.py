"""The pieces that a stream is sent in, and what a fault may do with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto


class Stop(Enum):
    """How a stream can stop instead of going on."""

    EOF = auto()
    """An orderly end of the answer, wherever it is."""
    CUT = auto()
    """The connection closes without the end mark of the chunked answer."""
    RESET = auto()
    """The connection is reset (TCP RST)."""
    SILENCE = auto()
    """The connection stays open, and nothing comes any more: no line, no keepalive."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes that are written at once. `line` counts the lines of the stream from 0; keepalives have none."""

    data: bytes
    line: int | None = None
    final: bool = False


Step = Chunk | Stop


class Fault:
    """The base of all faults: changes nothing."""

    def rewrite(self, steps: Iterable[Step]) -> Iterator[Step]:
        """The steps to take instead of those that are due at one time."""
        for step in steps:
            if isinstance(step, Chunk):
                yield from self.rewrite_chunk(step)
            else:
                yield step

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The steps to take instead of one chunk."""
        yield chunk
