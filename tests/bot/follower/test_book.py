"""Followed games and the book: judged by it, and judged anew when a database answers late."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import chess

from bot.book.online import OnlineBook
from bot.follower.followed import FollowedGame
from bot.follower.journal import Journal, StoreJournal
from bot.follower.resume import resume
from bot.follower.search import search_in
from bot.lichess.explorer import Explorer
from bot.lichess.simulator import Script, TimeControl
from bot.lichess.simulator.faults import SERVER_ERROR
from bot.score.record import report_on
from bot.store import StoredReport, open_store
from bot.updates import Happening
from overlay.shown.views import game_state
from scoring import NO_BOOK, BookAnswer, Rules, look_up, replay, score
from scoring.book import LineBook
from tests.bot.follower.test_followed import moves, update
from tests.bot.following import Told, following
from tests.bot.live import Live, running

H = Happening
TOKEN = "lip_ofamsel"
LINE = "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 c6"
KNOWN = "e4 d5 exd5 Qxd5 Nc3 Qa5"
BOOK = LineBook("lines", [moves(KNOWN)])
SCRIPT = Script("abcdefgh", control=TimeControl(900, 0), source="friend").moves(LINE)
GAME = SCRIPT.offer(chess.WHITE).accept(chess.BLACK).game()


def history(text: str, book: BookAnswer) -> list[tuple[object, object]]:
    game = replay(moves(text))
    draws = [score(game, Rules(), ply=ply, book=book).outcomes["draw"].points for ply in range(game.ply + 1)]
    return [(draw[chess.WHITE], draw[chess.BLACK]) for draw in draws]


def test_a_game_is_judged_by_the_book_after_every_move_and_takeback() -> None:
    followed = FollowedGame("abcdefgh", Rules(), search_in(BOOK, 8))
    followed.apply(update(H.DESCRIBED), 0)
    words = LINE.split()
    for ply in [*range(11), 3, 7, 0, 10]:
        text = " ".join(words[:ply])
        followed.apply(update(H.MOVED, text), 1000)
        game = replay(moves(text))
        answer = look_up(game, BOOK)
        assert followed.report == score(game, Rules(), book=answer)
        assert followed.history == history(text, answer)
    assert followed.report.book == ("lines", 6, False)


def test_a_game_that_transposes_back_into_the_book() -> None:
    """Points of plies before rest on as many plies of the book as those that come after."""
    book = LineBook("lines", [moves("e4 d5 exd5 Qxd5 Nf3 Nf6 Nc3")])
    followed = FollowedGame("abcdefgh", Rules(), search_in(book, 8))
    followed.apply(update(H.DESCRIBED), 0)
    words = "e4 d5 exd5 Nf6 Nf3 Qxd5 Nc3".split()
    for ply in range(len(words) + 1):
        text = " ".join(words[:ply])
        followed.apply(update(H.MOVED, text), 1000)
        assert followed.history == history(text, followed.report.book)
    assert followed.report.book.ply == 7


def test_the_opening() -> None:
    followed = FollowedGame("abcdefgh", Rules())
    assert followed.opening is None
    followed.apply(update(H.DESCRIBED, "e4 d5"), 0)
    assert followed.opening == ("B01", "Scandinavian Defense")
    followed.apply(update(H.MOVED, "d4 d5"), 0)
    assert followed.opening is not None
    assert followed.opening.code.startswith("D0")
    followed.apply(update(H.MOVED), 0)
    assert followed.opening is None


def test_without_a_book() -> None:
    followed = FollowedGame("abcdefgh", Rules())
    followed.apply(update(H.DESCRIBED, LINE), 0)
    assert (followed.report.book, followed.wanted) == (NO_BOOK, None)


# --- a database that answers late


@asynccontextmanager
async def online(live: Live, journal: Journal | None = None) -> AsyncIterator[Told]:
    """Follow with the masters' games as the book."""
    told: list[Told] = []
    explorer = Explorer(live.client, "masters")
    book = OnlineBook(explorer, live.clock, lambda epd: told[0].follower.answered(epd), random=Random(1))
    async with following(live, journal=journal, book=book) as here:
        told.append(here)
        asking = asyncio.create_task(book.run())
        try:
            yield here
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)


@asynccontextmanager
async def world() -> AsyncIterator[Live]:
    """A server whose masters know the line, and who may ask it."""
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live:
        live.world.masters_openings.add_line(KNOWN, times=2)
        yield live
        assert live.simulator.violations == []


def masters_fail(live: Live, for_ms: int) -> None:
    until_ms = live.clock.now_ms() + for_ms
    live.simulator.faults.add(SERVER_ERROR, route="explorer", count=None, until_ms=until_ms)


async def test_late_answers_correct_a_running_game() -> None:
    async with world() as live, online(live) as told:
        masters_fail(live, 15_000)
        game = live.add(GAME)
        told.follower.found(game.id, "a test")
        await live.turn_until(lambda: told.game(game.id).report.book.provisional)
        assert game_state(told.game(game.id)).status.provisional
        await live.play(game)
        followed = await told.until(game.id, "settled")
        await live.turn_until(lambda: not followed.report.book.provisional)
        assert followed.report.book == (f"{live.client.host}/masters", 6, False)
        assert followed.history == history(LINE, followed.report.book)
        assert not game_state(followed).status.provisional
        asked = told.count("explorer")
        await live.turn(120_000)
        assert told.count("explorer") == asked


async def test_the_truth_after_the_result_is_a_correction_and_a_new_report(tmp_path: Path) -> None:
    async with (
        world() as live,
        open_store(str(tmp_path / "unruh.sqlite"), live.clock) as store,
        online(live, StoreJournal(store, Rules())) as told,
    ):
        masters_fail(live, GAME.length_ms + 120_000)
        followed = await told.to_the_end(GAME)
        assert followed.report.book.provisional
        before = followed.points
        await live.turn_until(lambda: not followed.report.book.provisional)
        answer = followed.report.book
        assert (answer.ply, [(found.cause, found.before, found.after) for found in followed.corrections]) == (
            6,
            [("book", before, followed.points)],
        )
        assert before != followed.points
        assert followed.last
        whole = report_on(followed.id, followed.last.record, Rules(), answer)
    with closing(sqlite3.connect(tmp_path / "unruh.sqlite")) as database:
        reports = list(database.execute("select report from reports order by number"))
    assert isinstance(whole, StoredReport)
    assert '"provisional":true' in reports[0][0].replace(" ", "")
    assert [report for (report,) in reports[1:]] == [whole.report]


async def test_a_provisional_report_is_made_anew_after_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "unruh.sqlite")
    async with world() as live:
        masters_fail(live, GAME.length_ms + 120_000)
        async with open_store(path, live.clock) as store, online(live, StoreJournal(store, Rules())) as told:
            followed = await told.to_the_end(GAME)
            assert followed.report.book.provisional
        async with open_store(path, live.clock) as store, online(live, StoreJournal(store, Rules())) as told:
            await resume(told.follower, store, live.governor)
            again = told.game(GAME.id)
            await live.turn_until(lambda: not again.report.book.provisional)
    with closing(sqlite3.connect(path)) as database:
        (report,) = database.execute("select report from reports order by number desc limit 1").fetchone()
    assert '"provisional":false' in report.replace(" ", "")
