"""Opens what a program keeps things in, and what it shares them by, before it follows anything."""

from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.clock import RealClock
from bot.config import Config, Secrets, store_url
from bot.kept import FILE, Kept
from bot.program.bot_bus import bot_bus
from bot.program.following import followed_and_shown
from bot.serving import UserError

if TYPE_CHECKING:
    from bot.store import Store


async def kept_and_shown(settings: Config, folder: Path, secrets: Secrets, *, with_pages: bool = True) -> None:
    """Follow and show with a store and a bus, if they are configured, and with the choices of the operator.

    Raises `UserError`.
    """
    async with AsyncExitStack() as stack:
        bus = await stack.enter_async_context(bot_bus(settings.bus, secrets.bus)) if settings.bus.is_shared else None
        store = await _opened(stack, settings, folder, secrets)
        kept = Kept(folder / FILE)
        await stack.enter_async_context(kept.writing(RealClock()))
        await followed_and_shown(settings, folder, secrets, kept=kept, store=store, bus=bus, with_pages=with_pages)


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
