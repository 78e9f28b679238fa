"""The TV feed: one game at a time, from the middle on and without any delay."""

from __future__ import annotations

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.state import State
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.views.move_stream import Line, PositionLine, position_line
from bot.lichess.simulator.views.wire import User, Wire, color_name, round_seconds, user


class TvPlayer(Wire, kw_only=True, frozen=True):
    """A player; `seconds` is his clock when the game was chosen and soon wrong."""

    color: str
    user: User | None = None
    ai: int | None = None
    rating: int | None = None
    seconds: int | None = None


class Featured(Wire, kw_only=True, frozen=True):
    """The game that the feed shows from now on."""

    id: str
    orientation: str
    players: list[TvPlayer]
    fen: str


class FeaturedMessage(msgspec.Struct, frozen=True, tag_field="t", tag="featured"):
    """Another game is shown."""

    d: Featured


class FenMessage(msgspec.Struct, frozen=True, tag_field="t", tag="fen"):
    """A move was made."""

    d: PositionLine


class TvFeed:
    """What a feed sends about one game: `open` when it is chosen, `feed` after each of its events.

    Nothing tells a takeback or the end: the feed goes on with the next game.
    """

    def __init__(self, game: Game, switches: Switches) -> None:
        self._game = game
        self._switches = switches
        self._plies = 0
        self.ended = False

    def open(self, state: State) -> list[Line]:
        """The announcement of the game."""
        self._plies, self.ended = state.plies, not state.playable
        position = state.positions[-1]
        both = ((chess.WHITE, position.white_ms), (chess.BLACK, position.black_ms))
        players = [self._player(side, clock_ms) for side, clock_ms in both]
        featured = Featured(id=self._game.id, orientation="white", players=players, fen=position.fen)
        return [Line(msgspec.json.encode(FeaturedMessage(featured)))]

    def feed(self, state: State) -> list[Line]:
        """A line for each new position."""
        positions = state.positions[self._plies + 1 :]
        self._plies, self.ended = state.plies, not state.playable
        return [Line(msgspec.json.encode(FenMessage(position_line(p, self._switches)))) for p in positions]

    def _player(self, side: chess.Color, clock_ms: int | None) -> TvPlayer:
        player = self._game.player(side)
        return TvPlayer(
            color=color_name(side) or "",
            user=user(player),
            ai=player.ai_level,
            rating=player.rating,
            seconds=round_seconds(clock_ms),
        )
