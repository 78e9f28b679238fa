"""Events in the store, as the rest of the program sees them."""

import json
from collections.abc import Iterable
from typing import Protocol

import structlog

from bot.events.arbiter import Correction
from bot.events.arbiter.making import stale
from bot.events.keeping.backup import document, read_document
from bot.events.keeping.facts import Attributed, event_game
from bot.events.keeping.rows import attributed, correction_of, correction_row, game_row, setup_row
from bot.events.keeping.texts import TextError, setup_of
from bot.events.model import EventGame, Setup
from bot.store.event_rows import SetupRow
from bot.store.events import EventRows

log = structlog.get_logger()


class EventError(Exception):
    """Something about events that the user has to know, in one sentence."""


class Place(Protocol):
    """A store, or an archive."""

    @property
    def events(self) -> EventRows:
        """Its events."""


class Keeper:
    """Keeps events. What it has taken without an error is there after a crash.

    Everything raises `StoreError` when the store fails, and `EventError` for an event that is not there or that
    somebody has spoiled.
    """

    def __init__(self, place: Place) -> None:
        """Take an open store or archive."""
        self._rows = place.events

    async def keep_setup(self, setup: Setup, at_ms: int) -> None:
        """Keep what is agreed for an event; what was agreed before stays in the store, and counts no longer."""
        await self._rows.add_setup(setup_row(setup, at_ms))

    async def setups(self) -> tuple[Setup, ...]:
        """All events in the order of their ids; one that cannot be read is logged and left out."""
        found = []
        for row in await self._rows.setups():
            try:
                found.append(_setup(row))
            except EventError as error:
                log.warning("event left out", reason=str(error))
        return tuple(found)

    async def setup(self, event_id: str) -> Setup:
        """What is agreed for an event."""
        for row in await self._rows.setups():
            if row.event_id == event_id:
                return _setup(row)
        raise EventError(f"there is no event {event_id}")

    async def keep_games(self, event_id: str, games: Iterable[Attributed]) -> None:
        """Keep which games belong to an event, all or none; what was said of them before counts no longer."""
        await self._rows.add_games(event_id, [game_row(event_id, game) for game in games])

    async def games(self, event_id: str) -> tuple[Attributed, ...]:
        """The games of an event in the order in which they began."""
        return tuple(attributed(row) for row in await self._rows.games(event_id))

    async def facts(self, event_id: str) -> tuple[EventGame, ...]:
        """The games of an event as their latest reports have them, without corrections."""
        rules = (await self.setup(event_id)).rules
        games = await self.games(event_id)
        reports = await self._rows.reports(event_id)
        return tuple(event_game(game, reports.get(game.game_id), rules) for game in games)

    async def corrections(self, event_id: str) -> tuple[Correction, ...]:
        """All corrections of an event in their order."""
        try:
            return tuple(correction_of(row) for row in await self._rows.corrections(event_id))
        except TextError as error:
            raise EventError(f"a correction of the event {event_id} cannot be read: {error}") from error

    async def keep_correction(self, correction: Correction) -> None:
        """Keep a correction; one that is kept already stays as it is.

        Raises `StaleError` if another one has its number: somebody was faster.
        """
        if not await self._rows.add_correction(correction_row(correction)):
            raise stale(await self.corrections(correction.event_id), correction.number - 1)

    async def backup(self, event_id: str) -> bytes:
        """All of an event as one JSON document: setups, games with records and reports, corrections."""
        await self.setup(event_id)
        return document(event_id, await self._rows.whole(event_id))

    async def restore(self, data: bytes, *, overwrite: bool = False) -> str:
        """Put an event that was taken out by `backup` in its place, all or nothing; returns its id.

        Raises `StoreError` if there is another one already, unless it is to be overwritten, and `EventError` if the
        document is none.
        """
        try:
            event_id, whole = read_document(data)
        except TextError as error:
            raise EventError(f"this is no backup of an event: {error}") from error
        await self._rows.put_whole(event_id, whole, overwrite=overwrite)
        return event_id


def _setup(row: SetupRow) -> Setup:
    try:
        return setup_of(json.loads(row.setup))
    except (ValueError, RecursionError) as error:
        raise EventError(f"what is agreed for the event {row.event_id} cannot be read: {error}") from error
