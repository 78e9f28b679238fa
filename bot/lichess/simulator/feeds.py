"""What a stream needs to know of a view, to send its lines when they are due."""

from __future__ import annotations

from typing import Protocol

from bot.lichess.simulator.views.move_stream import Line
from bot.lichess.simulator.world import World


class Feed(Protocol):
    """What a stream tells of the world: it keeps in mind what it has told."""

    ended: bool

    @property
    def due_ms(self) -> int | None:
        """When the next line may be due, on the simulator's clock; None if nothing is planned."""

    def news(self, world: World) -> list[Line]:
        """The lines that are due now."""
