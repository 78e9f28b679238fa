"""The events of a running program as viewers get them: topics that are told once a second at most, and files."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import structlog

from bot.clock import Clock
from bot.events.exports.trouble import EventFileError
from bot.events.model import Event
from bot.lichess.retry import rest
from bot.program.counted import Counted
from bot.program.events import event_state
from bot.program.live_points import LivePoints, live_points
from overlay.hub import Hub
from overlay.shown.live import LiveGame
from overlay.state import Lang
from overlay.web.events import FileFormat

log = structlog.get_logger()

PACE_MS = 1_000
"""How often events are told at most: the state of a big one is some 80 KB."""


class Scored(Protocol):
    """Who knows the events as they stand."""

    @property
    def ids(self) -> Sequence[str]:
        """The ids of all events."""

    def event(self, event_id: str) -> Event:
        """The event of an id. Raises KeyError."""

    def lately(self, event_id: str) -> frozenset[str]:
        """The ids of the games that an arbiter has corrected a short while ago."""


class EventPages:
    """Publishes events as `event/<id>`, and makes their files."""

    def __init__(self, hub: Hub, scored: Scored, live: Callable[[str], LiveGame | None]) -> None:
        """Take the hub, who knows the events, and who knows the followed games by their ids."""
        self._hub = hub
        self._scored = scored
        self._live = live
        self._counted: dict[str, Counted] = {}
        self._files: dict[tuple[str, FileFormat, Lang], tuple[Event, bytes | None]] = {}
        self._writing = asyncio.Lock()

    async def run(self, clock: Clock) -> None:
        """Publish, for ever."""
        while True:
            self.publish()
            await rest(clock, PACE_MS)

    def publish(self) -> None:
        """Tell how the events stand; what has not changed is told to nobody, and none keeps the others back."""
        for event_id in self._scored.ids:
            try:
                self._publish(event_id)
            except Exception:
                log.exception("event not shown after an error of the program", scored=event_id)

    def _publish(self, event_id: str) -> None:
        now = Counted(self._scored.event(event_id), self._scored.lately(event_id))
        if self._counted.get(event_id) != now:
            self._counted[event_id] = now
        self._hub.publish(f"event/{event_id}", partial(event_state, self._counted[event_id], self._followed))

    async def file(self, event_id: str, format_: FileFormat, lang: Lang) -> bytes | None:
        """An event as a file; None for one that does not exist, and where a format cannot hold it.

        A file is written beside the event loop, one at a time, and once for as long as nothing has changed.
        """
        if event_id not in self._scored.ids:
            return None
        async with self._writing:
            event = self._scored.event(event_id)
            known = self._files.get((event_id, format_, lang))
            if known is None or known[0] != event:
                known = event, await asyncio.to_thread(_written, event, format_, lang)
                self._files[event_id, format_, lang] = known
            return known[1]

    def _followed(self, game_id: str) -> LivePoints | None:
        game = self._live(game_id)
        return live_points(game) if game else None


def _written(event: Event, format_: FileFormat, lang: Lang) -> bytes | None:
    from bot.program.event_files import written  # only who asks for a file waits for its library

    try:
        return written(event, format_, lang)
    except EventFileError:
        return None
