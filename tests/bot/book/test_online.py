"""The online book against the simulator: late answers, trouble, restarts, and how little it asks."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import chess
import pytest
from structlog.testing import capture_logs

from bot.book.counted import FRESH_MS, CountedPosition
from bot.book.online import REFUSED_MS, OnlineBook
from bot.lichess.explorer import Database, Explorer
from bot.lichess.simulator import faults
from bot.lichess.simulator.faults import Fault, HangUp, Refuse, SlowOpen, Stop, StopAt
from bot.lichess.simulator.opening_table import OpeningTable
from bot.store import open_store
from scoring.book import BookAnswer, LineBook
from scoring.facts import Game, replay
from tests.bot.live import Live, running

TOKEN = "lip_s3cretS3cretS3cret"
RUY_LOPEZ = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8"
ODD = "h4 h5 g4 g5 f4 f5 e4 e5 d4 d5 c4 c5 b4 b5"


def game(text: str) -> Game:
    board = chess.Board()
    for word in text.split():
        board.push_san(word)
    return replay(board.move_stack)


def lines(*texts: str) -> LineBook:
    return LineBook("lines", [game(text).moves for text in texts])


def play_of(path: str) -> str:
    """The moves that are asked for."""
    return parse_qs(urlsplit(path).query, keep_blank_values=True)["play"][0]


@dataclass
class Online:
    """An online book whose games are judged anew as a follower does it."""

    live: Live
    book: OnlineBook
    games: dict[str, tuple[Game, int]] = field(default_factory=dict)
    answers: dict[str, list[BookAnswer]] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    def judge(self, name: str, text: str | Game, rank: int = 0) -> BookAnswer:
        """Judge a game, now and from now on."""
        self.games[name] = (game(text) if isinstance(text, str) else text, rank)
        self._judge(name)
        return self.answers[name][-1]

    def _judge(self, name: str) -> None:
        played, rank = self.games[name]
        self.answers.setdefault(name, []).append(self.book.look_up(played, rank=rank))

    def answered(self, epd: str) -> None:
        self.told.append(epd)
        for name in self.games:
            self._judge(name)

    def settled(self) -> bool:
        return not any(answers[-1].provisional for answers in self.answers.values())

    async def settle(self, step_ms: int = 1000) -> None:
        await self.live.turn_until(self.settled, step_ms)

    @property
    def plays(self) -> list[str]:
        """What was asked, as moves."""
        return [play_of(asked.path).replace(",", " ") for asked in self.requests]

    @property
    def requests(self) -> list[Any]:
        return self.live.simulator.requests


@asynccontextmanager
async def online(live: Live, database: Database = "masters", **settings: Any) -> AsyncIterator[Online]:
    """Run an online book beside a simulator that has running."""
    told: list[Callable[[str], None]] = []
    explorer = Explorer(live.client, database)
    book = OnlineBook(explorer, live.clock, lambda epd: told[0](epd), random=Random(1), **settings)
    here = Online(live, book)
    told.append(here.answered)
    task = asyncio.create_task(book.run())
    try:
        yield here
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def alone(database: Database = "masters", **settings: Any) -> AsyncIterator[Online]:
    """The same with a simulator of its own, whose rules nobody may break."""
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live, online(live, database, **settings) as here:
        yield here
        assert live.simulator.violations == []


# --- late answers


async def test_late_answers_change_what_is_looked_up() -> None:
    async with alone() as here:
        here.live.world.masters_openings.add_line(RUY_LOPEZ, times=2)
        assert here.judge("g", f"{RUY_LOPEZ} d4") == (here.book.name, 0, True)
        await here.settle()
        plies = [answer.ply for answer in here.answers["g"]]
        assert plies == sorted(plies)
        assert here.answers["g"][-1] == (here.book.name, 18, False)
        assert len(set(plies)) > 5
        assert here.book.name == f"{here.live.client.host}/masters"


async def test_one_answer_tells_two_positions_of_a_known_line() -> None:
    async with alone() as here:
        here.live.world.masters_openings.add_line(f"{RUY_LOPEZ} d4", times=2)
        here.judge("g", RUY_LOPEZ)
        await here.settle()
        assert [len(play.split()) for play in here.plays] == [1, 3, 5, 7, 9, 11, 13, 15, 17]


async def test_a_position_is_known_to_knows_when_it_is_told() -> None:
    async with alone() as here:
        here.live.world.masters_openings.add_line("e4 e5", times=2)
        board = chess.Board()
        board.push_san("e4")
        epd = board.epd()
        assert here.book.knows(board) is None
        await here.live.turn_until(lambda: here.told)
        assert here.told == [epd]
        assert here.book.knows(board) is True
        board.push_san("c5")
        assert here.book.knows(board) is None
        await here.live.turn_until(lambda: len(here.told) == 2)
        assert here.book.knows(board) is False
        assert board.epd() != epd


async def test_another_game_on_the_same_way_asks_nothing_more() -> None:
    async with alone() as here:
        here.live.world.masters_openings.add_line(RUY_LOPEZ, times=2)
        here.judge("g", RUY_LOPEZ)
        await here.settle()
        asked = len(here.requests)
        assert here.judge("h", RUY_LOPEZ) == here.answers["g"][-1]
        await here.live.turn(60_000)
        assert len(here.requests) == asked


@pytest.mark.parametrize(("times", "min_games", "ply"), [(1, 1, 4), (1, 2, 0), (2, 2, 4), (4, 5, 0), (5, 5, 4)])
async def test_the_game_itself_is_no_predecessor(times: int, min_games: int, ply: int) -> None:
    async with alone(min_games=min_games) as here:
        here.live.world.masters_openings.add_line("e4 e5 Nf3 Nc6", times=times)
        here.judge("g", "e4 e5 Nf3 Nc6")
        await here.settle()
        assert here.answers["g"][-1] == (here.book.name, ply, False)


async def test_not_more_requests_beyond_the_last_known_position_than_the_lookahead() -> None:
    async with alone() as here:
        here.live.world.masters_openings.add_line("h4 h5 g4", times=9)
        here.judge("g", ODD)
        await here.settle()
        assert here.answers["g"][-1].ply == 3
        beyond = [play for play in here.plays if len(play.split()) > 3]
        assert [len(play.split()) for play in beyond] == [4, 5, 6, 7, 8, 9, 10, 11]
        await here.live.turn(3_600_000)
        assert len(here.requests) <= 8 + 3


async def test_a_database_that_goes_no_further_is_not_asked_beyond() -> None:
    shuffle = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 20)
    async with alone("lichess") as here:
        here.live.world.lichess_openings.add_line("Nf3 Nf6 Ng1 Ng8", times=2)
        here.judge("g", shuffle)
        await here.settle()
        assert here.answers["g"][-1] == (here.book.name, 50, False)
        assert max(len(play.split()) for play in here.plays) <= 4


@pytest.mark.parametrize("seed", range(12))
async def test_in_the_end_it_says_what_the_database_holds(seed: int) -> None:
    """Random games that share beginnings: the last known ply by its definition, however the answers came."""
    random = Random(seed)
    table, least = OpeningTable(), random.randint(1, 4)
    async with alone(min_games=least) as here:
        here.live.world.masters_openings = table
        for _ in range(60):
            table.add(walk(random, random.choice((1, 5, 9, 14))), None, random.randint(1, 3))
        played = [replay(walk(random, 16)) for _ in range(6)]
        for number, one in enumerate(played):
            here.judge(str(number), one, rank=number)
        await here.settle()
        for number, one in enumerate(played):
            truth = BookAnswer(here.book.name, true_ply(one.moves, table, least))
            assert here.answers[str(number)][-1] == truth
            assert beyond(here, one, truth.ply) <= 8


def walk(random: Random, plies: int) -> list[chess.Move]:
    """A game of few choices, so that many share their beginning."""
    board = chess.Board()
    while board.ply() < plies:
        legal = sorted(board.legal_moves, key=lambda move: move.uci())
        board.push(legal[min(int(random.expovariate(1.5)), len(legal) - 1)])
    return board.move_stack


def true_ply(moves: Iterable[chess.Move], table: OpeningTable, least: int) -> int:
    board, known, unknown = chess.Board(), 0, 0
    for move in moves:
        came = dict(table.moves(board)).get(move)
        board.push(move)
        on = sum(results.games for _, results in table.moves(board))
        if max(on, came.games if came else 0) >= least:
            known, unknown = board.ply(), 0
        elif (unknown := unknown + 1) == 8:
            break
    return known


def beyond(here: Online, played: Game, ply: int) -> int:
    words = [move.uci() for move in played.moves]
    return sum(play.split() == words[: len(play.split())] and len(play.split()) > ply for play in here.plays)


async def test_the_best_games_first() -> None:
    async with alone() as here:
        for name, text, rank in (("b", "a4 a5", 2), ("c", "b4 b5", 3), ("a", "c4 c5", 1)):
            here.judge(name, text, rank)
        await here.settle()
        firsts = [play.split()[0] for play in here.plays if play]
        assert firsts == sorted(firsts, key=["c2c4", "a2a4", "b2b4"].index)


async def test_what_other_books_know_is_not_asked_for() -> None:
    async with alone(beside=lines(RUY_LOPEZ)) as here:
        here.live.world.masters_openings.add_line(f"{RUY_LOPEZ} d4", times=2)
        assert here.judge("g", RUY_LOPEZ) == (f"lines, {here.live.client.host}/masters", 18, False)
        assert here.judge("h", f"{RUY_LOPEZ} d4").provisional
        await here.settle()
        assert here.answers["h"][-1].ply == 19
        assert [len(play.split()) for play in here.plays] == [19, 18]


# --- trouble


async def test_in_trouble_the_fallback_answers_until_the_truth_is_there(subtests_fault: Fault) -> None:
    fallback = lines("e4 e5 Nf3")
    async with alone(fallback=fallback) as here:
        here.live.world.masters_openings.add_line(RUY_LOPEZ, times=2)
        end_ms = here.live.clock.now_ms() + 300_000
        here.live.simulator.faults.add(subtests_fault, route="explorer", count=None, until_ms=end_ms)
        assert here.judge("g", RUY_LOPEZ) == (here.book.name, 0, True)
        await here.live.turn_until(lambda: here.book.trouble is not None)
        name = f"lines instead of {here.book.name}"
        await here.live.turn_until(lambda: here.answers["g"][-1] == (name, 3, True))
        assert "\n" not in (here.book.trouble or "")
        assert TOKEN not in (here.book.trouble or "")
        await here.settle(10_000)
        assert here.answers["g"][-1] == (here.book.name, 18, False)
        assert here.book.trouble is None


@pytest.fixture(
    params=[
        *(faults.SERVER_ERROR, faults.BAD_GATEWAY, faults.HTML_AT_200, faults.EMPTY_AT_200, faults.RATE_LIMIT),
        *(faults.RATE_LIMIT_SECONDS, faults.UNAUTHORIZED, faults.FORBIDDEN, faults.NOT_FOUND),
        *(HangUp(), HangUp(Stop.RESET), SlowOpen(), StopAt(0, Stop.CUT, keep="half"), StopAt(0, keep="half")),
        StopAt(0, Stop.SILENCE, keep="half"),
        Refuse(200, '{"white":1,"draws":1,"black":1,"moves":[{"uci":"e2e5","white":1,"draws":1,"black":1}]}'),
    ],
    ids=lambda fault: repr(fault)[:40],
)
def subtests_fault(request: pytest.FixtureRequest) -> Fault:
    fault: Fault = request.param
    return fault


async def test_a_server_that_cannot_be_reached_at_first() -> None:
    async with alone(fallback=lines("e4 e5 Nf3")) as here:
        here.live.world.masters_openings.add_line("e4 e5", times=2)
        here.live.simulator.faults.close(here.live.clock.now_ms(), here.live.clock.now_ms() + 120_000)
        await here.live.turn()
        here.judge("g", "e4 e5")
        await here.live.turn_until(lambda: here.answers["g"][-1].ply == 2)
        assert here.answers["g"][-1].provisional
        assert "cannot be reached" in (here.book.trouble or "")
        await here.settle()
        assert here.answers["g"][-1] == (here.book.name, 2, False)


async def test_a_refused_token_is_told_once_and_tried_rarely() -> None:
    async with alone(fallback=lines("e4")) as here:
        here.live.simulator.faults.add(faults.UNAUTHORIZED, route="explorer", count=None)
        with capture_logs() as logs:
            here.judge("g", "e4 e5")
            await here.live.turn(3 * REFUSED_MS + 60_000)
        assert len(here.requests) == 4
        (told,) = [log for log in logs if log["event"] == "the book does not answer"]
        assert "make a new one at the server, it needs no permissions" in told["reason"]
        assert TOKEN not in str(logs)
        assert here.answers["g"][-1] == (f"lines instead of {here.book.name}", 1, True)


async def test_without_a_token_nothing_is_asked() -> None:
    async with running(tokens={TOKEN: "amsel"}) as live, online(live, fallback=lines("e4")) as here:
        here.judge("g", "e4 e5")
        await live.turn(2 * REFUSED_MS)
        assert live.simulator.requests == []
        assert here.answers["g"][-1] == (f"lines instead of {here.book.name}", 1, True)


async def test_during_a_pause_for_other_requests_the_fallback_answers() -> None:
    async with alone(fallback=lines("e4 e5")) as here:
        here.live.governor.limited()
        assert here.judge("g", "e4 e5") == (f"lines instead of {here.book.name}", 2, True)
        assert here.book.trouble == f"{here.book.name}: the server asks for a pause"
        await here.live.turn(59_000)
        assert here.requests == []
        await here.settle()
        assert here.answers["g"][-1] == (here.book.name, 0, False)


async def test_without_a_fallback_what_is_missing_is_unknown() -> None:
    async with alone() as here:
        here.live.simulator.faults.add(faults.SERVER_ERROR, route="explorer", count=None)
        here.judge("g", "e4 e5")
        await here.live.turn(60_000)
        assert here.answers["g"][-1] == (here.book.name, 0, True)
        assert here.book.trouble == "the opening explorer: the server answers with HTTP 500"


async def test_what_is_told_already_counts_in_trouble() -> None:
    async with alone(fallback=lines("e4")) as here:
        here.live.world.masters_openings.add_line("e4 e5 Nf3 Nc6", times=2)
        here.judge("g", "e4 e5 Nf3")
        await here.settle()
        here.live.simulator.faults.add(faults.SERVER_ERROR, route="explorer", count=None)
        here.judge("h", "c4")
        await here.live.turn_until(lambda: here.book.trouble is not None)
        assert here.judge("g", "e4 e5 Nf3") == (here.book.name, 3, False)


async def test_pauses_grow_while_it_fails() -> None:
    async with alone() as here:
        here.live.simulator.faults.add(faults.SERVER_ERROR, route="explorer", count=None)
        here.judge("g", "e4 e5")
        await here.live.turn(600_000)
        times = [asked.at_ms for asked in here.requests]
        gaps = [later - earlier for earlier, later in pairwise(times)]
        assert gaps[0] < 2_000
        assert all(gap >= 60_000 for gap in gaps[6:])
        assert len(times) < 20


async def test_a_position_that_always_fails_keeps_no_other_waiting() -> None:
    async with alone() as here:
        here.live.world.masters_openings.add_line("d4 d5", times=2)
        here.live.simulator.faults.add(Refuse(200, "{"), route="explorer", count=1)
        here.judge("poor", "e4", rank=0)
        here.judge("g", "d4", rank=9)
        await here.live.turn_until(lambda: not here.answers["g"][-1].provisional)
        assert here.plays[:2] == ["e2e4", "d2d4"]


@pytest.mark.parametrize("seed", range(6))
async def test_in_a_storm_of_faults_the_rules_of_the_server_are_kept(seed: int) -> None:
    random = Random(seed)
    harm = [
        *(faults.SERVER_ERROR, faults.HTML_AT_200, faults.RATE_LIMIT, faults.RATE_LIMIT_SECONDS, HangUp(), SlowOpen()),
        *(StopAt(0, Stop.CUT, keep="half"), StopAt(0, Stop.SILENCE), faults.ByteByByte(), faults.UNAUTHORIZED),
    ]
    async with alone(fallback=lines("e4 e5")) as here:
        here.live.world.masters_openings.add_line(RUY_LOPEZ, times=2)
        for _ in range(12):
            here.live.simulator.faults.add(random.choice(harm), route="explorer", skip=random.randrange(30))
        for number, text in enumerate((RUY_LOPEZ, ODD, "e4 e5 f4 exf4", "d4 d5", f"{RUY_LOPEZ} d4 Nbd7")):
            here.judge(text, text, rank=number)
        await here.settle(30_000)
        assert [answers[-1].ply for answers in here.answers.values()] == [18, 0, 2, 0, 18]


async def test_an_error_of_who_is_told_stops_nothing() -> None:
    async with alone() as here:
        here.games["broken"] = None  # type: ignore[assignment]
        here.book.knows(game("e4").board)
        with capture_logs() as logs:
            await here.live.turn_until(lambda: here.told)
        assert [log["event"] for log in logs] == ["a game is not judged anew after an error of the program"]
        del here.games["broken"]
        here.judge("g", "d4")
        await here.settle()


# --- restarts and age


async def test_after_a_restart_nothing_is_asked_again(tmp_path: Path) -> None:
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live:
        live.world.masters_openings.add_line(RUY_LOPEZ, times=2)
        url = str(tmp_path / "unruh.sqlite")
        async with open_store(url, live.clock) as store, online(live, keep=store.book_answer) as here:
            here.judge("g", f"{RUY_LOPEZ} d4")
            await here.settle()
            before = here.answers["g"][-1]
        asked = len(live.simulator.requests)
        async with open_store(url, live.clock) as store, online(live) as here:
            here.book.remember(await store.book_answers(here.book.name))
            assert here.judge("g", f"{RUY_LOPEZ} d4") == before == (here.book.name, 18, False)
            await live.turn(60_000)
        assert len(live.simulator.requests) == asked


async def test_answers_are_asked_for_again_after_thirty_days_and_count_until_then() -> None:
    kept: list[CountedPosition] = []
    async with alone(keep=kept.append) as here:
        here.judge("g", "e4 e5")
        await here.settle()
        assert here.answers["g"][-1].ply == 0
        asked = len(here.requests)
        here.live.world.masters_openings.add_line("e4 e5 Nf3", times=2)
        await here.live.turn(FRESH_MS - 60_000)
        here.judge("g", "e4 e5")
        await here.live.turn(50_000)
        assert len(here.requests) == asked
        await here.live.turn(60_000)
        assert here.judge("g", "e4 e5") == (here.book.name, 0, False)
        await here.live.turn_until(lambda: here.answers["g"][-1].ply == 2)
        assert not any(answer.provisional for answer in here.answers["g"][-3:])
        assert [position.games for position in kept if position.epd == game("e4").board.epd()] == [0, 2]
