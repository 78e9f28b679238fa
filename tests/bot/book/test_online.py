"""The online book against the simulator: late answers, restarts, and how little it asks."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

import chess
import pytest

from bot.book.counted import FRESH_MS, CountedPosition
from bot.lichess.simulator.opening_table import OpeningTable
from bot.store import open_store
from scoring.book import BookAnswer
from scoring.facts import Game, replay
from tests.bot.book.asking import ODD, RUY_LOPEZ, TOKEN, Online, alone, game, lines, online
from tests.bot.live import running


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
