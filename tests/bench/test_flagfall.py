"""What the proofs of flag falls cost, in lists of the legal moves of the same position; both are measured in turn."""

import gzip
import statistics
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

import chess
import pytest

from scoring.flagfall import winnability

SAMPLE = 1_000
"""How many of the thousands of questions are asked: the same in every run, and seconds' work."""
ROUNDS = 3
"""A busy machine makes a round slow, never fast, so the fastest counts."""

Question = tuple[chess.Board, chess.Color]
"""A position and the side that would win."""


def rows(path: Path) -> list[list[str]]:
    """The words of every line that is no comment."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [line.split() for line in lines if line.strip() and not line.startswith("#")]


@pytest.fixture(scope="module")
def verdicts(shared: Path) -> list[Question]:
    """Positions from games, either side asked."""
    boards = [chess.Board(" ".join(words[1:7])) for words in rows(shared / "flagfall" / "lichess-verdicts.txt.gz")]
    return sample([(board, side) for board in boards for side in chess.COLORS])


@pytest.fixture(scope="module")
def unfair(shared: Path) -> list[Question]:
    """Positions in which a flag fell although the side with time left, which is not to move, cannot mate."""
    boards = [chess.Board(" ".join(words[:6])) for words in rows(shared / "flagfall" / "unfair-timeouts.txt.gz")]
    return sample([(board, not board.turn) for board in boards])


def sample(questions: list[Question]) -> list[Question]:
    assert len(questions) > SAMPLE
    return Random(1).sample(questions, SAMPLE)


def fastest(work: Callable[[], object]) -> float:
    """The shortest of several rounds, in seconds."""
    times: list[float] = []
    for _ in range(ROUNDS):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


def cost(board: chess.Board, winner: chess.Color) -> float:
    """What the decision takes, in lists of the legal moves."""
    return fastest(lambda: winnability(board, winner)) / fastest(lambda: list(board.legal_moves))


def test_positions_from_games(verdicts: list[Question]) -> None:
    costs = [cost(board, winner) for board, winner in verdicts]
    median, p99 = statistics.median(costs), statistics.quantiles(costs, n=100)[98]
    print(
        f"\nflag falls in {SAMPLE} positions from games: median {median:.0f} lists of legal moves (at most 100), "
        f"99th percentile {p99:.0f} (at most 8000)"
    )
    assert median <= 100
    assert p99 <= 8_000


def test_timeouts_that_were_no_loss(unfair: list[Question]) -> None:
    mean = statistics.fmean(cost(board, winner) for board, winner in unfair)
    print(f"\nflag falls in {SAMPLE} games whose loser could not be mated: mean {mean:.0f} (at most 200)")
    assert mean <= 200
