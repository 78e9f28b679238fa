"""What is written down of followed games, in a real store."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from structlog.testing import capture_logs

from bot.clock import ManualClock
from bot.follower.journal import StoreJournal
from bot.follower.resume import resume
from bot.follower.worker import Worker
from bot.lichess.simulator import Script, TimeControl
from bot.lichess.simulator.faults import Stop, StopAt
from bot.pgn import PgnProblem
from bot.score.record import report_on
from bot.store import StoredReport, open_store
from bot.updates import GameInfo, GameUpdate, Happening
from scoring import NO_BOOK, RULES_VERSION, Ending, Finish, Rules
from tests.bot.follower.proving import ByHand
from tests.bot.following import following
from tests.bot.live import Live

H = Happening
RECORD = '[Result "{result}"]\n[Termination "Normal"]\n\n1. e4 e5 2. Nf3 {result}'
MOVES = tuple(chess.Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3"))


class Kept:
    """The rows of a store."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "unruh.sqlite"

    @asynccontextmanager
    async def journal(
        self, clock: ManualClock, rules: Rules | None = None, worker: Worker | None = None
    ) -> AsyncIterator[StoreJournal]:
        async with open_store(str(self.file), clock) as store:
            yield StoreJournal(store, rules or Rules(), worker)

    def rows(self, columns: str, table: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.file)) as store:
            order = "id" if table == "updates" else "game_id, number"
            return list(store.execute(f"SELECT {columns} FROM {table} ORDER BY {order}"))


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def settled(result: str = "1-0", happening: Happening = H.SETTLED, **fields: object) -> GameUpdate:
    finish = Finish(Ending.RESIGNATION, chess.WHITE)
    values: dict[str, object] = {"finish": finish, "record": RECORD.format(result=result), **fields}
    return GameUpdate("abcdefgh", happening, GameInfo(), MOVES, **values)  # type: ignore[arg-type]


async def test_a_report_is_what_the_command_says_of_the_record(kept: Kept) -> None:
    rules = Rules(pieces_left="printed")
    async with kept.journal(ManualClock(), rules) as journal:
        journal.found("abcdefgh", 1_000, "arena winter")
        journal.update(settled(), 2_000, NO_BOOK)
    whole = report_on("abcdefgh", settled().record, rules)
    assert isinstance(whole, StoredReport)
    columns = "game_id, number, at_ms, rules_version, options, record, report"
    assert kept.rows(columns, "reports") == [
        ("abcdefgh", 1, 2_000, RULES_VERSION, whole.options, settled().record, whole.report)
    ]
    assert '"pieces_left":"printed"' in whole.options.replace(" ", "")
    assert kept.rows("at_ms, happening", "updates") == [(1_000, "found"), (2_000, "settled")]


async def test_the_same_report_is_kept_once_and_another_one_after_it(kept: Kept) -> None:
    async with kept.journal(ManualClock()) as journal:
        for number, result in enumerate(["1-0", "1-0", "0-1", "0-1"]):
            journal.update(settled(result), number, NO_BOOK)
    async with kept.journal(ManualClock()) as journal:
        journal.update(settled("0-1"), 9, NO_BOOK)
    assert kept.rows("number, at_ms", "reports") == [(1, 0), (2, 2)]


@pytest.mark.parametrize("happening", [one for one in H if one is not H.SETTLED])
async def test_only_a_settled_game_has_a_report(kept: Kept, happening: Happening) -> None:
    async with kept.journal(ManualClock()) as journal:
        journal.update(settled(happening=happening), 1_000, NO_BOOK)
    assert kept.rows("*", "reports") == []
    assert kept.rows("happening", "updates") == [(happening.value,)]


