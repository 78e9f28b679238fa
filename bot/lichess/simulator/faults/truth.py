"""Faults that change the games themselves, for every client and every record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from bot.lichess.simulator.faults.base import Fault, Stop
from bot.lichess.simulator.model import Event, Kind
from bot.lichess.simulator.world import World


class TruthFault(Fault):
    """A fault that happens to the world when a request meets it: games end without a result."""

    harmless: ClassVar[bool] = False
    kind: ClassVar[Kind]
    all_games: ClassVar[bool]

    def strike(self, world: World, game_id: str | None) -> None:
        """End the running games that are hit now, whatever else was to happen in them.

        `game_id` is the game that the request is about, if it is about one.
        """
        now_ms = world.clock.now_ms()
        for game in world.running():
            if self.all_games or game.id == game_id:
                past = game.events[: game.events_by(now_ms)]
                world.add(replace(game, events=(*past, Event(now_ms - game.created_ms, self.kind))))


@dataclass(frozen=True)
class Abort(TruthFault):
    """The server aborts the game that is asked for."""

    kind: ClassVar[Kind] = Kind.ABORT
    all_games: ClassVar[bool] = False


@dataclass(frozen=True)
class Restart(TruthFault):
    """The server restarts, which aborts all games that run; with `stop` all connections end so, and nothing is told."""

    stop: Literal[Stop.CUT, Stop.RESET] | None = None

    kind: ClassVar[Kind] = Kind.RESTART
    all_games: ClassVar[bool] = True
