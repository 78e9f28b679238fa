"""The book that the configuration names, and that it is asked for as long as it is used."""

from pathlib import Path

import chess
import pytest

from bot.book.errors import BookError
from bot.book.offline import EMBEDDED, open_books
from bot.book.online import OnlineBook
from bot.config import parse_config
from bot.follower.books import asked_book
from bot.store import open_store
from tests.bot.live import Live, running

TOKEN = "lip_ofamsel"


def online(live: Live) -> str:
    return f'[book]\nembedded = false\nonline = "masters"\nexplorer_url = "{live.url}"'


def after(*ucis: str) -> chess.Board:
    board = chess.Board()
    for uci in ucis:
        board.push_uci(uci)
    return board


async def test_the_embedded_book_is_the_default(live: Live, tmp_path: Path) -> None:
    asked = asked_book(parse_config(""), tmp_path, live.governor, token=None, store=None, answered=lambda _: None)
    async with asked as book:
        assert book is open_books(EMBEDDED)


async def test_a_book_that_is_not_there(live: Live, tmp_path: Path) -> None:
    settings = parse_config('[book]\nfiles = ["my.book"]')
    with pytest.raises(BookError, match=r"my\.book cannot be read"):
        async with asked_book(settings, tmp_path, live.governor, token=None, store=None, answered=lambda _: None):
            pass


async def test_what_a_database_said_is_known_after_a_restart(tmp_path: Path) -> None:
    answered: list[str] = []
    async with running(tokens={TOKEN: "amsel"}) as live:
        live.world.masters_openings.add_line("e4 e5", times=2)
        settings, first = parse_config(online(live)), after("e2e4")
        for known in (None, True):
            async with (
                open_store(str(tmp_path / "unruh.sqlite"), live.clock) as store,
                asked_book(
                    settings, tmp_path, live.governor, token=TOKEN, store=store, answered=answered.append
                ) as book,
            ):
                assert isinstance(book, OnlineBook)
                assert book.knows(first) is known
                await live.turn_until(lambda: book.knows(first))
        assert [asked.kind for asked in live.simulator.requests] == ["explorer"]
    assert len(answered) == 1


async def test_without_an_answer_the_embedded_book_steps_in(tmp_path: Path) -> None:
    async with running(tokens={}) as live:
        settings = parse_config(online(live))
        asked = asked_book(settings, tmp_path, live.governor, token=None, store=None, answered=lambda _: None)
        async with asked as book:
            assert isinstance(book, OnlineBook)
            assert book.knows(after("e2e4")) is None
            await live.turn_until(lambda: book.trouble)
            assert book.substitute is not None
            assert book.substitute.knows(after("e2e4"))
