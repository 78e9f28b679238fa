"""What `unruh score` costs, beside python-chess reading the same file; both are measured in turn, in one run."""

from os import devnull
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.score.work import available_cores
from tests.bench.measuring import copies, gains_from_two_cores, is_as_fast_as_reading


@pytest.fixture(scope="module")
def real_file(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = shared / "games" / "real" / "lichess-2025-05-438-games-clocks.pgn"
    return copies(source, 4, tmp_path_factory.mktemp("bench"))


def scored(path: Path, workers: int) -> None:
    result = CliRunner().invoke(app, ["score", str(path), "--output", devnull, "--workers", str(workers)])
    assert result.exit_code == 0, result.output


def test_one_core_against_reading_alone(real_file: Path) -> None:
    is_as_fast_as_reading("unruh score", lambda: scored(real_file, 1), real_file)


@pytest.mark.skipif(available_cores() < 2, reason="one core only")
def test_two_cores_against_one(real_file: Path) -> None:
    gains_from_two_cores("unruh score", lambda workers: scored(real_file, workers))
