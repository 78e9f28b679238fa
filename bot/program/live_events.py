"""The events of the configuration while the program runs: collected, and kept in the store."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import structlog

from bot.clock import Clock
from bot.config import Config
from bot.events.collector import Collector
from bot.events.model import Event
from bot.follower.follower import Follower
from bot.follower.worker import Worker
from bot.lichess.retry import rest
from bot.program.rulings import Rulings

if TYPE_CHECKING:
    from bot.events.keeping.facts import Attributed
    from bot.events.keeping.keeper import Keeper
    from bot.store import Store

log = structlog.get_logger()

KEEP_MS = 5_000
"""How often it is looked at what is to be kept."""
MARGIN_MS = 60_000
"""What ended so long before the last game that was kept may not have been kept."""
LOOK_BACK_MS = 24 * 3_600_000
"""How long ago a game may have ended that belongs to an event and was not kept, at most."""


class LiveEvents:
    """Collects events; with a store, their games are kept as soon as they are over, and known again after a start."""

    def __init__(
        self, settings: Config, clock: Clock, *, store: "Store | None" = None, worker: Worker | None = None
    ) -> None:
        """Take the configuration, the time, the store, and who makes reports."""
        self.collector = Collector(settings.events, settings.rule_options(), clock, worker=worker)
        self.rulings = Rulings(self.collector, clock)
        self._clock = clock
        self._store = store
        self._kept: dict[str, dict[str, Attributed]] = {event_id: {} for event_id in self.collector.ids}
        self._setups: dict[str, object] = {}
        self._told: set[tuple[str, str, str]] = set()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all events."""
        return self.collector.ids

    def event(self, event_id: str) -> Event:
        """An event as it counts, with all corrections. Raises KeyError."""
        return self.rulings.event(event_id)

    def lately(self, event_id: str) -> frozenset[str]:
        """The games that an arbiter has corrected a short while ago, by their ids."""
        return self.rulings.lately(event_id)

    async def recall(self, follower: Follower) -> None:
        """Take up what the store knows of the events, and what ended before it was kept. Raises `StoreError`."""
        if self._store is None or not self.collector.ids:
            return
        keeper = self._keeper(self._store)
        known = {setup.id for setup in await keeper.setups()}
        for event_id in self.collector.ids:
            if event_id not in known:
                await keeper.keep_setup(self.collector.event(event_id).setup, self._clock.now_ms())
                continue
            kept = await keeper.games(event_id)
            for game, fact in zip(kept, await keeper.facts(event_id), strict=True):
                self.collector.recall(event_id, fact, game.since_ms)
                self._kept[event_id][game.game_id] = game
        await self.rulings.read(keeper)
        past = {game_id: game.since_ms for games in self._kept.values() for game_id, game in games.items()}
        last_ms = max([self._clock.now_ms() - LOOK_BACK_MS, *(since_ms - MARGIN_MS for since_ms in past.values())])
        for over in await self._store.recent(last_ms):
            if over.update and over.id not in past:
                self.collector.told(over.id, over.origin)
                self.collector.update(follower.games.again(over.update, over.at_ms))
                self.collector.forget(over.id)

    async def run(self) -> None:
        """Make reports and keep what is new, until cancelled."""
        if not self.collector.ids:
            return
        async with asyncio.TaskGroup() as group:
            group.create_task(self.collector.run(), name="reports of events")
            group.create_task(self._keep_on(), name="events kept")

    async def keep(self) -> None:
        """Keep what is new, and say which games do not count. Raises `StoreError`."""
        for event_id in self.collector.ids:
            self._say_what_does_not_count(event_id)
            if self._store:
                await self._keep(self._keeper(self._store), event_id)
        if self._store:
            await self.rulings.read(self._keeper(self._store))

    async def _keep_on(self) -> None:
        from bot.store import StoreError  # with the store: see `bot.program.following`

        while True:
            await rest(self._clock, KEEP_MS)
            try:
                await self.keep()
            except StoreError as error:
                log.warning("events not kept", reason=str(error))
            except Exception:
                log.exception("events not kept after an error of the program")

    async def _keep(self, keeper: "Keeper", event_id: str) -> None:
        event, now_ms = self.collector.event(event_id), self._clock.now_ms()
        if event.setup != self._setups.get(event_id):
            await keeper.keep_setup(event.setup, now_ms)
            self._setups[event_id] = event.setup
        new = [game for game in _attributed(event, now_ms) if not _same(self._kept[event_id].get(game.game_id), game)]
        if new:
            await keeper.keep_games(event_id, new)
            self._kept[event_id].update((game.game_id, game) for game in new)

    def _say_what_does_not_count(self, event_id: str) -> None:
        for one in self.collector.unplaced(event_id):
            told = event_id, one.game.id, one.reason
            if told not in self._told:
                self._told.add(told)
                log.warning("game does not count", scored=event_id, game=one.game.id, reason=one.text)

    @property
    def keeper(self) -> "Keeper | None":
        """Where the events are kept; None without a store."""
        return self._keeper(self._store) if self._store else None

    def _keeper(self, store: "Store") -> "Keeper":
        from bot.events.keeping.keeper import Keeper  # with the store: see `bot.program.following`

        return Keeper(store)


def _attributed(event: Event, now_ms: int) -> "list[Attributed]":
    """The games of an event that are over, for good as far as anybody knows."""
    from bot.events.keeping.facts import Attributed  # with the store: see `bot.program.following`

    return [
        Attributed(
            game.id, now_ms, game.order, game.round, game.board, game.white, game.black, void=game.outcome == "void"
        )
        for game in event.games
        if game.outcome == "void" or game.report
    ]


def _same(known: "Attributed | None", game: "Attributed") -> bool:
    """Whether the same was said before."""
    return known is not None and replace(known, since_ms=game.since_ms) == game