@pytest.mark.parametrize("record", ["", " ", "<html>", "1. e4 e5 2. Ke3 1-0", "\ud800\x00"])
async def test_a_record_that_cannot_be_read_is_logged_and_the_news_is_kept(kept: Kept, record: str) -> None:
    with capture_logs() as logs:
        async with kept.journal(ManualClock()) as journal:
            journal.update(settled(record=record), 1_000, NO_BOOK)
    assert [(entry["event"], entry["game"], entry["log_level"]) for entry in logs] == [
        ("no report", "abcdefgh", "error")
    ]
    assert kept.rows("happening", "updates") == [("settled",)]
    assert kept.rows("*", "reports") == []


async def test_everything_that_was_learnt_is_kept_and_nothing_else(live: Live, kept: Kept) -> None:
    """Not what says nothing new, nor what comes too late."""
    course = Script(control=TimeControl(180, 2)).moves("e4 e5 Nf3 Nc6 Bb5 a6").resign(chess.BLACK).game()
    live.simulator.faults.add(StopAt(3, Stop.CUT))
    async with kept.journal(live.clock) as journal, following(live, journal=journal) as told:
        game = await told.to_the_end(course)
        told.follower.carried(settled(happening=H.MOVED), "stream", "a test")
        told.follower.carried(settled(happening=H.LOST), "stream", "a test")
        assert game.last
        record = game.last.record
    happenings = [str(row[0]) for row in kept.rows("happening", "updates")]
    assert happenings[0] == "found"
    assert happenings[1:] == [update.happening.value for update in told.updates]
    assert (happenings.count("lost"), happenings.count("ended"), happenings[-1]) == (1, 1, "settled")
    whole = report_on(game.id, record, Rules())
    assert isinstance(whole, StoredReport)
    assert kept.rows("record, report", "reports") == [(record, whole.report)]


async def test_an_aborted_game_has_no_report(live: Live, kept: Kept) -> None:
    course = Script(control=TimeControl(180, 2)).moves("e4").abort().game()
    async with kept.journal(live.clock) as journal, following(live, journal=journal) as told:
        await told.to_the_end(course, "void")
        await live.turn(120_000)
    assert kept.rows("*", "reports") == []
    assert ("void",) in kept.rows("happening", "updates")


# --- reports that may take long

FIDE = Rules(flag_fall="fide")


@pytest.mark.parametrize("made", [True, False])
async def test_by_fide_the_news_is_kept_with_the_report_that_the_worker_makes(kept: Kept, made: bool) -> None:
    hand, clock = ByHand(), ManualClock()
    async with kept.journal(clock, FIDE, Worker(hand)) as journal:
        journal.found("abcdefgh", 1_000, "a test")
        journal.update(settled(), 2_000, NO_BOOK)
        journal.update(settled(happening=H.MOVED, record=""), 3_000, NO_BOOK)
        await clock.advance(1_000)
        if made:
            hand.let_go()
            await clock.advance(1_000)
    whole = report_on("abcdefgh", settled().record, FIDE)
    assert isinstance(whole, StoredReport)
    assert kept.rows("at_ms, report", "reports") == [(2_000, whole.report)] * made
    news = [(1_000, "found"), (2_000, "settled"), (3_000, "moved")]
    assert kept.rows("at_ms, happening", "updates") == news[: 3 if made else 1]


async def test_news_of_a_game_keep_their_order_and_those_of_others_do_not_wait(kept: Kept) -> None:
    hand, clock = ByHand(), ManualClock()
    async with kept.journal(clock, FIDE, Worker(hand)) as journal:
        journal.update(settled(), 1, NO_BOOK)
        journal.update(settled("0-1"), 2, NO_BOOK)
        journal.update(settled("0-1", happening=H.REOPENED), 3, NO_BOOK)
        journal.update(settled("1-0"), 4, NO_BOOK)
        journal.update(replace(settled(happening=H.ENDED), id="other001"), 5, NO_BOOK)
        for _ in range(3):
            await clock.advance(0)
            hand.let_go()
        await clock.advance(0)
        journal.update(settled(happening=H.LOST), 6, NO_BOOK)
    told = [("ended", "other001"), *((one, "abcdefgh") for one in "settled settled reopened settled lost".split())]
    assert kept.rows("happening, game_id", "updates") == told
    assert kept.rows("number, at_ms", "reports") == [(1, 1), (2, 2), (3, 4)]


