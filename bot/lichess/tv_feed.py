"""The feed of a TV channel, sans I/O: bytes in, events out.

It shows one game after another from the middle on, without delay and without signs of life. Takebacks show only as a
position that goes back, the end of a game only by the next one.
"""

from dataclasses import dataclass
from urllib.parse import quote

import msgspec

from bot.lichess.decoder import Decoder, Malformed
from bot.lichess.ids import GameId
from bot.updates import Clocks


def feed_path(channel: str) -> str:
    """Where the feed of a channel is; "best" is the one that has no name there."""
    return "/api/tv/feed" if channel == "best" else f"/api/tv/{quote(channel, safe='')}/feed"


@dataclass(frozen=True, slots=True)
class Featured:
    """A game is on show from now on, with this position."""

    id: str
    fen: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The next position of the game on show; `last_move` is a hint that leaves out promotions."""

    fen: str
    last_move: str | None
    clocks: Clocks


@dataclass(frozen=True, slots=True)
class Over:
    """The game on show has ended."""


Event = Featured | Shown | Over | Malformed


class _Message(msgspec.Struct, frozen=True):
    t: str = ""
    d: msgspec.Raw = msgspec.Raw(b"null")


class _Featured(msgspec.Struct, frozen=True):
    id: GameId
    fen: str


class _Fen(msgspec.Struct, frozen=True):
    fen: str
    lm: str | None = None
    wc: int | None = None
    bc: int | None = None


class TvFeed(Decoder[Event]):
    """Decodes one connection."""

    def _read(self, raw: bytes) -> list[Event]:
        message = msgspec.json.decode(raw, type=_Message)
        match message.t:
            case "featured":
                game = msgspec.json.decode(message.d, type=_Featured)
                return [Featured(game.id, game.fen)]
            case "fen":
                shown = msgspec.json.decode(message.d, type=_Fen)
                return [Shown(shown.fen, shown.lm, Clocks(_milliseconds(shown.wc), _milliseconds(shown.bc)))]
            case "end":
                return [Over()]
            case _:
                return []  # a message of a kind that does not exist yet


def _milliseconds(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * 1000
