"""Where the commands get an event from: the store that a configuration names, or PGN files."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from bot.book.offline import EMBEDDED, open_books
from bot.config import Config, EventSection, load_config, store_password, store_url
from bot.events.arbiter.correction import Correction
from bot.events.arbiter.folding import corrected
from bot.events.attribution import Unplaced
from bot.events.commands.trouble import EventCommandError
from bot.events.exports.trouble import EventFileError
from bot.events.from_pgn import event_from_pgn
from bot.events.keeping.keeper import EventError, Keeper
from bot.events.model import Event, EventGame, Setup
from bot.events.setup import setup_of
from bot.events.terms import Terms
from bot.pgn import PgnProblem
from bot.score.files import sources
from bot.store import StoreError, open_archive

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Loaded:
    """An event before corrections, the corrections, and what does not count."""

    setup: Setup
    facts: tuple[EventGame, ...]
    corrections: tuple[Correction, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()
    problems: tuple[PgnProblem, ...] = ()

    @property
    def event(self) -> Event:
        """The event as it counts, after all corrections; of entrants without a game only those who were named."""
        return corrected(Event(self.setup, self.facts), self.corrections)


def from_files(files: Sequence[str], setup: Setup, terms: Terms) -> Loaded:
    """The event that the games of PGN files are. Raises `FileError`, `BookError`."""
    read = event_from_pgn(sources(files), setup, terms, open_books(EMBEDDED))
    return Loaded(read.event.setup, read.event.games, (), read.unplaced, read.problems)


def from_export(path: Path, setup: Setup) -> Loaded:
    """The event that was exported: JSON has all of it, CSV with the games and XLSX have the games alone.

    Raises `EventCommandError`, which names the file and the place in it.
    """
    from bot.events.exports.csv_files import read_games_csv
    from bot.events.exports.json_file import read_event_json
    from bot.events.exports.xlsx import read_workbook

    try:
        data = path.read_bytes()
        match path.suffix.lower():
            case ".json":
                event, _ = read_event_json(data)
            case ".csv":
                event = Event(setup, read_games_csv(data))
            case _:
                event = Event(setup, read_workbook(data)[1])
    except OSError as error:
        raise EventCommandError(f"{path} cannot be read: {error.strerror}") from error
    except EventFileError as error:
        raise EventCommandError(f"{path}: {error}") from error
    return Loaded(event.setup, event.games)


def settings_of(config: Path) -> Config:
    """The configuration. Raises `ConfigError`, `EventCommandError` if it names no event."""
    settings = load_config(config)
    if not settings.events:
        raise EventCommandError(f'{config} names no event; "unruh event new" writes a section for one')
    return settings


def section_of(settings: Config, event_id: str | None) -> EventSection:
    """The section of an event; without an id that of the only one. Raises `EventCommandError`."""
    ids = [event.id for event in settings.events]
    if event_id is None and len(ids) > 1:
        raise EventCommandError(f"choose one of the events {', '.join(ids)} with --event")
    for event in settings.events:
        if event_id is None or event.id == event_id:
            return event
    raise EventCommandError(f"there is no event {event_id}; there are {', '.join(ids)}")


@asynccontextmanager
async def keeping(settings: Config, config: Path) -> AsyncIterator[Keeper]:
    """The store that a configuration names. Raises `StoreError`, `EventCommandError` if it names none."""
    url = store_url(settings.store, config.parent)
    if not url:
        raise EventCommandError(f"{config} keeps no store; name one with store.url")
    async with open_archive(url, store_password(settings.store)) as archive:
        yield Keeper(archive)


async def kept(keeper: Keeper, settings: Config, section: EventSection) -> Loaded:
    """An event as it is kept, by what the configuration says now. Raises `StoreError`, `EventCommandError`."""
    agreed = setup_of(section, settings.rule_options())
    try:
        known = await keeper.setup(section.id)
    except EventError:
        raise EventCommandError(f'nothing is kept of the event {section.id} yet; "unruh run" follows it') from None
    told = {entrant.key: entrant for entrant in known.entrants}
    facts = await keeper.facts(section.id)
    corrections = await keeper.corrections(section.id)
    if agreed.entrants:
        entrants = tuple(replace(told.get(one.key, one), team=one.team) for one in agreed.entrants)
    else:
        playing = {name.casefold() for game in facts for name in (game.white, game.black)}
        entrants = tuple(entrant for entrant in known.entrants if entrant.key in playing)
    return Loaded(replace(agreed, entrants=entrants), facts, corrections)


def from_store(config: Path, event_id: str | None) -> Loaded:
    """An event from the store. Raises `ConfigError`, `EventCommandError`."""
    settings = settings_of(config)
    section = section_of(settings, event_id)

    async def load() -> Loaded:
        async with keeping(settings, config) as keeper:
            return await kept(keeper, settings, section)

    return in_store(load())


def in_store(work: Coroutine[Any, Any, T]) -> T:
    """Do something in a store. What goes wrong there raises `EventCommandError`."""
    try:
        return asyncio.run(work)
    except (StoreError, EventError) as error:
        raise EventCommandError(str(error)) from error
