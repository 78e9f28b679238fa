"""What all decoders of ND-JSON streams have in common: bytes in, events out, sans I/O."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from bot.lichess.ndjson import LineSplitter

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Malformed:
    """A line that cannot be used; `reason` is one sentence. `gap` if the game must be read again from its start."""

    reason: str
    gap: bool = False


class Decoder(ABC, Generic[E]):
    """Decodes one connection, line by line; a line that cannot be used is an event, too, and harms no other."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lines = LineSplitter()

    def feed(self, data: bytes) -> list[E | Malformed]:
        """The events that these bytes complete, in order."""
        return [event for line in self._lines.feed(data) for event in self._line(line)]

    def eof(self) -> list[E | Malformed]:
        """The connection has ended; half a line is worth a note."""
        cut = self._lines.rest
        self._lines = LineSplitter()
        return [Malformed("the stream ended in the middle of a line")] if cut.strip() else []

    def _line(self, raw: bytes) -> list[E | Malformed]:
        try:
            return self._read(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return [Malformed(f"a line of {len(raw)} bytes is not understood: {error}")]

    @abstractmethod
    def _read(self, raw: bytes) -> list[E | Malformed]:
        """The events of a line; raises what msgspec raises where it cannot be decoded."""
