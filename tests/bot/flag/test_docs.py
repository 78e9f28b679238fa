"""The positions that docs/flag.md shows, judged."""

import json
from pathlib import Path

import pytest

from tests.bot.flag.conftest import Run

DOCS = Path(__file__).resolve().parents[3] / "docs" / "flag.md"


def examples() -> list[tuple[str, str, list[str]]]:
    """FEN, flag, and what chessmail, lichess and fide give: "draw" or "win"."""
    rows = [
        [cell.strip(" `") for cell in line.split("|")[1:-1]]
        for line in DOCS.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `") and " - - " in line
    ]
    return [
        (fen, side.lower(), ["draw" if cell == "draw" else "win" for cell in verdicts])
        for fen, flag, *verdicts, _ in rows
        for side in (["White", "Black"] if flag == "either" else [flag])
    ]


@pytest.mark.parametrize(("fen", "flagged", "expected"), examples())
def test_the_table_of_positions(run: Run, fen: str, flagged: str, expected: list[str]) -> None:
    found = json.loads(run(fen, "--flagged", flagged, "--json").stdout)
    fide = {"unwinnable": "draw", "winnable": "win"}.get(found["verdicts"]["fide"])
    assert [found["verdicts"]["chessmail"], found["verdicts"]["lichess"], fide] == expected


def test_the_example_of_a_line(run: Run) -> None:
    text = DOCS.read_text(encoding="utf-8")
    shown = json.loads(next(line for line in text.splitlines() if line.startswith('{"fen"')))
    given = json.loads(run("-", stdin=f"{shown['fen']}\t{shown['winner']}\n".encode()).stdout)
    assert list(given.items()) == list(shown.items())