async def test_a_proof_waits_for_one_report_at_most(kept: Kept) -> None:
    """However many games are settled at the same time."""
    hand, clock, done = ByHand(), ManualClock(), list[str]()
    worker = Worker(hand)
    async with kept.journal(clock, FIDE, worker) as journal:
        for game_id in ("abcdefgh", "other001", "other002"):
            journal.update(replace(settled(), id=game_id), 1, NO_BOOK)
        await clock.advance(0)
        proof = asyncio.create_task(worker.run(lambda: done.append("proof")))
        for _ in range(2):
            await clock.advance(0)
            hand.let_go()
            await clock.advance(0)
        assert (done, proof.done()) == (["proof"], True)
        for _ in range(2):
            await clock.advance(0)
            hand.let_go()
        await clock.advance(0)
    assert len(kept.rows("*", "reports")) == 3


@pytest.mark.parametrize("rules", [Rules(), FIDE])
async def test_an_error_in_a_report_is_logged_and_the_game_is_kept_as_one_that_ended(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, rules: Rules
) -> None:
    def fails(*_: object) -> None:
        raise ArithmeticError("no proof today")

    hand, clock = ByHand(), ManualClock()
    monkeypatch.setattr("bot.score.record.report_on", fails)
    with capture_logs() as logs:
        async with kept.journal(clock, rules, Worker(hand)) as journal:
            journal.update(settled(), 1_000, NO_BOOK)
            journal.update(settled(happening=H.MOVED), 2_000, NO_BOOK)
            await clock.advance(0)
            if hand.waiting:
                hand.let_go()
                await clock.advance(0)
    assert [(entry["event"], entry["game"]) for entry in logs] == [
        ("no report after an error of the program", "abcdefgh")
    ]
    assert kept.rows("happening", "updates") == [("ended",), ("moved",)]
    assert kept.rows("*", "reports") == []


async def test_a_record_without_a_report_is_settled(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = PgnProblem("abcdefgh.pgn", 1, "no game", "broken")
    monkeypatch.setattr("bot.score.record.report_on", lambda *_: problem)
    with capture_logs() as logs:
        async with kept.journal(ManualClock()) as journal:
            journal.update(settled(), 1_000, NO_BOOK)
    assert [(entry["event"], entry["reason"]) for entry in logs] == [("no report", "no game")]
    assert (kept.rows("happening", "updates"), kept.rows("*", "reports")) == ([("settled",)], [])


async def test_a_report_that_was_not_made_is_made_after_the_next_start(live: Live, kept: Kept) -> None:
    """Until then the game is not settled in the store: it is followed again, and nothing is missing or there twice."""
    course = Script(control=TimeControl(180, 2)).moves("e4 e5 Nf3 Nc6 Bb5 a6").flag().game()
    async with (
        kept.journal(live.clock, FIDE, Worker(ByHand())) as journal,
        following(live, rules=FIDE, journal=journal) as told,
    ):
        game = await told.to_the_end(course)
    assert kept.rows("*", "reports") == []
    assert kept.rows("happening", "updates")[-1] == ("ended",)
    worker = Worker(live.background.run)
    async with (
        open_store(str(kept.file), live.clock) as store,
        following(live, rules=FIDE, journal=StoreJournal(store, FIDE, worker), worker=worker) as told,
    ):
        await resume(told.follower, store, live.governor)
        again = await told.until(game.id, "settled")
        await live.turn()
        assert again.decision == game.decision
    assert again.last
    whole = report_on(game.id, again.last.record, FIDE)
    assert isinstance(whole, StoredReport)
    assert kept.rows("number, report", "reports") == [(1, whole.report)]
