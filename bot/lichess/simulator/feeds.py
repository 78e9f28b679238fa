"""What a stream needs to know of a view, to send its lines when they are due."""

from __future__ import annotations

from typing import Protocol

from bot.lichess.simulator.state import State
from bot.lichess.simulator.views.move_stream import Line
from bot.lichess.simulator.world import World


class GameView(Protocol):
    """What a stream tells of one game: `open` once, then `feed` with the state after every event."""

    ended: bool

    def open(self, state: State) -> list[Line]:
        """The lines for a client that has just come."""

    def feed(self, state: State) -> list[Line]:
        """The lines that one more event brings."""


class Feed(Protocol):
    """What a stream tells of the world: it keeps in mind what it has told."""

    ended: bool

    @property
    def due_ms(self) -> int | None:
        """When the next line may be due, on the simulator's clock; None if nothing is planned."""

    def news(self, world: World) -> list[Line]:
        """The lines that are due now."""
