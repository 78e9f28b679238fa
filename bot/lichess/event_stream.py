"""The stream of what happens to the owner of a token, sans I/O: bytes in, events out. Only games count here."""

from dataclasses import dataclass

import msgspec

from bot.lichess.decoder import Decoder, Malformed
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


Event = Began | Ended | Malformed


class EventStream(Decoder[Event]):
    """Decodes one connection."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self._line_decoder = msgspec.json.Decoder(EventLine)
        self._game_decoder = msgspec.json.Decoder(EventGame)

    def _read(self, raw: bytes) -> list[Event]:
        line = self._line_decoder.decode(raw)
        if line.type not in ("gameStart", "gameFinish"):
            return []  # a challenge, or a message of a kind that does not exist yet
        game = self._game_decoder.decode(line.game)
        return [Began(game.game_id, game.compat) if line.type == "gameStart" else Ended(game.game_id)]
