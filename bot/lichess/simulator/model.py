"""A game as the list of everything that happened in it: the only thing that the simulator stores.

Whatever a client may see (a stream, an export, a status) is a pure function of this list at a time. What one event does
to the game is in `replay`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import chess

from bot.lichess.simulator.statuses import Status

if TYPE_CHECKING:
    from bot.lichess.simulator.state import State
    from bot.lichess.simulator.tournaments import Arena, Swiss


class Kind(StrEnum):
    """What can happen in a game. Mate, stalemate and the automatic draws need no event: the position implies them."""

    MOVE = "move"
    TAKEBACK_OFFER = "takeback_offer"
    TAKEBACK_DECLINE = "takeback_decline"
    TAKEBACK_CANCEL = "takeback_cancel"
    TAKEBACK = "takeback"
    DRAW_OFFER = "draw_offer"
    DRAW_DECLINE = "draw_decline"
    DRAW_CANCEL = "draw_cancel"
    DRAW_ACCEPT = "draw_accept"
    MORE_TIME = "more_time"
    GONE = "gone"
    BACK = "back"
    BERSERK = "berserk"
    RESIGN = "resign"
    FLAG = "flag"
    ABORT = "abort"
    RESTART = "restart"
    FINISH = "finish"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, `at_ms` milliseconds after the game was created.

    Attributes:
        at_ms: Milliseconds since `Game.created_ms`.
        kind: What happened.
        side: Who did it. For MORE_TIME who received the time, for FINISH the winner (None: nobody). MOVE and FLAG
            concern the side to move and leave it None; TAKEBACK and CHAT need none.
        uci: The move of a MOVE; castling both as e1g1 and as e1h1.
        clock_ms: For a MOVE the mover's clock after it, if it is known; otherwise the times of the events give it.
        amount: For TAKEBACK the plies taken back, for MORE_TIME the milliseconds given, for GONE the milliseconds after
            which the other side may claim the game (0: as long as Lichess waits at this speed).
        status: For FINISH how the game ends: the way to any status that no other event brings about.
        user: For CHAT the name of who writes: a player, or anybody in the spectators' room.
        text: For CHAT what he writes.
    """

    at_ms: int
    kind: Kind
    side: chess.Color | None = None
    uci: str = ""
    clock_ms: int | None = None
    amount: int = 0
    status: Status | None = None
    user: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Initial time and increment in seconds. A game without a clock (correspondence, unlimited) has no TimeControl."""

    initial_s: int
    increment_s: int

    @property
    def start_ms(self) -> int:
        """What each clock shows at the start: with no initial time, the increment, at least three seconds."""
        return self.initial_s * 1000 or max(3000, self.increment_ms)

    @property
    def increment_ms(self) -> int:
        """The increment in milliseconds."""
        return self.increment_s * 1000

    @property
    def estimate_s(self) -> int:
        """What Lichess takes for the length of a game: the initial time and 40 increments."""
        return self.initial_s + 40 * self.increment_s


_SPEEDS = ((30, "ultraBullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"))


def speed_of(control: TimeControl | None) -> str:
    """The speed as Lichess derives it from a time control."""
    if control is None:
        return "correspondence"
    return next((speed for limit, speed in _SPEEDS if control.estimate_s < limit), "classical")


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the server knows him. Without a name: anonymous, or with `ai_level` the engine."""

    name: str = ""
    rating: int | None = None
    rating_diff: int | None = None
    title: str | None = None
    provisional: bool = False
    ai_level: int | None = None

    @property
    def id(self) -> str:
        """The user id: the name in lower case."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening's code and name, and the ply at which Lichess recognised it (unknown: None)."""

    eco: str
    name: str
    ply: int | None = None


@dataclass(frozen=True)
class Game:
    """A game: what is fixed at its creation, and its events in the order of time.

    `created_ms` is milliseconds since 1970 on the simulator's clock. A game may be created in the past, so that it is
    under way when the server starts.
    """

    id: str
    white: Player
    black: Player
    control: TimeControl | None
    events: tuple[Event, ...] = ()
    created_ms: int = 0
    variant: str = "standard"
    initial_fen: str | None = None
    rated: bool = True
    source: str = "pool"
    opening: Opening | None = None
    rematch: str | None = None
    rules: tuple[str, ...] = ()
    days_per_turn: int | None = None
    arena: Arena | None = None
    swiss: Swiss | None = None

    def __post_init__(self) -> None:
        times = [event.at_ms for event in self.events]
        if times != sorted(times):
            raise ValueError(f"game {self.id}: the events are not in the order of time")

    @property
    def speed(self) -> str:
        """The speed as Lichess derives it from the time control."""
        return speed_of(self.control)

    @property
    def perf(self) -> str:
        """The rating category: the speed for standard chess, otherwise the variant's key."""
        return self.speed if self.variant in ("standard", "fromPosition") else self.variant

    def player(self, side: chess.Color) -> Player:
        """The player of a side."""
        return self.white if side == chess.WHITE else self.black

    def side_of(self, user_id: str) -> chess.Color | None:
        """The side of a user; None if he does not play here."""
        return next((side for side in chess.COLORS if user_id and self.player(side).id == user_id), None)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The state after 0, 1, … all events; ValueError if an event is impossible, an illegal move for example."""
        from bot.lichess.simulator.replay import replay

        return tuple(replay(self))

    @cached_property
    def _times(self) -> list[int]:
        return [event.at_ms for event in self.events]

    def events_by(self, now_ms: int) -> int:
        """How many events have happened at a time of the simulator's clock."""
        return bisect_right(self._times, now_ms - self.created_ms)

    def state_at(self, now_ms: int) -> State:
        """The state at a time of the simulator's clock."""
        return self.states[self.events_by(now_ms)]

    def due_ms(self, count: int) -> int | None:
        """When the event after the first `count` ones is due, on the simulator's clock; None if there is none."""
        return self.created_ms + self._times[count] if count < len(self._times) else None

    @property
    def length_ms(self) -> int:
        """The time from the creation to the last event."""
        return self._times[-1] if self._times else 0

    def extended(self, events: Iterable[Event]) -> Game:
        """The same game with more events."""
        return replace(self, events=(*self.events, *events))

    def anew(self, game_id: str, created_ms: int) -> Game:
        """The same course of events as another game."""
        return replace(self, id=game_id, created_ms=created_ms)
