"""What is told to the store is in it afterwards, once, on either database."""

import json

import pytest
from sqlalchemy import func, select
from sqlalchemy import update as change

from bot.store import KeptGame, StoreHealth, tables
from bot.updates import Happening, Player
from tests.bot.store.conftest import Place
from tests.bot.store.samples import HOSTILE, INFO, PLAYED, report, until, update

H = Happening


async def test_everything_is_kept_as_it_was_told(place: Place) -> None:
    async with place.open() as store:
        store.line("stream abcdefgh", b'{"fen":\xff\x00}')
        store.line("export", b"")
        for number, one in enumerate(PLAYED):
            store.update(one, 1_000 + number)
        store.report("game0001", 1_004, report())
        await until(lambda: store.health.backlog == 8)
        assert store.health == StoreHealth(backlog=8)
    now = place.clock.now_ms()
    assert [row[1:] for row in await place.rows("lines")] == [
        (now, "stream abcdefgh", b'{"fen":\xff\x00}'),
        (now, "export", b""),
    ]
    updates = await place.rows("updates")
    assert [(row.at_ms, row.happening) for row in updates] == [
        (1_000 + n, one.happening) for n, one in enumerate(PLAYED)
    ]
    assert json.loads(updates[1].payload)["new"] == "e7e5"
    assert [tuple(row) for row in await place.rows("reports")] == [
        ("game0001", 1, 1_004, "2026.1", "{}", "1. e4 1-0", '{"points":"0.22"}')
    ]


async def test_it_is_written_while_it_runs(place: Place) -> None:
    async with place.open() as store:
        store.line("stream", b"{}")
        await place.clock.advance(100)
        await until(lambda: store.health.backlog == 0)
        assert len(await place.rows("lines")) == 1


async def test_the_ids_rise_from_run_to_run(place: Place) -> None:
    for _ in range(3):  # the clock stands still, or was set back
        async with place.open() as store:
            store.line("stream", b"{}")
            store.found("abcdefgh", 1, "users")
    lines, updates = await place.rows("lines"), await place.rows("updates")
    assert len({row.id for row in [*lines, *updates]}) == 6
    assert max([*lines, *updates], key=lambda row: row.id) == updates[-1]


async def test_unfinished_games(place: Place) -> None:
    async with place.open() as store:
        store.found("found001", 1, "arena winter01")
        store.found("lost0001", 2, "users")
        for one in PLAYED[:3]:
            store.update(one, 3)
        for happening in (H.SETTLED, H.VOID, H.MISSING, H.VARIANT):
            store.found(f"{happening:8.8}", 4, "users")
            store.update(update(f"{happening:8.8}", H.DESCRIBED, "e2e4"), 4)
            store.update(update(f"{happening:8.8}", happening, "e2e4"), 4)
        store.update(update("void    ", H.LOST, "e2e4"), 5)
        store.found("missing ", 5, "team again")
        store.update(update("lost0001", H.LOST), 6)
        store.update(update("ended001", H.ENDED, "e2e4"), 7)
        assert await store.unfinished() == []
    async with place.open() as store:
        assert await store.unfinished() == [
            KeptGame("found001", "arena winter01", 1, None),
            KeptGame("lost0001", "users", 6, update("lost0001", H.LOST)),
            KeptGame("game0001", "", 3, PLAYED[2]),
            KeptGame("ended001", "", 7, update("ended001", H.ENDED, "e2e4")),
        ]


async def test_a_game_goes_on_over_several_runs(place: Place) -> None:
    for number, one in enumerate(PLAYED):
        async with place.open() as store:
            store.update(one, number)
        async with place.open() as store:
            kept = [*await store.unfinished(), *await store.recent(0)]
            assert [game.update for game in kept] == [one]


async def test_a_game_that_goes_on_after_its_end_is_unfinished_again(place: Place) -> None:
    again = update("game0001", H.REOPENED, "e2e4 c7c5 g1f3 d7d6 d2d4")
    async with place.open() as store:
        for one in [*PLAYED, again]:
            store.update(one, 1)
    async with place.open() as store:
        assert [game.update for game in await store.unfinished()] == [again]
        assert await store.recent(0) == []


async def test_recent_games(place: Place) -> None:
    async with place.open() as store:
        for number in range(4):
            store.update(update(f"game000{number}", H.SETTLED, "e2e4", reason=f"{number}"), number)
        store.update(update("game0002", H.LOST, "e2e4"), 9)
    async with place.open() as store:
        recent = await store.recent(2)
        assert [(game.id, game.at_ms, game.update and game.update.happening) for game in recent] == [
            ("game0002", 2, H.SETTLED),
            ("game0003", 3, H.SETTLED),
        ]


