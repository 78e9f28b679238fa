"""The feed of a TV channel: one game at a time, from the middle on and without any delay."""

from __future__ import annotations

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.state import State
from bot.lichess.simulator.statuses import COLOR_NAMES
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.views.move_stream import Line, PositionLine, position_line
from bot.lichess.simulator.views.tv_channels import ranked, rating, stronger_side
from bot.lichess.simulator.views.wire import User, Wire, color_name, user
from bot.lichess.simulator.world import World


class TvPlayer(Wire, kw_only=True, frozen=True):
    """A player; `seconds` is what both clocks showed at the start of the game: wrong soon, if not at once."""

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


class Ending(Wire, kw_only=True, frozen=True):
    """How the game on show has ended."""

    status: str
    winner: str | None = None


class EndMessage(msgspec.Struct, frozen=True, tag_field="t", tag="end"):
    """The game on show has ended."""

    d: Ending


class TvFeed:
    """What a feed sends about one game: `open` when it is chosen, `feed` after each of its events.

    Nothing tells a takeback, and unless the switch `tv_end` is set nothing the end: the feed goes on with the next
    game.
    """

    def __init__(self, game: Game, switches: Switches) -> None:
        self._game = game
        self._switches = switches
        self._plies = 0
        self.ended = False

    def open(self, state: State) -> list[Line]:
        """The announcement of the game."""
        self._plies, self.ended = state.plies, not state.playable
        featured = Featured(
            id=self._game.id,
            orientation=COLOR_NAMES[stronger_side(self._game)],
            players=[self._player(side) for side in chess.COLORS],
            fen=state.positions[-1].fen,
        )
        return [Line(msgspec.json.encode(FeaturedMessage(featured)))]

    def feed(self, state: State) -> list[Line]:
        """A line for each new position."""
        positions = state.positions[self._plies + 1 :]
        self._plies, self.ended = state.plies, not state.playable
        messages: list[msgspec.Struct] = [FenMessage(position_line(p, self._switches)) for p in positions]
        if self.ended and self._switches.tv_end:
            messages.append(EndMessage(Ending(status=state.status.name, winner=color_name(state.winner))))
        return [Line(msgspec.json.encode(message)) for message in messages]

    def _player(self, side: chess.Color) -> TvPlayer:
        player, control = self._game.player(side), self._game.control
        return TvPlayer(
            color=COLOR_NAMES[side],
            user=user(player),
            ai=player.ai_level,
            rating=player.rating,
            seconds=control.start_ms // 1000 if control else None,
        )


class ChannelFeed:
    """One client's feed of a channel, without I/O: it never ends.

    The feed stays with its game until the game ends, or until a higher rated one begins.
    """

    def __init__(self, channel: str, switches: Switches) -> None:
        self._channel = channel
        self._switches = switches
        self._game: Game | None = None
        self._seen = 0
        self._view: TvFeed | None = None
        self._creation_ms: int | None = None
        self.ended = False

    @property
    def due_ms(self) -> int | None:
        """When something happens in the game on show or another begins; None if nothing is planned."""
        event_ms = self._game.due_ms(self._seen) if self._game else None
        return min((time for time in (event_ms, self._creation_ms) if time is not None), default=None)

    def news(self, world: World) -> list[Line]:
        """The lines that are due now."""
        now_ms = world.clock.now_ms()
        lines = self._go_on(world.get(self._game.id) if self._game else None, now_ms)
        best = next(iter(ranked(world.running(), self._channel)), None)
        if best and (self._game is None or rating(best) > rating(self._game)):
            self._game, self._seen = best, best.events_by(now_ms)
            self._view = TvFeed(best, self._switches)
            lines += self._view.open(best.states[self._seen])
        self._creation_ms = world.next_creation_ms()
        return lines

    def _go_on(self, latest: Game | None, now_ms: int) -> list[Line]:
        """What has happened in the game on show; it is on show no longer once it has ended."""
        if self._view is None or latest is None:
            self._game = self._view = None
            return []
        self._game, before = latest, self._seen
        self._seen = latest.events_by(now_ms)
        view = self._view
        lines = [line for state in latest.states[before + 1 : self._seen + 1] for line in view.feed(state)]
        if view.ended:
            self._game = self._view = None
        return lines
