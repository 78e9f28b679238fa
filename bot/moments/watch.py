"""Watches followed games and the matches of events, and tells their moments to whoever wants to know."""

from collections.abc import Callable, Sequence
from typing import Protocol

import structlog

from bot.clock import Clock
from bot.events.model import Event
from bot.events.race import race
from bot.follower.followed import FollowedGame
from bot.moments.moment import Moment
from bot.moments.teller import Moments

log = structlog.get_logger()


class Events(Protocol):
    """The events of the configuration as they stand."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all events."""

    def event(self, event_id: str) -> Event:
        """An event as it counts."""


class Watch:
    """Is told of every change of a game, after the events were; tells all moments of it at once."""

    def __init__(self, clock: Clock, events: Events, tell: Callable[[Sequence[Moment]], None]) -> None:
        """Begin with the program: what was there before is no news."""
        self._clock = clock
        self._events = events
        self._tell = tell
        self._moments = Moments(clock.now_ms())

    def update(self, game: FollowedGame) -> None:
        """A game has changed. Errors are logged, for nobody who follows games is to be stopped by them."""
        try:
            now_ms = self._clock.now_ms()
            found = [*self._moments.of_game(game, now_ms)]
            if game.over:
                found += self._matches(now_ms)
            if found:
                self._tell(found)
        except Exception:
            log.exception("moments of a game not told after an error of the program", game=game.id)

    def forget(self, game_id: str) -> None:
        """A game is followed no longer."""
        self._moments.forget(game_id)

    def _matches(self, now_ms: int) -> list[Moment]:
        """The matches that have just been decided."""
        found: list[Moment] = []
        for event in map(self._events.event, self._events.ids):
            if event.setup.kind == "match" and (match := race(event)):
                found += self._moments.of_match(event.setup.id, match, now_ms)
        return found
