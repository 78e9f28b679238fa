"""The public move stream of a game, sans I/O: bytes in, events out.

The stream shows positions three plies late. It never shows draw offers, and takebacks only as a position that goes
back. Its last line names the status, the winner and the plies of draw offers.
"""

from dataclasses import dataclass

import chess
import msgspec

from bot.lichess.decoder import Decoder, Malformed
from bot.lichess.ndjson import LineSplitter
from bot.lichess.positions import Positions
from bot.lichess.statuses import finish_of, offer_side
from bot.lichess.variants import start_position
from bot.lichess.wire import Line, Player, SideName, player
from bot.updates import Clocks, GameInfo, GameUpdate
from scoring import Finish, OfferEvent

_FIRST_FINISHED_STATUS = 25
_LONGEST_FEN = 100


@dataclass(frozen=True, slots=True)
class Described:
    """The first line: who plays what."""

    info: GameInfo


@dataclass(frozen=True, slots=True)
class Moved:
    """The moves have changed, or been confirmed by a position."""

    moves: tuple[chess.Move, ...]
    clocks: Clocks


@dataclass(frozen=True, slots=True)
class Finished:
    """The last line: how the game ended, and the draw offers made in it."""

    finish: Finish
    offers: tuple[OfferEvent, ...]


Event = Described | Moved | Finished | Malformed


def stream_path(game_id: str) -> str:
    """Where the move stream of a game is."""
    return f"/api/stream/game/{game_id}"


class MoveStream(Decoder[Event]):
    """Decodes one game over as many connections as it takes."""

    def __init__(self, game_id: str, url: str | None = None, known: GameUpdate | None = None) -> None:
        """Take the id the stream must have, the address where people see the game, and what is known of it already."""
        self._id = game_id
        self._url = url
        self._known = known
        super().__init__()
        self._decoder = msgspec.json.Decoder(Line)
        self._positions: Positions | None = None
        self._info: GameInfo | None = None
        self._described = False

    @property
    def moves(self) -> tuple[chess.Move, ...]:
        """All moves so far."""
        return self._positions.moves if self._positions else ()

    def reconnect(self) -> None:
        """A new connection begins: it will describe the game and replay it from the start."""
        self._lines = LineSplitter()
        self._described = False
        if self._positions:
            self._positions.rewind()

    def _read(self, raw: bytes) -> list[Event]:
        line = self._decoder.decode(raw)
        if line.id is not None:
            return self._described_or_finished(line)
        if line.fen is not None:
            return self._position(line.fen, line)
        return []  # a message of a kind that does not exist yet

    def _described_or_finished(self, line: Line) -> list[Event]:
        if line.id != self._id:
            return [Malformed("the server speaks of another game than the one asked for")]
        if self._described and line.status and line.status.id >= _FIRST_FINISHED_STATUS:
            return self._finished(line.status.name, line.winner, line.draw_offers)
        if self._described:
            return []
        self._described = True
        if self._info is None:
            try:
                self._info = self._describe(line)
            except ValueError as error:
                return [Malformed(f"the start position is not one: {error}", gap=True)]
            known = self._known if self._known and self._known.info.start == self._info.start else None
            self._positions = Positions(self._info.start, known.moves if known else ())
            self._positions.rewind()
        return [Described(self._info)]

    def _describe(self, line: Line) -> GameInfo:
        variant = line.variant.key if line.variant else "standard"
        start = start_position(variant, line.initial_fen)
        white, black = (line.players.white, line.players.black) if line.players else (Player(), Player())
        return GameInfo(player(white), player(black), variant, line.speed or "", start, self._url)

    def _position(self, fen: str, line: Line) -> list[Event]:
        if self._positions is None:
            return [Malformed("a position came before the description of the game", gap=True)]
        if self._positions.add(fen, line.lm) is None:
            return [Malformed(f"no move leads to the position {fen[:_LONGEST_FEN]}", gap=True)]
        if not self._positions.at_end:
            return []
        return [Moved(self.moves, Clocks(_milliseconds(line.wc), _milliseconds(line.bc)))]

    def _finished(self, status: str, winner: SideName | None, offers: list[int]) -> list[Event]:
        finish = finish_of(status, winner)
        if finish is None or self._info is None:
            return []
        start = self._info.start
        plies = (ply - start.ply() for ply in offers)  # Lichess counts on from the start position's own ply
        return [Finished(finish, tuple(OfferEvent(ply, offer_side(ply, start.turn)) for ply in plies))]


def _milliseconds(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * 1000
