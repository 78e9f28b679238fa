"""The book that followed games are judged by, as the configuration names it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from bot.book.embedded import embedded_book
from bot.book.offline import offline_books, open_books
from bot.book.online import OnlineBook
from bot.config import Config
from bot.lichess.client import LichessClient
from bot.lichess.explorer import Explorer
from bot.lichess.governor import Governor
from scoring import Book

if TYPE_CHECKING:
    from bot.store import Store

log = structlog.get_logger()


@asynccontextmanager
async def asked_book(
    settings: Config,
    folder: Path,
    governor: Governor,
    *,
    token: str | None,
    store: "Store | None",
    answered: Callable[[str], None],
) -> AsyncIterator[Book | None]:
    """The books in files, whose paths are relative to `folder`, and beside them the database that is asked within.

    Raises `BookError` for a book that cannot be used, and `StoreError`. `answered` is told what `OnlineBook` tells.
    """
    beside, section = open_books(offline_books(settings.book, folder)), settings.book
    if not section.online:
        yield beside
        return
    client = LichessClient(section.explorer_url, governor, token=token, agent=settings.lichess.agent)
    if store:
        client.received = store.line
    explorer = Explorer(client, section.online)
    book = OnlineBook(
        explorer,
        governor.clock,
        answered,
        min_games=settings.rules.book_min_games,
        beside=beside,
        fallback=beside or embedded_book(),
        keep=store.book_answer if store else lambda _: None,
    )
    if store:
        book.remember(await store.book_answers(explorer.name))
    async with client:
        asking = asyncio.create_task(_ask(book))
        try:
            yield book
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)


async def _ask(book: OnlineBook) -> None:
    try:
        await book.run()
    except Exception:
        log.exception("nothing is asked any more after an error of the program", book=book.name)
