"""Follows what is named and shows it, until the program is ended."""

import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from bot.boards.room import Room
from bot.clock import RealClock
from bot.config import Config, Secrets
from bot.events.telling import Telling
from bot.follower.books import asked_book
from bot.follower.follower import Follower
from bot.follower.journal import StoreJournal
from bot.follower.resume import resume
from bot.follower.sources import Sources
from bot.follower.worker import Worker
from bot.kept import Kept
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.program.arbiter import LiveArbiter
from bot.program.behind import Behind
from bot.program.beside import reacting
from bot.program.boards import LiveRooms
from bot.program.bot_bus import BotBus
from bot.program.hearers import Hearers
from bot.program.live_events import LiveEvents
from bot.program.pages import Pages
from bot.program.stage import Stage
from bot.program.status import status_of
from bot.rehearse.keys import HINT, Keys
from bot.rehearse.rehearsal import Rehearsal
from bot.rehearse.terminal import keys
from bot.serving import UserError, served
from bot.sources import boards_of, sources_of
from bot.together import together
from overlay.web.door import door_of

if TYPE_CHECKING:
    from bot.store import Store

console = Console(stderr=True, highlight=False)

NOTHING_SECRET = Secrets()
BOARDS = "boards"
"""Under which name the games at the boards are kept."""
SWITCH_S = 0.001
"""How long the event loop waits at most until the thread beside it lets it go on; Python's own choice is 5 ms."""


async def followed_and_shown(
    settings: Config,
    folder: Path,
    secrets: Secrets = NOTHING_SECRET,
    *,
    kept: Kept | None = None,
    store: "Store | None" = None,
    rehearsal: Rehearsal | None = None,
    bus: BotBus | None = None,
    with_pages: bool = True,
) -> None:
    """Follow what is named, and serve the pages, or let other programs do that, which hear of it through the bus.

    Files are looked for in `folder`. Raises `UserError`.
    """
    clock, rules, worker, token = RealClock(), settings.rule_options(), Worker(), secrets.token
    kept = kept or Kept(None)
    room = Room(settings.boards, clock, kept=kept.part(BOARDS), keep=partial(kept.keep_soon, BOARDS))
    events = LiveEvents(settings, clock, store=store, worker=worker)
    pages = Pages(settings, folder)
    versions_from, before = (bus.versions_from, bus.featured) if bus else (0, None)
    stage = Stage(settings, pages, events, clock.now_ms, versions_from=versions_from, before=before)
    room.changed = stage.refresh_soon
    client = LichessClient(settings.lichess.base_url, Governor(clock), token=token, agent=settings.lichess.agent)
    if store:
        client.received = store.line

    def answered(epd: str) -> None:
        follower.answered(epd)

    def why_not_ready() -> str | None:
        if not at_work.is_set():
            return "starting"
        return bus.why_not_ready if bus and not with_pages else None  # its own pages need no bus

    at_work = asyncio.Event()
    sys.setswitchinterval(SWITCH_S)
    journal = StoreJournal(store, rules, worker) if store else None
    pinned = [*settings.wanted.games, *filter(None, [settings.show.featured])]
    async with (
        asked_book(settings, folder, client.governor, token=token, store=store, answered=answered) as book,
        reacting(settings, folder, secrets, stage, events, kept, clock) as beside,
    ):
        hearers = Hearers(events.collector, stage, beside, rehearsal)
        follower = Follower(
            client,
            rules,
            clock,
            hearers.changed,
            hearers.forgotten,
            journal=journal,
            pinned=pinned,
            worker=worker,
            book=book,
        )
        stage.feature = follower.transports.feature
        sources = Sources(
            [*sources_of(settings.wanted, folder, client, clock), *boards_of(settings.boards, room, client, clock)],
            Telling(follower, events.collector.told),
            clock,
        )
        status = partial(status_of, client, follower, sources, store)
        desk = stage.desk(follower.notes, rehearsal, kept, _rooms(settings, room), beside.helpers)
        arbiter = LiveArbiter(events.collector, events.rulings, events.keeper, stage.events.publish)
        behind = Behind(desk, arbiter if events.ids else None, stage.events.file, status, ready=why_not_ready)
        app = pages.app(stage.hub, behind) if with_pages else pages.bot_app(behind, status)
        async with served(app, settings.show.host, settings.show.port, door_of) as url, client, follower:
            shows = "shows it" if with_pages else "tells how it is doing"
            followed = client.host if settings.wanted.asks_server or rehearsal else "boards and files"
            told = f"Unruh follows {followed} and {shows} at [bold]{url}[/bold]  (Ctrl-C ends it)"
            console.print(told, soft_wrap=True)
            if rehearsal:
                await _steered(rehearsal, follower, stage)
            async with together() as group:
                if bus:
                    group.create_task(bus.run(behind), name="bus")
                await events.recall(follower)
                group.create_task(events.run(), name="events")
                group.create_task(stage.events.run(clock), name="pages of events")
                group.create_task(beside.run(), name="what reacts")
                at_work.set()
                await _follow(settings, follower, sources, store, client.governor)


def _rooms(settings: Config, room: Room) -> LiveRooms | None:
    return LiveRooms(room) if settings.boards.livechess else None


async def _steered(rehearsal: Rehearsal, follower: Follower, stage: Stage) -> None:
    """Follow a rehearsal, for ever; what somebody moves in it is featured."""

    def moved(old_id: str | None, new_id: str) -> None:
        if old_id in (None, stage.featured):
            stage.look_at(new_id)

    rehearsal.moved = moved
    rehearsal.changed = stage.refresh
    steering = Keys(rehearsal, lambda: stage.featured, partial(console.print, markup=False))
    with keys(steering.pressed) as possible:
        if possible:
            console.print(HINT, soft_wrap=True)
        await rehearsal.run(follower)


async def _follow(
    settings: Config, follower: Follower, sources: Sources, store: "Store | None", governor: Governor
) -> None:
    """Go on with what the store knows, and follow what is named, for ever."""
    if store:
        await resume(follower, store, governor)
    for game_id in settings.wanted.games:
        follower.found(game_id, "the configuration")
    if store:
        follower.leave_alone(await store.over())
    await sources.run()
    if not follower.games and (reasons := [source.note for source in sources.statuses if source.note]):
        raise UserError("; ".join(reasons))
    await asyncio.Event().wait()
