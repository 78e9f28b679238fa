"""The streams that tell when games begin and end, and nothing in between, without I/O."""

from __future__ import annotations

from collections.abc import Callable

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.state import State
from bot.lichess.simulator.views.export_json import ClockObject, clock_object
from bot.lichess.simulator.views.move_stream import Line
from bot.lichess.simulator.views.own_game import OwnGameEvent, own_game
from bot.lichess.simulator.views.wire import Wire, color_name
from bot.lichess.simulator.world import World


class WatchedPlayer(Wire, kw_only=True, frozen=True):
    """A player, by his user id."""

    user_id: str | None = None
    rating: int | None = None
    provisional: bool = False
    ai: int | None = None


class WatchedPlayers(msgspec.Struct, frozen=True):
    """Both players."""

    white: WatchedPlayer
    black: WatchedPlayer


class WatchedGame(Wire, kw_only=True, frozen=True):
    """A game with its status, without moves. Unlike in other streams the status is a number and a name apart."""

    id: str
    rated: bool
    variant: str
    speed: str
    perf: str
    created_at: int
    status: int
    status_name: str
    initial_fen: str | None = None
    clock: ClockObject | None = None
    days_per_turn: int | None = None
    players: WatchedPlayers
    winner: str | None = None


Describe = Callable[[Game, State, int], bytes]
"""A line about a game in a state, so many milliseconds after its creation."""


class GamesStream:
    """One client's stream: a line when a game that it wants has begun, and one when it is over.

    Args:
        wanted: Whether a game belongs to the stream.
        describe: How a game is told.
        first: Which games that were there before are told at once: `none`, those `running`, or `all`.
    """

    def __init__(self, wanted: Callable[[Game], bool], describe: Describe, first: str) -> None:
        self._wanted = wanted
        self._describe = describe
        self._first = first
        self._opened = False
        self._running: set[str] = set()
        self._told: set[str] = set()
        self._due_ms: int | None = None
        self.ended = False

    @property
    def due_ms(self) -> int | None:
        """When the next line may be due, on the simulator's clock."""
        return self._due_ms

    def news(self, world: World) -> list[Line]:
        """The lines that are due now."""
        now_ms = world.clock.now_ms()
        games = [game for game in world.created() if self._wanted(game)]
        lines: list[Line] = []
        for game in games:
            lines += self._game_news(game, now_ms)
        self._opened = True
        times = (game.due_ms(game.events_by(now_ms)) for game in games if game.id in self._running)
        planned = (*times, world.next_creation_ms())
        self._due_ms = min((time for time in planned if time is not None), default=None)
        return lines

    def _game_news(self, game: Game, now_ms: int) -> list[Line]:
        state = game.state_at(now_ms)
        lines: list[Line] = []
        if game.id not in self._told:
            self._told.add(game.id)
            lines += self._beginning(game, state, now_ms)
        if game.id in self._running and state.status.over:
            self._running.discard(game.id)
            lines.append(self._line(game, state, now_ms))
        return lines

    def _beginning(self, game: Game, state: State, now_ms: int) -> list[Line]:
        if state.status.over and (not self._opened or self._first == "all"):
            return [self._line(game, state, now_ms)] if self._first == "all" else []
        self._running.add(game.id)
        if not self._opened and self._first == "none":
            return []
        begun = game.states[0] if state.status.over else state
        return [self._line(game, begun, now_ms)]

    def _line(self, game: Game, state: State, now_ms: int) -> Line:
        return Line(self._describe(game, state, now_ms - game.created_ms), state.status.over)


def watched_game(game: Game, state: State, _at_ms: int) -> bytes:
    """A line of the streams that anybody may open."""
    return msgspec.json.encode(
        WatchedGame(
            id=game.id,
            rated=game.rated,
            variant=game.variant,
            speed=game.speed,
            perf=game.perf,
            created_at=game.created_ms,
            status=state.status.id,
            status_name=state.status.name,
            initial_fen=game.initial_fen,
            clock=clock_object(game),
            days_per_turn=game.days_per_turn,
            players=WatchedPlayers(_player(game, chess.WHITE), _player(game, chess.BLACK)),
            winner=color_name(state.winner),
        )
    )


def own_game_event(user_id: str) -> Describe:
    """How the event stream tells the games of a user."""

    def describe(game: Game, state: State, at_ms: int) -> bytes:
        side = game.side_of(user_id)
        if side is None:
            raise ValueError(f"game {game.id}: {user_id} does not play it")
        kind = "gameFinish" if state.status.over else "gameStart"
        return msgspec.json.encode(OwnGameEvent(kind, own_game(game, side, state, at_ms, event=True)))

    return describe


def _player(game: Game, side: chess.Color) -> WatchedPlayer:
    player = game.player(side)
    return WatchedPlayer(
        user_id=player.id or None, rating=player.rating, provisional=player.provisional, ai=player.ai_level
    )
