"""Ended and started again: every unfinished game goes on by itself, and nothing is lost or there twice."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import chess
import pytest
from msgspec.structs import replace

from bot.follower.follower import KEPT_MS
from bot.follower.journal import StoreJournal
from bot.follower.resume import resume
from bot.lichess.errors import RateLimitError
from bot.lichess.governor import Governor
from bot.lichess.simulator import Game, Script, TimeControl
from bot.lichess.simulator.faults import SERVER_ERROR, Lagging
from bot.lichess.simulator.faults.answers import RATE_LIMIT_SECONDS
from bot.score.record import report_on
from bot.store import StoredReport, open_store
from bot.updates import GameInfo, GameUpdate, Happening
from overlay.shown.views import game_state
from overlay.state import GameState
from scoring import Rules
from tests.bot.following import Told, following
from tests.bot.live import Live

LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5"
OVER = ["waiting", "live", "ended", "settled"]


def script(game_id: str = "abcdefgh") -> Script:
    return Script(game_id, control=TimeControl(900, 0)).moves(LINE)


GAME = script().offer(chess.BLACK).moves("d4").resign(chess.BLACK).game()


@asynccontextmanager
async def life(live: Live, folder: Path) -> AsyncIterator[Told]:
    """The program from its start to its end."""
    async with (
        open_store(str(folder / "unruh.sqlite"), live.clock) as store,
        following(live, journal=StoreJournal(store, Rules())) as told,
    ):
        await resume(told.follower, store, live.governor)
        yield told


def kept(folder: Path, table: str) -> list[tuple[object, ...]]:
    """What stands in a table of the store."""
    with closing(sqlite3.connect(folder / "unruh.sqlite")) as store:
        columns = "game_id, number, record, report" if table == "reports" else "game_id, happening"
        return list(store.execute(f"SELECT {columns} FROM {table}"))


def shown(told: Told) -> dict[str, GameState]:
    """The states of all games, without the age of clocks that do not run any more."""
    states = map(game_state, told.follower.games.values())
    return {state.id: replace(state, clocks=replace(state.clocks, age_ms=0)) for state in states}


def check(folder: Path, *games: Game) -> None:
    """The report of every game is there once, and says what its record does."""
    rows = kept(folder, "reports")
    assert sorted(str(row[0]) for row in rows) == sorted(game.id for game in games)
    for game_id, number, record, report in rows:
        assert number == 1
        whole = report_on(str(game_id), str(record), Rules())
        assert isinstance(whole, StoredReport)
        assert report == whole.report


async def test_a_game_goes_on_where_it_was(live: Live, tmp_path: Path) -> None:
    game = live.add(GAME)
    async with life(live, tmp_path) as told:
        told.follower.found(game.id, "a test")
        await live.turn(10_000)
        assert told.game(game.id).game.ply == 7
    await live.turn(3_000)
    async with life(live, tmp_path) as told:
        assert told.states[game.id][:2] == ["waiting", "reconnecting"]
        assert told.plies[game.id][:2] == [0, 7]
        await told.until(game.id, "settled")
        assert told.states[game.id] == ["waiting", "reconnecting", "live", "ended", "settled"]
        assert told.plies[game.id] == sorted(told.plies[game.id])
    check(tmp_path, game)


@pytest.mark.parametrize("seed", range(4))
async def test_many_starts_leave_one_report_of_every_game(live: Live, tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    games = [live.add(script(f"game{number:04}").resign(chess.BLACK).game()) for number in range(10)]
    async with life(live, tmp_path) as told:
        for game in games:
            told.follower.found(game.id, "a test")
    for _ in range(12):
        async with life(live, tmp_path) as told:
            assert set(told.states) == {game.id for game in games}
            await live.turn(random.randrange(5_000))
        await live.turn(random.randrange(2_000))
    async with life(live, tmp_path) as told:
        await live.turn_until(lambda: all(states[-1] == "settled" for states in told.states.values()))
    check(tmp_path, *games)
    assert live.simulator.violations == []


async def test_a_game_of_which_nothing_was_heard(live: Live, tmp_path: Path) -> None:
    live.simulator.faults.add(SERVER_ERROR, count=None, until_ms=live.clock.now_ms() + 5_000)
    game = live.add(GAME)
    async with life(live, tmp_path) as told:
        told.follower.found(game.id, "a test")
        assert told.states[game.id] == ["waiting"]
    await live.turn(6_000)
    async with life(live, tmp_path) as told:
        await told.until(game.id, "settled")
        assert told.states[game.id] == OVER
    check(tmp_path, game)


async def test_a_game_that_ended_meanwhile(live: Live, tmp_path: Path) -> None:
    game = live.add(GAME)
    async with life(live, tmp_path) as told:
        told.follower.found(game.id, "a test")
        await live.turn(10_000)
    await live.turn(3_600_000)
    async with life(live, tmp_path) as told:
        await told.until(game.id, "settled")
    check(tmp_path, game)


@pytest.mark.parametrize("lag_ms", [0, 7_200_000])
async def test_a_game_that_ended_and_was_not_settled(live: Live, tmp_path: Path, lag_ms: int) -> None:
    """Its record did not come before, or comes only much later."""
    game = live.add(GAME)
    async with life(live, tmp_path) as told:
        live.simulator.faults.add(SERVER_ERROR, route="export_ids", count=None, until_ms=live.clock.now_ms() + 60_000)
        told.follower.found(game.id, "a test")
        await told.until(game.id, "ended")
    await live.turn(3_600_000)
    if lag_ms:
        until_ms = live.clock.now_ms() + 100_000
        live.simulator.faults.add(Lagging(lag_ms), route="export_ids", count=None, until_ms=until_ms)
    async with life(live, tmp_path) as told:
        assert told.game(game.id).game.ply == 21
        await told.until(game.id, "settled")
        assert told.plies[game.id][1:] == [21] * len(told.plies[game.id][1:])
    check(tmp_path, game)


async def test_the_last_results_are_shown_again_and_nobody_is_asked(live: Live, tmp_path: Path) -> None:
    early, late = (live.add(script(game_id).resign(chess.BLACK).game()) for game_id in ("early001", "late0001"))
    aborted = live.add(Script("aborted1", control=TimeControl(900, 0)).moves("e4").abort().game())
    async with life(live, tmp_path) as told:
        told.follower.found(early.id, "a test")
        await told.until(early.id, "settled")
        await live.turn(KEPT_MS // 2)
        for game_id in (late.id, aborted.id, "nowhere1"):
            told.follower.found(game_id, "a test")
        await told.until(late.id, "settled")
        await told.until(aborted.id, "void")
        await told.until("nowhere1", "missing")
        await live.turn(10_000)
        before = shown(told)
    assert set(before) == {early.id, late.id, aborted.id, "nowhere1"}
    asked = len(live.simulator.requests)
    async with life(live, tmp_path) as told:
        assert shown(told) == before
        await live.turn(KEPT_MS // 3)
        assert set(told.follower.games) == {late.id, aborted.id, "nowhere1"}
        await live.turn(KEPT_MS)
        assert told.follower.games == {}
        assert len(live.simulator.requests) == asked
    async with life(live, tmp_path) as told:
        assert told.states == {}
    check(tmp_path, early, late)


async def test_a_game_that_a_source_tells_is_not_asked_for(live: Live, tmp_path: Path) -> None:
    """A broadcast tells all of its games again; the server does not know them by these ids."""
    move = chess.Move.from_uci("e2e4")
    for _ in range(2):
        async with life(live, tmp_path) as told:
            assert told.states == {}
            for happening in (Happening.DESCRIBED, Happening.MOVED):
                update = GameUpdate("round1/1", happening, GameInfo(), (move,))
                told.follower.carried(update, "source", "broadcast winter")
            await live.turn(60_000)
            assert told.states == {"round1/1": ["waiting", "live"]}
    assert live.simulator.requests == []


async def test_a_game_that_was_carried_and_known_to_the_server_goes_on(live: Live, tmp_path: Path) -> None:
    game = live.add(GAME)
    async with life(live, tmp_path) as told:
        update = GameUpdate(game.id, Happening.DESCRIBED, GameInfo())
        told.follower.carried(update, "tv", "TV blitz")
        await live.turn(5_000)
        assert live.simulator.requests == []
    async with life(live, tmp_path) as told:
        await told.until(game.id, "settled")
    check(tmp_path, game)


async def test_a_game_that_was_over_before_is_left_alone(live: Live, tmp_path: Path) -> None:
    """An arena that ends tells of all its games, and knows nothing of an earlier life; what is named is shown again."""
    settled, aborted, other = (f"{name}01" for name in ("settle", "aborte", "othero"))
    live.add(script(settled).resign(chess.BLACK).game())
    live.add(Script(aborted, control=TimeControl(900, 0)).moves("e4").abort().game())
    async with life(live, tmp_path) as told:
        for game_id in (settled, aborted, "nowhere1"):
            told.follower.found(game_id, "arena winter01")
        await told.until(settled, "settled")
        await told.until(aborted, "void")
        await told.until("nowhere1", "missing")
    rows = kept(tmp_path, "updates")
    await live.turn(KEPT_MS)
    live.add(script(other).game())
    asked = len(live.simulator.requests)
    async with open_store(str(tmp_path / "unruh.sqlite"), live.clock) as store, following(live) as told:
        await resume(told.follower, store, live.governor)
        told.follower.leave_alone(await store.over())
        for game_id in (settled, aborted):
            told.follower.found(game_id, "arena winter01")
            told.follower.carried(GameUpdate(game_id, Happening.DESCRIBED, GameInfo()), "tv", "tv blitz")
        await live.turn(10_000)
        assert (told.states, len(live.simulator.requests)) == ({}, asked)
        for game_id in ("nowhere1", other):
            told.follower.found(game_id, "arena winter01")
        assert set(told.states) == {"nowhere1", other}
    assert kept(tmp_path, "updates") == rows


async def test_a_pause_that_the_server_asked_for_outlives_the_program(live: Live, tmp_path: Path) -> None:
    place = str(tmp_path / "unruh.sqlite")
    async with open_store(place, live.clock) as store:
        live.client.received = store.line
        live.simulator.faults.add(RATE_LIMIT_SECONDS, route="status")
        with pytest.raises(RateLimitError):
            await live.client.statuses(["amsel"])
    left_ms = live.governor.pause_left_ms
    assert left_ms >= 60_000
    await live.turn(20_000)
    governor = Governor(live.clock)
    async with open_store(place, live.clock) as store, following(live) as told:
        await resume(told.follower, store, governor)
    assert governor.pause_left_ms == left_ms - 20_000
