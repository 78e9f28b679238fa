"""Events in the store: kept before anything returns, on either database, and taken out and put back whole."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import update as change

from bot.events.arbiter import (
    Act,
    AddOffer,
    Exclude,
    MergeNames,
    PlaceGame,
    SetPoints,
    SetResult,
    StaleError,
    Undo,
    act_text,
    applied,
)
from bot.events.keeping import Attributed, EventError, Keeper
from bot.events.model import Entrant, Setup
from bot.store import StoreError, tables
from bot.store.opening import DAY_MS
from bot.updates import Happening
from scoring import Rules
from tests.bot.events.arbiter.samples import FACTS, OFFERED, add, record, stored
from tests.bot.store.conftest import Place
from tests.bot.store.samples import HOSTILE, report, update

F = Fraction
SETUP = Setup(
    "club",
    "Club evening",
    "league",
    Rules("spirit", flag_fall="server"),
    (Entrant("Amsel", "FM", 2301, 1503014, "Blue"), Entrant("Star")),
    rounds=7,
    reserves=("Meise",),
    tie_breaks=("classical", "buchholz_cut1"),
    prizes=(F(200, 3), F(1, 7)),
)
PLAIN = Setup("club", "Club evening", "arena", Rules())
GAMES = [
    Attributed("won00001", 10, 1, 1, 1, "Amsel", "Drossel"),
    Attributed("drawn001", 20, 2, 1, 2, "Fink", "Star"),
    Attributed("running1", 30, 4, white="Drossel", black="Fink"),
    Attributed("void0001", 40, 5, white="Amsel", black="Fink", void=True),
]
RECORDS = {"won00001": record("Amsel", "Drossel", "1-0"), "drawn001": record("Fink", "Star", "1/2-1/2", OFFERED)}
ACTS: list[Act] = [
    SetResult("won00001", "draw", "draw"),
    AddOffer("drawn001", 3, "white", "withdraw"),
    SetPoints("drawn001", F(1, 3), F(2, 7)),
    MergeNames("Star", HOSTILE[:90]),
    PlaceGame("running1", 3, None),
    Exclude("void0001"),
    Undo(6),
]


async def fill(place: Place, setup: Setup = PLAIN, acts: Sequence[Act] = ACTS) -> None:
    """An event with games, reports and corrections."""
    async with place.open() as store:
        for game_id, text in RECORDS.items():
            store.report(game_id, 5, stored(game_id, text))
    async with place.open() as store:
        keeper = Keeper(store)
        await keeper.keep_setup(setup, 1)
        await keeper.keep_games("club", GAMES)
        facts = await keeper.facts("club")
        for act in acts:
            made = add(await keeper.corrections("club"), act, facts, who=HOSTILE, why=HOSTILE)
            await keeper.keep_correction(made[-1])


async def test_what_is_kept_comes_back_as_it_was(place: Place) -> None:
    await fill(place)
    async with place.open() as store:
        keeper = Keeper(store)
        assert await keeper.setups() == (PLAIN,)
        assert await keeper.games("club") == tuple(GAMES)
        facts = await keeper.facts("club")
        assert facts[:2] == FACTS[:2]
        assert [(game.outcome, game.points) for game in facts[2:]] == [(None, None), ("void", None)]
        corrections = await keeper.corrections("club")
        assert [correction.act for correction in corrections] == ACTS
        assert applied(facts, corrections)[1].points == (F(1, 3), F(2, 7))
        again = add((), ACTS[0], facts, who=HOSTILE, why=HOSTILE)
        assert corrections[0] == again[0]


async def test_setups_and_places_are_replaced_by_newer_rows(place: Place) -> None:
    moved = replace(GAMES[0], since_ms=99, round=2, board=None)
    async with place.open() as store:
        keeper = Keeper(store)
        for setup in (SETUP, SETUP, PLAIN, replace(SETUP, id="other")):
            await keeper.keep_setup(setup, 3)
        for games in (GAMES, [replace(GAMES[0], since_ms=50)], [moved]):
            await keeper.keep_games("club", games)
        assert await keeper.setups() == (PLAIN, replace(SETUP, id="other"))
        assert (await keeper.games("club"))[0] == moved
        assert await keeper.games("other") == ()
    assert [(row.event_id, row.number) for row in await place.rows("events")] == [
        ("club", 1),
        ("club", 2),
        ("other", 1),
    ]
    rows = [row for row in await place.rows("event_games") if row.game_id == "won00001"]
    assert [(row.number, row.since_ms) for row in rows] == [(1, 10), (2, 99)]


async def test_the_rules_of_the_event_count_not_those_of_the_report(place: Place) -> None:
    await fill(place, SETUP, [])
    async with place.open() as store:
        facts = await Keeper(store).facts("club")
    told = stored("drawn001", RECORDS["drawn001"], SETUP.rules)
    assert (facts[1].report, facts[1].rules_version) == (told.report, told.rules_version)
    assert facts[1].points != FACTS[1].points


async def test_two_arbiters_at_once(place: Place) -> None:
    await fill(place, acts=ACTS[:1])
    async with place.open() as one, place.open() as other:
        keepers = [Keeper(one), Keeper(other)]
        facts = await keepers[0].facts("club")
        earlier = await keepers[0].corrections("club")
        acts: list[tuple[Act, str]] = [(Exclude("won00001"), "Anna"), (Exclude("drawn001"), "Bert")]
        made = [add(earlier, act, facts, who=who)[-1] for act, who in acts]
        results: list[Any] = await asyncio.gather(
            *(keeper.keep_correction(correction) for keeper, correction in zip(keepers, made, strict=True)),
            return_exceptions=True,
        )
        (refused,) = [result for result in results if result is not None]
        assert isinstance(refused, StaleError)
        winner = made[results.index(None)]
        assert f"{winner.who}: {act_text(winner.act)} (seen on the board)" in str(refused)
        for keeper in keepers:
            assert await keeper.corrections("club") == (*earlier, winner)
            await keeper.keep_correction(winner)  # an answer that was lost, asked for again
        assert await keepers[0].corrections("club") == (*earlier, winner)
        with pytest.raises(StaleError, match="there is no correction 6"):
            await keepers[0].keep_correction(replace(winner, number=7))


async def test_a_backup_gives_the_same_event_and_the_same_bytes(place: Place, file_place: Place, tmp_path: Any) -> None:
    await fill(place, SETUP, ACTS[:3])
    await fill(place, PLAIN, ACTS[3:])
    async with place.open() as store:
        keeper = Keeper(store)
        data = await keeper.backup("club")
        assert await keeper.restore(data) == "club"  # the same is there already
        assert await keeper.backup("club") == data
        before = await keeper.facts("club"), await keeper.corrections("club"), await keeper.setups()
    async with Place(str(tmp_path / "other.sqlite")).open() as store:
        keeper = Keeper(store)
        assert await keeper.restore(data) == "club"
        assert await keeper.backup("club") == data
        assert (await keeper.facts("club"), await keeper.corrections("club"), await keeper.setups()) == before


async def test_nothing_is_overwritten_without_a_word(place: Place) -> None:
    await fill(place)
    async with place.open() as store:
        keeper = Keeper(store)
        data = await keeper.backup("club")
        facts, corrections = await keeper.facts("club"), await keeper.corrections("club")
        more = add(corrections, Exclude("won00001"), facts)
        await keeper.keep_correction(more[-1])
        with pytest.raises(StoreError, match="there is an event club already, and it is not the same; say so to"):
            await keeper.restore(data)
        assert await keeper.corrections("club") == more
        assert await keeper.restore(data, overwrite=True) == "club"
        assert await keeper.corrections("club") == corrections
        assert await keeper.backup("club") == data


async def test_a_score_that_changed_since_is_not_overwritten_without_a_word(place: Place) -> None:
    await fill(place)
    async with place.open() as store:
        data = await Keeper(store).backup("club")
        before = await Keeper(store).facts("club")
        store.report("won00001", 9, report())
    async with place.open() as store:
        keeper = Keeper(store)
        with pytest.raises(StoreError, match="the game won00001 has another score here by now; say so to overwrite"):
            await keeper.restore(data)
        await keeper.restore(data, overwrite=True)
        assert await keeper.facts("club") == before
    assert [row.number for row in await place.rows("reports") if row.game_id == "won00001"] == [1, 2, 3]


def without(*path: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(document: dict[str, Any]) -> None:
        inner: Any = document
        for part in path[:-1]:
            inner = inner[part]
        del inner[path[-1]]

    return spoil


def with_value(value: Any, *path: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(document: dict[str, Any]) -> None:
        inner: Any = document
        for part in path[:-1]:
            inner = inner[part]
        inner[path[-1]] = value

    return spoil


SPOILED = [
    (with_value(2, "unruh_event"), "a newer version of Unruh has written it"),
    (without("unruh_event"), "it does not begin as one"),
    (with_value("other", "event_id"), "its setup is that of another event"),
    (with_value([], "setups"), "its setup is that of another event"),
    (without("corrections", 1), "something in it is missing, or there twice"),
    (without("reports", 0, "content", "record"), "missing required field"),
    (with_value("2/1/3", "corrections", 2, "act", "white"), "points are exact fractions"),
    (with_value("1e999999999", "corrections", 2, "act", "white"), "points are exact fractions"),
    (with_value("burn", "corrections", 0, "act", "act"), "Invalid value"),
    (with_value("x", "games", 0, "order"), "Expected `int`"),
    (with_value("odd", "setups", 0, "setup", "rules", "preset"), "Invalid enum value"),
    (with_value(0, "setups", 0, "setup", "rules", "book_min_games"), "must be a whole number of at least 1"),
    (with_value("other001", "reports", 0, "game_id"), "it has a report of a game that is not in it"),
    (with_value(7, "colour"), "unknown field"),
]


@pytest.mark.parametrize(("spoil", "words"), SPOILED)
async def test_what_is_no_backup_is_refused_and_changes_nothing(
    file_place: Place, spoil: Callable[[dict[str, Any]], None], words: str
) -> None:
    await fill(file_place)
    async with file_place.open() as store:
        keeper = Keeper(store)
        data = await keeper.backup("club")
        document = json.loads(data)
        spoil(document)
        with pytest.raises(EventError) as caught:
            await keeper.restore(json.dumps(document).encode(), overwrite=True)
        assert str(caught.value).startswith("this is no backup of an event: ")
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)
        assert await keeper.backup("club") == data


@pytest.mark.parametrize("data", [b"", b"[1]", b"\xff\xfe\x00", b"[" * 100_000, b'{"unruh_event": NaN}'])
async def test_anything_is_no_backup(file_place: Place, data: bytes) -> None:
    async with file_place.open() as store:
        with pytest.raises(EventError, match="this is no backup of an event"):
            await Keeper(store).restore(data)


async def test_unknown_and_spoiled_events(place: Place) -> None:
    await fill(place)
    await place.ask(change(tables.event_corrections).where(tables.event_corrections.c.number == 1).values(act="[" * 9))
    async with place.open() as store:
        keeper = Keeper(store)
        for asked in (keeper.setup("other"), keeper.facts("other"), keeper.backup("other")):
            with pytest.raises(EventError, match="there is no event other"):
                await asked
        with pytest.raises(EventError, match="a correction of the event club cannot be read: it is no JSON"):
            await keeper.corrections("club")
    await place.ask(change(tables.events).values(setup='{"id":"club"}'))
    async with place.open() as store:
        assert await Keeper(store).setups() == ()
        with pytest.raises(EventError, match="what is agreed for the event club cannot be read: "):
            await Keeper(store).setup("club")


async def test_retention_takes_nothing_that_an_event_needs(place: Place) -> None:
    await fill(place)
    async with place.open() as store:
        for game_id in RECORDS:
            store.update(update(game_id, Happening.SETTLED, record=RECORDS[game_id]), 1)
        store.update(update("void0001", Happening.VOID), 1)
    async with place.open() as store:
        data, facts = await Keeper(store).backup("club"), await Keeper(store).facts("club")
    await place.clock.advance(999 * DAY_MS)
    async with place.open(keep_days=1) as store:
        async with asyncio.timeout(20):
            while await place.rows("updates"):
                pass
        assert await Keeper(store).facts("club") == facts
        assert await Keeper(store).backup("club") == data
