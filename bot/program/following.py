"""Follows what is named and shows it, until the program is ended."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from bot.clock import RealClock
from bot.config import Config, Secrets, store_url
from bot.events.telling import Telling
from bot.follower.books import asked_book
from bot.follower.followed import FollowedGame
from bot.follower.follower import Follower
from bot.follower.journal import StoreJournal
from bot.follower.resume import resume
from bot.follower.sources import Sources
from bot.follower.worker import Worker
from bot.kept import FILE, Kept
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.program.arbiter import LiveArbiter
from bot.program.behind import Behind
from bot.program.bot_bus import BotBus, bot_bus
from bot.program.live_events import LiveEvents
from bot.program.pages import Pages
from bot.program.stage import Stage
from bot.program.status import status_of
from bot.rehearse.keys import HINT, Keys
from bot.rehearse.rehearsal import Rehearsal
from bot.rehearse.terminal import keys
from bot.serving import UserError, served
from bot.sources import sources_of
from bot.together import together
from overlay.web.door import door_of

if TYPE_CHECKING:
    from bot.store import Store

console = Console(stderr=True, highlight=False)

SWITCH_S = 0.001
"""How long the event loop waits at most until the thread beside it lets it go on; Python's own choice is 5 ms."""


async def kept_and_shown(settings: Config, folder: Path, secrets: Secrets, *, with_pages: bool = True) -> None:
    """Follow and show with a store and a bus, if they are configured, and with the choices of the operator.

    Raises `UserError`.
    """
    async with AsyncExitStack() as stack:
        bus = await stack.enter_async_context(bot_bus(settings.bus, secrets.bus)) if settings.bus.is_shared else None
        store = await _opened(stack, settings, folder, secrets)
        await followed_and_shown(
            settings, folder, secrets.token, kept=Kept(folder / FILE), store=store, bus=bus, with_pages=with_pages
        )


async def _opened(stack: AsyncExitStack, settings: Config, folder: Path, secrets: Secrets) -> "Store | None":
    """The store, for as long as the stack; None without one. Its errors become `UserError`."""
    url = store_url(settings.store, folder)
    if not url:
        return None
    from bot.store import open_store  # half a second that other commands need not wait

    stack.enter_context(_one_sentence())
    opening = open_store(url, RealClock(), password=secrets.store, keep_days=settings.store.keep_days)
    return await stack.enter_async_context(opening)


@contextmanager
def _one_sentence() -> Iterator[None]:
    from bot.events.keeping import EventError
    from bot.store import StoreError

    try:
        yield
    except (EventError, StoreError) as error:
        raise UserError(str(error)) from error


async def followed_and_shown(
    settings: Config,
    folder: Path,
    token: str | None = None,
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
    clock, rules, worker = RealClock(), settings.rule_options(), Worker()
    events = LiveEvents(settings, clock, store=store, worker=worker)
    pages = Pages(settings, folder)
    versions_from, before = (bus.versions_from, bus.featured) if bus else (0, None)
    stage = Stage(settings, pages, events, clock.now_ms, versions_from=versions_from, before=before)
    client = LichessClient(settings.lichess.base_url, Governor(clock), token=token, agent=settings.lichess.agent)
    if store:
        client.received = store.line

    def changed(game: FollowedGame) -> None:
        events.collector.update(game)  # which only notes it, so that no error of a view can keep it from an event
        stage.update(game)
        if rehearsal and game.over and game.id == stage.show.pinned:
            stage.look_at(None)

    def forgotten(game_id: str) -> None:
        events.collector.forget(game_id)
        stage.show.forget(game_id)

    def answered(epd: str) -> None:
        follower.answered(epd)

    at_work = asyncio.Event()
    sys.setswitchinterval(SWITCH_S)
    journal = StoreJournal(store, rules, worker) if store else None
    pinned = [*settings.wanted.games, *filter(None, [settings.show.featured])]
    async with asked_book(settings, folder, client.governor, token=token, store=store, answered=answered) as book:
        follower = Follower(
            client, rules, clock, changed, forgotten, journal=journal, pinned=pinned, worker=worker, book=book
        )
        stage.feature = follower.transports.feature
        sources = Sources(
            sources_of(settings.wanted, folder, client, clock), Telling(follower, events.collector.told), clock
        )
        status = partial(status_of, client, follower, sources, store)
        desk = stage.desk(follower.notes, rehearsal, kept or Kept(None))
        arbiter = LiveArbiter(events.collector, events.rulings, events.keeper, stage.events.publish)
        behind = Behind(
            desk,
            arbiter if events.ids else None,
            stage.events.file,
            status,
            ready=lambda: None if at_work.is_set() else "starting",
        )
        app = pages.app(stage.hub, behind) if with_pages else pages.bot_app(behind, status)
        async with served(app, settings.show.host, settings.show.port, door_of) as url, client, follower:
            shows = "shows it" if with_pages else "tells how it is doing"
            told = f"Unruh follows {client.host} and {shows} at [bold]{url}[/bold]  (Ctrl-C ends it)"
            console.print(told, soft_wrap=True)
            if rehearsal:
                await _steered(rehearsal, follower, stage)
            async with together() as group:
                if bus:
                    group.create_task(bus.run(behind), name="bus")
                await events.recall(follower)
                group.create_task(events.run(), name="events")
                group.create_task(stage.events.run(clock), name="pages of events")
                at_work.set()
                await _follow(settings, follower, sources, store, client.governor)


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
