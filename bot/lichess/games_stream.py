"""The stream that tells when games of named users begin and end, sans I/O: bytes in, events out. It tells no moves."""

from dataclasses import dataclass

import msgspec

from bot.lichess.decoder import Decoder, Malformed
from bot.lichess.ids import GameId

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


Event = Began | Ended | Malformed


class _Line(msgspec.Struct, frozen=True):
    id: GameId | None = None
    status: int = 0


class GamesStream(Decoder[Event]):
    """Decodes one connection."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self._decoder = msgspec.json.Decoder(_Line)

    def _read(self, raw: bytes) -> list[Event]:
        line = self._decoder.decode(raw)
        if line.id is None:
            return []  # a message of a kind that does not exist yet
        return [Ended(line.id) if line.status >= _FIRST_FINISHED_STATUS else Began(line.id)]
