"""The pieces that an answer is sent in, and what a fault may do with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar


class Stop(Enum):
    """How an answer can stop instead of going on."""

    EOF = auto()
    """An orderly end of the answer, wherever it is."""
    CUT = auto()
    """The connection closes without the end mark of the chunked answer."""
    SHORT = auto()
    """The connection closes in a chunk that was announced as longer."""
    GARBLED = auto()
    """Where the size of the next chunk should be, there is something else."""
    RESET = auto()
    """The connection is reset (TCP RST)."""
    SILENCE = auto()
    """The connection stays open, and nothing comes any more: no line, no keepalive."""

    def __repr__(self) -> str:
        return f"Stop.{self.name}"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes that are written at once.

    Attributes:
        data: A line of a stream, or a game in PGN, or a whole answer, with the end mark that belongs to it.
        line: The number of the line in its answer, from 0; keepalives have none.
        final: Whether it tells how the game of a stream ended.
        before: The line before it as it should have been.
    """

    data: bytes
    line: int | None = None
    final: bool = False
    before: bytes = b""


Step = Chunk | Stop


class Fault:
    """The base of all faults: changes nothing.

    `harmless` faults leave the games as they are: in the end a correct client still arrives at the complete record.
    The others change what is true. `cuts` are faults that leave the bytes as they are, but cut them into other pieces:
    they come after all others.
    """

    harmless: ClassVar[bool] = True
    cuts: ClassVar[bool] = False

    def at_open(self) -> Stop | None:
        """How the answer stops right after its header, if it does."""
        return None

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
