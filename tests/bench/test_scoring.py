"""What the rule engine costs, in bare pushes on a python-chess board; both are measured in turn, in one run."""

import gc
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scoring import Game, Rules, replay, score
from tests.bench.measuring import seconds

REAL_GAMES = 400
LONG_GAME = 160
COPIES = 10
ROUNDS = 8

AnyGame = tuple[chess.Board, list[chess.Move]]


def read_games(path: Path, most: int) -> list[AnyGame]:
    """Starts and moves of the first games of a file."""
    games: list[AnyGame] = []
    with path.open(encoding="utf-8", errors="replace") as file:
        while len(games) < most and (game := chess.pgn.read_game(file)):
            games.append((game.board(), list(game.mainline_moves())))
    return games


@pytest.fixture(scope="module")
def real_games(shared: Path) -> list[AnyGame]:
    games = read_games(shared / "games" / "real" / "lichess-2025-05-438-games-clocks.pgn", REAL_GAMES)
    assert len(games) == REAL_GAMES
    return games


@pytest.fixture(scope="module")
def long_games(shared: Path, real_games: list[AnyGame]) -> list[AnyGame]:
    """The first 160 plies of long games."""
    games = real_games + read_games(shared / "games" / "real" / "otb-232-games.pgn", REAL_GAMES)
    long = [(start, moves[:LONG_GAME]) for start, moves in games if len(moves) >= LONG_GAME]
    assert len(long) >= 5
    return long


def push_all(games: list[AnyGame]) -> None:
    for start, moves in games:
        board = start.copy()
        for move in moves:
            board.push(move)


def judge(game: Game, rules: Rules) -> None:
    """Everything that a viewer sees after a move: the ledger, the three outcomes and their points."""
    for outcome in score(game, rules).outcomes.values():
        assert outcome.points


def compare(benchmark: BenchmarkFixture, work: Callable[[], None], prepare: Callable[[], None]) -> float:
    """The shortest of several rounds of a piece of work, `prepare` being called before each."""
    pedantic: Callable[..., None] = benchmark.pedantic
    pedantic(work, setup=prepare, rounds=ROUNDS, warmup_rounds=1)
    assert benchmark.stats is not None, "run without --benchmark-disable"
    return float(benchmark.stats.stats.min)


def test_reading_and_judging_real_games_costs_at_most_1_6_times_the_pushes(
    benchmark: BenchmarkFixture, real_games: list[AnyGame]
) -> None:
    rules, pushes = Rules(), list[float]()

    def measure_pushes() -> None:
        gc.collect()
        pushes.append(seconds(lambda: push_all(real_games)))
        gc.collect()

    def read_and_judge() -> None:
        for start, moves in real_games:
            judge(replay(moves, start), rules)

    ratio = compare(benchmark, read_and_judge, measure_pushes) / min(pushes)
    plies = sum(len(moves) for _, moves in real_games)
    print(f"\nreading and judging {REAL_GAMES} games ({plies} plies): {ratio:.2f} times the bare pushes (at most 1.60)")
    benchmark.extra_info["times the pushes"] = round(ratio, 2)
    assert ratio <= 1.6


def test_judging_again_after_a_move_costs_at_most_60_pushes(
    benchmark: BenchmarkFixture, long_games: list[AnyGame]
) -> None:
    """The move itself is read, too. Several copies of every game keep both sides running hot."""
    rules, pushes = Rules(), list[float]()
    waiting: list[tuple[Game, chess.Move]] = []

    def measure_pushes() -> None:
        gc.collect()
        pushes.append(seconds(lambda: push_all(long_games)))
        waiting[:] = [(replay(moves[:-1], start), moves[-1]) for start, moves in long_games * COPIES]

    def judge_after_a_move() -> None:
        for game, move in waiting:
            game.push(move)
            judge(game, rules)

    judged = compare(benchmark, judge_after_a_move, measure_pushes) / (COPIES * len(long_games))
    cost = judged / (min(pushes) / (LONG_GAME * len(long_games)))
    print(f"\njudging again after ply {LONG_GAME} of {len(long_games)} games: {cost:.1f} pushes (at most 60)")
    benchmark.extra_info["pushes"] = round(cost, 1)
    assert cost <= 60
