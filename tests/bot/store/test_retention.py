"""Retention: raw lines and finished games go after their days, running games and reports stay."""

import asyncio

import pytest

from bot.store import Store, retention
from bot.store.opening import DAY_MS
from bot.updates import Happening
from tests.bot.store.conftest import Place
from tests.bot.store.samples import PLAYED, report, until, update


def tell(store: Store, place: Place) -> None:
    """A line, a finished game with its report, and one that goes on."""
    now = place.clock.now_ms()
    store.line("stream", b"{}")
    for one in PLAYED:
        store.update(one, now)
    store.report("game0001", now, report())
    store.found("found001", now, "users")
    store.update(update("goeson01", Happening.MOVED, "e2e4"), now)


async def left(place: Place) -> tuple[int, set[str], int]:
    lines, updates, reports = [await place.rows(table) for table in ("lines", "updates", "reports")]
    return len(lines), {row.game_id for row in updates}, len(reports)


async def becomes(place: Place, kept: tuple[int, set[str], int]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(20):
        while await left(place) != kept:
            pass


ALL = (1, {"game0001", "found001", "goeson01"}, 1)
TIDY = (0, {"found001", "goeson01"}, 1)


@pytest.mark.parametrize(
    ("keep_days", "days", "kept"), [(90, 89.9, ALL), (90, 90.1, TIDY), (1, 1.1, TIDY), (0, 999, ALL)]
)
async def test_at_opening(place: Place, keep_days: int, days: float, kept: tuple[int, set[str], int]) -> None:
    async with place.open() as store:
        tell(store, place)
    await place.clock.advance(round(days * DAY_MS))
    async with place.open(keep_days):
        await becomes(place, kept)


async def test_every_day(place: Place) -> None:
    async with place.open(keep_days=2) as store:
        tell(store, place)
        for _ in range(2):
            await place.clock.advance(DAY_MS)
            await until(lambda: store.health.backlog == 0)
            assert await left(place) == ALL
        store.line("stream", b"new")
        await place.clock.advance(DAY_MS)
        await becomes(place, (1, TIDY[1], 1))


async def test_much_goes_bit_by_bit(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "_LINES", 7)
    monkeypatch.setattr(retention, "_GAMES", 3)
    async with place.open() as store:
        for number in range(20):
            store.line("stream", b"old")
            store.update(update(f"{number:08}", Happening.SETTLED), 1)
        await place.clock.advance(DAY_MS * 2)
        for _ in range(5):
            store.line("stream", b"new")
        store.update(update("late0001", Happening.SETTLED), place.clock.now_ms())
    async with place.open(keep_days=1):
        await becomes(place, (5, {"late0001"}, 0))
    assert [row.data for row in await place.rows("lines")] == [b"new"] * 5


async def test_a_game_that_goes_on_after_its_end_stays_whole(place: Place) -> None:
    async with place.open() as store:
        store.line("stream", b"old")
        await place.clock.advance(2 * DAY_MS)
        for one in PLAYED:
            store.update(one, 1)
        again = update("game0001", Happening.REOPENED, "e2e4 d7d5")
        store.update(again, place.clock.now_ms())
    async with place.open(keep_days=1) as store:
        await becomes(place, (0, {"game0001"}, 0))
        assert [game.update for game in await store.unfinished()] == [again]
