"""Shows what another program follows: the pages, around a hub that is filled from the bus. It keeps nothing itself."""

import asyncio
from pathlib import Path

from rich.console import Console

from bot.config import Config
from bot.program.behind import Behind
from bot.program.pages import Pages
from bot.serving import UserError, served
from bot.together import together
from overlay.hub import Hub
from overlay.web.door import door_of
from overlay.web.serving import channels_of, later

console = Console(stderr=True, highlight=False)

PATIENCE_S = 5
"""How long it waits for the first states before it serves pages all the same."""


async def shown(settings: Config, folder: Path, password: str | None) -> None:
    """Serve the pages of what a bot tells through the bus, for ever; it wants the password. Raises `UserError`."""
    from overlay.bus.asks import Asks
    from overlay.bus.connect import BusError, connect
    from overlay.bus.inlet import Inlet
    from overlay.bus.remote import RemoteArbiter, RemoteDesk, remote_files, remote_status

    pages, hub, name = Pages(settings, folder), Hub(later=later), settings.bus.name
    try:
        async with connect(settings.bus.url, password) as redis, together() as group:
            asks = Asks(redis, name)
            desk = RemoteDesk(asks, channels_of(hub, settings.show.delay_s))
            inlet = Inlet(redis, name, desk.channels, desk.private)
            arbiter = RemoteArbiter(asks) if settings.events else None

            def ready() -> str | None:
                return None if inlet.ready else "the bus is not heard"

            behind = Behind(desk, arbiter, remote_files(asks), remote_status=remote_status(asks), ready=ready)
            group.create_task(inlet.run(), name="states from the bus")
            await _loaded(inlet.loaded)
            async with served(pages.app(hub, behind), settings.show.host, settings.show.port, door_of) as url:
                console.print(f"Unruh shows it at [bold]{url}[/bold]  (Ctrl-C ends it)", soft_wrap=True)
                await asyncio.Event().wait()
    except BusError as error:
        raise UserError(str(error)) from error


async def _loaded(event: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            await event.wait()
    except TimeoutError:
        console.print("Nothing is heard of the bus yet; pages wait for it.", soft_wrap=True)
