"""The stream of what happens to the owner of a token, sans I/O: bytes in, events out. Only games count here."""

from dataclasses import dataclass

import msgspec

from bot.lichess.ndjson import LineSplitter
from bot.lichess.own_wire import Compat, EventGame, EventLine

PATH = "/api/stream/event"


@dataclass(frozen=True, slots=True)
class Began:
    """A game has begun, or was under way when the stream was opened."""

    id: str
    compat: Compat


@dataclass(frozen=True, slots=True)
class Ended:
    """A game has ended."""

    id: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """A line that cannot be used; `reason` is one sentence."""

    reason: str


Event = Began | Ended | Malformed


class EventStream:
    """Decodes one connection."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lines = LineSplitter()
        self._line_decoder = msgspec.json.Decoder(EventLine)
        self._game_decoder = msgspec.json.Decoder(EventGame)

    def feed(self, data: bytes) -> list[Event]:
        """The events that these bytes complete, in order."""
        return [event for line in self._lines.feed(data) for event in self._line(line)]

    def eof(self) -> list[Event]:
        """The connection has ended; half a line is worth a note."""
        cut = self._lines.rest.strip()
        return [Malformed("the stream ended in the middle of a line")] if cut else []

    def _line(self, raw: bytes) -> list[Event]:
        try:
            line = self._line_decoder.decode(raw)
            if line.type not in ("gameStart", "gameFinish"):
                return []  # a challenge, or a message of a kind that does not exist yet
            game = self._game_decoder.decode(line.game)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return [Malformed(f"a line of {len(raw)} bytes is not understood: {error}")]
        return [Began(game.game_id, game.compat) if line.type == "gameStart" else Ended(game.game_id)]
