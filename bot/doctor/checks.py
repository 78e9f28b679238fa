"""All that is looked at, in the order in which things must be right."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bot.clock import RealClock
from bot.config import WAYS, Config, FollowSection, bus_password, store_password, store_url
from bot.doctor.access import look_at_access
from bot.doctor.boards import look_at_boards
from bot.doctor.book import look_at_book
from bot.doctor.bus import look_at_bus
from bot.doctor.finding import Finding
from bot.doctor.obs import look_at_obs
from bot.doctor.pages import look_at_port
from bot.doctor.running import NotTold, PortError, findings_of, running_status
from bot.doctor.server import ask_server
from bot.doctor.store import look_at_store


async def examine(settings: Config, folder: Path, token: str | None) -> AsyncIterator[Finding]:
    """Look at everything; files are looked for in `folder`."""
    if settings.only_shows:
        yield Finding("note", "follow", "nothing is named, which is enough for unruh overlay", f"for unruh bot, {WAYS}")
    else:
        for finding in named(settings.wanted, folder, boards=bool(settings.boards.livechess)):
            yield finding
        yield look_at_book(settings.book, folder, token)
    if settings.bus.is_shared:
        yield await look_at_bus(settings.bus, bus_password(settings.bus))
    if access := look_at_access(settings.show.host, folder):
        yield access
    if settings.boards.livechess:
        async for finding in look_at_boards(settings.boards, RealClock()):
            yield finding
    if settings.obs.rules and not settings.only_shows:
        async for finding in look_at_obs(settings.obs, folder):
            yield finding
    status, port = None, look_at_port(settings.show.host, settings.show.port)
    if port:
        yield port
    else:
        try:
            status = await running_status(settings.show.host, settings.show.port)
        except PortError as error:
            yield Finding("bad", "pages", str(error), "end the other program, or choose another show.port")
        except NotTold as answer:
            yield Finding("note", "running", f"an Unruh is running there that does not tell how it does: {answer}")
    if status:
        server = status.server if settings.only_shows else urlsplit(settings.lichess.base_url).netloc
        for finding in findings_of(status, server):
            yield finding
    if settings.only_shows:
        return
    if status and status.requests.paused_ms:
        yield Finding("note", "server", "it asks for a pause and is left alone", "look again later")
    elif settings.wanted.asks_server or not settings.names_something:
        async for finding in ask_server(settings.lichess, settings.wanted, token):
            yield finding
    if status is None:
        yield await look_at_store(store_url(settings.store, folder), store_password(settings.store))


def named(follow: FollowSection, folder: Path, *, boards: bool = False) -> Iterator[Finding]:
    """What is to be followed, and which of its files are not there; `boards` are followed without being named here."""
    values = {key.replace("_", " "): value for key, value in follow.model_dump().items() if value}
    if not values:
        if not boards:
            yield Finding("bad", "follow", "nothing is named", WAYS)
        return
    told = ("own games" if value is True else f"{len(value)} in {key}" for key, value in values.items())
    yield Finding("good", "follow", ", ".join(told))
    for place in follow.pgn:
        if not place.startswith(("http://", "https://")) and not (folder / place).is_file():
            advice = "it is read as soon as it is there; check follow.pgn if it should be there already"
            yield Finding("note", "follow", f"there is no file {folder / place} yet", advice)
