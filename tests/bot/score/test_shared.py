"""`unruh score` over all the real files beside the project: every game is scored or named."""

import json
from pathlib import Path

import pytest

from tests.bot.score.conftest import Run


def test_every_game_is_scored_or_named(run: Run, shared: Path) -> None:
    files = sorted((shared / "games").glob("*/*.pgn"))
    if not files:
        pytest.skip("no games in ../shared")
    result = run(*files, "--json", "--workers", "1")
    assert result.exit_code == 1
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    problems = [report["kind"] for report in reports if "error" in report]
    assert {report["file"] for report in reports} == {str(path) for path in files}
    assert (problems.count("broken"), problems.count("unscored")) == (14, 5)
    assert result.stderr == f"unruh: {len(reports) - 19} games scored, 14 broken, 5 not scorable\n"
    assert len(reports) - 19 == 1184


@pytest.mark.parametrize("form", ["--csv", "--pgn", "--lang=de"])
def test_every_form_survives_them(run: Run, shared: Path, form: str) -> None:
    files = sorted((shared / "games" / "tricky").glob("*.pgn"))
    result = run(*files, form)
    assert result.exit_code == 1
    assert result.stderr.endswith(" not scorable\n")