async def test_since_when_a_clock_is_as_it_is(place: Place) -> None:
    """Silence, and what repeats it, do not make a clock younger."""
    happenings = [(1, H.DESCRIBED, ""), (2, H.MOVED, "e2e4"), (5, H.LOST, "e2e4"), (8, H.DESCRIBED, "e2e4")]
    async with place.open() as store:
        for at_ms, happening, uci in happenings:
            store.update(update("game0001", happening, uci), at_ms)
    async with place.open() as store:
        assert [(game.at_ms, len(game.update.moves)) for game in await store.unfinished() if game.update] == [(2, 1)]


async def test_games_that_are_over_for_good(place: Place) -> None:
    """What was missing may come yet; what goes on again is not over."""
    happenings = [H.SETTLED, H.VOID, H.VARIANT, H.MISSING, H.MOVED, H.SETTLED]
    async with place.open() as store:
        for number, happening in enumerate(happenings):
            store.update(update(f"game000{number}", happening, "e2e4"), number)
        store.update(update("game0005", H.REOPENED, "e2e4"), 9)
        store.update(update("game0000", H.SETTLED, "e2e4"), 9)
    async with place.open() as store:
        assert await store.over() == ["game0001", "game0002", "game0000"]


async def test_the_same_report_is_kept_once(place: Place) -> None:
    first, second = report("0.22"), report("0.85", rules_version="2026.2")
    for _ in range(2):
        async with place.open() as store:
            for at_ms, one in enumerate([first, first, second, second]):
                store.report("game0001", at_ms, one)
            store.report("game0002", 0, first)
    rows = await place.rows("reports")
    assert [(row.game_id, row.number, row.rules_version) for row in rows] == [
        ("game0001", 1, "2026.1"),
        ("game0001", 2, "2026.2"),
        ("game0001", 3, "2026.1"),
        ("game0001", 4, "2026.2"),
        ("game0002", 1, "2026.1"),
    ]


@pytest.mark.parametrize("size", [1_999, 2_000, 2_001, 5_000])
async def test_many_rows(place: Place, size: int) -> None:
    async with place.open() as store:
        for number in range(size):
            store.line("stream", b"%d" % number)
            store.found(f"{number:08}", number, "users")
        store.report("game0001", 1, report())
    assert [row.data for row in await place.rows("lines")] == [b"%d" % number for number in range(size)]
    assert [row.game_id for row in await place.rows("updates")] == [f"{number:08}" for number in range(size)]
    assert len(await place.rows("reports")) == 1


async def test_hostile_text_comes_back_as_it_was(place: Place) -> None:
    info = INFO.__class__(Player(HOSTILE, HOSTILE, 10**40), variant=HOSTILE, url=HOSTILE)
    one = update(HOSTILE, H.MOVED, "e2e4", info=info, reason=HOSTILE, record=HOSTILE)
    over = update(f"{HOSTILE}2", H.SETTLED, info=info, record=HOSTILE)
    hostile = report(options=HOSTILE, record=HOSTILE, report=HOSTILE)
    async with place.open() as store:
        store.line(HOSTILE, HOSTILE.encode("utf-8", "surrogatepass"))
        store.found(HOSTILE, 1, HOSTILE)
        store.update(one, 1)
        store.update(over, 1)
        for _ in range(2):
            store.report(HOSTILE, 1, hostile)
    async with place.open() as store:
        assert await store.unfinished() == [KeptGame(HOSTILE, HOSTILE, 1, one)]
        assert [game.update for game in await store.recent(0)] == [over]
    (line,) = await place.rows("lines")
    (kept,) = await place.rows("reports")
    assert line.origin == HOSTILE
    assert (kept.game_id, kept.options, kept.record, kept.report) == (HOSTILE, HOSTILE, HOSTILE, HOSTILE)


async def test_ordinary_text_is_readable_in_the_database(file_place: Place) -> None:
    async with file_place.open() as store:
        store.report("game0001", 1, report())
    (row,) = await file_place.ask(select(func.json_extract(tables.reports.c.report, "$.points")))
    assert row == ("0.22",)


@pytest.mark.parametrize("payload", ["", "{", '{"keep":7}', '{"new":"x"}', "[" * 10_000])
async def test_a_damaged_row_stops_nothing(place: Place, payload: str) -> None:
    async with place.open() as store:
        store.update(PLAYED[0], 1)
        store.update(update("game0002", H.DESCRIBED), 2)
    table = tables.updates
    await place.ask(change(table).where(table.c.game_id == "game0001").values(payload=payload))
    async with place.open() as store:
        damaged, whole = await store.unfinished()
        assert (damaged.id, damaged.update) == ("game0001", None)
        assert whole.update is not None
