"""Every row of every golden table: the engine says what RULES.md says."""

import chess
import pytest

from scoring.rules import RULES
from tests.scoring.golden import Row, read_moves, read_table, table_names
from tests.scoring.views import VIEWS, view

ROWS = [(table, row) for table in table_names() for row in read_table(table)]


@pytest.mark.parametrize(("table", "row"), ROWS, ids=[f"{table}: {row.name}" for table, row in ROWS])
def test_row(table: str, row: Row) -> None:
    assert view(table, row) == row.expect


def test_every_table_and_every_rule_is_looked_at() -> None:
    assert {rule.code for rule in RULES} | set(VIEWS) == set(table_names())


def test_names_are_unique() -> None:
    names = [(table, row.name) for table, row in ROWS]
    assert len(names) == len(set(names))


def test_moves_are_read_with_numbers_and_repetitions() -> None:
    board = chess.Board()
    moves = read_moves("1.e4 e5 2. Nf3 Nc6 2 x (Ng1 Nb8 Nf3 Nc6) 7...", board)
    assert [move.uci() for move in moves[:4]] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert len(moves) == 12
