"""Answers of books: the last one of each position, read again after a restart, and gone when they are too old."""

from sqlalchemy import text

from bot.book.counted import FRESH_MS, CountedPosition
from bot.store import backlog
from tests.bot.store.conftest import Place
from tests.bot.store.samples import HOSTILE

MASTERS, OTHER = "explorer.lichess.org/masters", "127.0.0.1/masters"
AT_MS = 1_700_000_000_000


def answer(epd: str, games: int, at_ms: int = AT_MS, database: str = MASTERS) -> CountedPosition:
    return CountedPosition(database, epd, games, {"e2e4": games, "e1g1": 1}, at_ms)


async def read(place: Place, database: str = MASTERS) -> list[CountedPosition]:
    async with place.open() as store:
        return await store.book_answers(database)


async def test_the_last_answers_older_ones_first(place: Place) -> None:
    other = answer("b", 7, database=OTHER)
    async with place.open() as store:
        for one in (answer("b", 1, AT_MS + 5), answer("a", 10**12, AT_MS + 9), answer(HOSTILE, 0, AT_MS + 7), other):
            store.book_answer(one)
        store.book_answer(answer("b", 2, AT_MS + 8))
    assert await read(place) == [
        answer(HOSTILE, 0, AT_MS + 7),
        answer("b", 2, AT_MS + 8),
        answer("a", 10**12, AT_MS + 9),
    ]
    assert await read(place, OTHER) == [other]
    async with place.open() as store:
        store.book_answer(answer("a", 3, AT_MS + 10))
    assert (await read(place))[-1] == answer("a", 3, AT_MS + 10)


async def test_what_is_too_old_goes(place: Place) -> None:
    for one in (answer("a", 1), answer("b", 1, AT_MS + 1), answer("c", 1, AT_MS + 1 + 2 * FRESH_MS)):
        async with place.open() as store:
            store.book_answer(one)
    assert [one.epd for one in await read(place)] == ["b", "c"]


async def test_what_cannot_be_read_is_left_out(place: Place) -> None:
    async with place.open() as store:
        for epd in ("a", "b", "c"):
            store.book_answer(answer(epd, 1))
    await place.ask(text("UPDATE book_answers SET moves = '{' WHERE epd = 'a'"))
    await place.ask(text("""UPDATE book_answers SET moves = '{"e2e4":"many"}' WHERE epd = 'b'"""))
    assert [one.epd for one in await read(place)] == ["c"]


def test_not_more_wait_than_may() -> None:
    waiting = backlog.Backlog()
    for number in range(backlog.ANSWERS + 5):
        waiting.add_answer(answer(str(number), 1))
    assert len(waiting) == backlog.ANSWERS
    while batch := waiting.batch():
        assert len(batch.answers) <= backlog.BATCH
        waiting.done(batch)
    assert len(waiting) == 0
