"""What `unruh score` costs, beside python-chess reading the same file; both are measured in turn, in one run."""

from os import devnull
from pathlib import Path

import chess.pgn
import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.score.work import available_cores
from tests.bench.measuring import counting, seconds

COPIES = 4
"""The real file as often as makes starting the workers a small part of the work."""
ROUNDS = 5
"""A busy machine makes a round slow, never fast, so the fastest counts."""


@pytest.fixture(scope="module")
def real_file(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = shared / "games" / "real" / "lichess-2025-05-438-games-clocks.pgn"
    path = tmp_path_factory.mktemp("bench") / "games.pgn"
    path.write_bytes((source.read_bytes() + b"\n\n") * COPIES)
    return path


def read_only(path: Path) -> None:
    with path.open(encoding="utf-8") as file:
        while chess.pgn.read_game(file):
            pass


def scored(path: Path, workers: int) -> None:
    result = CliRunner().invoke(app, ["score", str(path), "--output", devnull, "--workers", str(workers)])
    assert result.exit_code == 0, result.output


def test_one_core_against_reading_alone(real_file: Path) -> None:
    reading = scoring = float("inf")
    for _ in range(ROUNDS):
        reading = min(reading, seconds(lambda: read_only(real_file)))
        scoring = min(scoring, seconds(lambda: scored(real_file, 1)))
    print(f"\nunruh score, one core: {reading / scoring:.2f} of the speed of chess.pgn.read_game (at least 0.8)")
    assert reading / scoring >= 0.8


@pytest.mark.skipif(available_cores() < 2, reason="one core only")
def test_two_cores_against_one(real_file: Path) -> None:
    """Where other programs hold the second core, plain counting does not gain from it either: then nothing is shown."""
    one = two = alone = together = float("inf")
    for _ in range(ROUNDS):
        one = min(one, seconds(lambda: scored(real_file, 1)))
        two = min(two, seconds(lambda: scored(real_file, 2)))
        alone = min(alone, seconds(lambda: counting(1)))
        together = min(together, seconds(lambda: counting(2)))
    print(
        f"\nunruh score, two cores: {one / two:.2f} times one core (at least 1.6; counting: {2 * alone / together:.2f})"
    )
    if one / two < 1.6 and 2 * alone / together < 1.8:
        pytest.skip(f"there are no two free cores here: counting gains {2 * alone / together:.2f} from the second")
    assert one / two >= 1.6
