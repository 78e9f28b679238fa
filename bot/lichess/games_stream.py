"""The stream that tells when games of named users begin and end, sans I/O: bytes in, events out. It tells no moves."""

from dataclasses import dataclass

import msgspec

from bot.lichess.ids import GameId
from bot.lichess.ndjson import LineSplitter

PATH = "/api/stream/games-by-users"
MAX_USERS = 300
_FIRST_FINISHED_STATUS = 25


@dataclass(frozen=True, slots=True)
class Began:
    """A game has begun, or was under way when the stream was opened."""

    id: str


@dataclass(frozen=True, slots=True)
class Ended:
    """A game has ended."""

    id: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """A line that cannot be used; `reason` is one sentence."""

    reason: str


Event = Began | Ended | Malformed


class _Line(msgspec.Struct, frozen=True):
    id: GameId | None = None
    status: int = 0


class GamesStream:
    """Decodes one connection."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lines = LineSplitter()
        self._decoder = msgspec.json.Decoder(_Line)

    def feed(self, data: bytes) -> list[Event]:
        """The events that these bytes complete, in order."""
        return [event for line in self._lines.feed(data) for event in self._line(line)]

    def eof(self) -> list[Event]:
        """The connection has ended; half a line is worth a note."""
        cut = self._lines.rest.strip()
        return [Malformed("the stream ended in the middle of a line")] if cut else []

    def _line(self, raw: bytes) -> list[Event]:
        try:
            line = self._decoder.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return [Malformed(f"a line of {len(raw)} bytes is not understood: {error}")]
        if line.id is None:
            return []  # a message of a kind that does not exist yet
        return [Ended(line.id) if line.status >= _FIRST_FINISHED_STATUS else Began(line.id)]
