"""The decision held against verdicts found by others; the long check `winnability` takes all of them."""

from pathlib import Path
from random import Random

import chess
import pytest

from scoring.amounts import FLAG_FALL_NODES
from scoring.flagfall.winnability import winnability
from tests.scoring.flagfall.references import judged, lichess_verdicts, mates, oracle, unfair_timeouts

VERDICTS = 3_000
ORACLE_NODES = 2_000
UNDECIDED = 0.07
"""How much of the hard positions may stay open within so few nodes."""

WRONGLY_CALLED_DEAD = [
    ("8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - - 0 1", chess.WHITE),
    ("k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - - 0 1", chess.WHITE),
    ("k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - - 0 1", chess.BLACK),
    ("3b4/4p1p1/1p1pP1P1/1P1PpBp1/1pBpP1P1/1P1P4/4K1P1/2k5 w - - 0 1", chess.WHITE),
]
"""A published program says that these cannot be won."""


def test_unfair_timeouts(shared: Path) -> None:
    found = judged(unfair_timeouts(shared), FLAG_FALL_NODES)
    assert found.cases == 4_420
    assert found.wrong + found.undecided == []


def test_lichess_verdicts(shared: Path) -> None:
    found = judged(Random(6).sample(list(lichess_verdicts(shared)), VERDICTS), FLAG_FALL_NODES)
    assert found.wrong + found.undecided == []


def test_oracle(shared: Path) -> None:
    found = judged(oracle(shared), ORACLE_NODES)
    assert found.wrong == []
    assert len(found.undecided) <= UNDECIDED * found.cases


def test_no_position_of_a_mating_line_is_unwinnable(shared: Path) -> None:
    seen = 0
    for case in oracle(shared):
        board = case.board.copy()
        assert not case.line or mates(board, case.winner, case.line)
        for number, move in enumerate(case.line):
            board.push(move)
            if number % 3 == len(case.line) % 3:
                seen += 1
                assert winnability(board, case.winner, nodes=20).answer != "unwinnable", board.fen()
    assert seen > 500


@pytest.mark.parametrize(("fen", "winner"), WRONGLY_CALLED_DEAD)
def test_where_a_published_program_is_wrong(fen: str, winner: chess.Color) -> None:
    board = chess.Board(fen)
    found = winnability(board, winner)
    assert found.answer == "winnable"
    assert mates(board, winner, found.witness or ())
