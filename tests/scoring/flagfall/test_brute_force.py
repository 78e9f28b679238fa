"""The exhaustive truth itself: its moves are those of python-chess, its figures those of other programs."""

import chess
import numpy as np
import pytest

from tests.scoring.flagfall.brute_force import board, truth
from tests.scoring.flagfall.classes import THREE_UNITS, Known, exceptions
from tests.scoring.flagfall.comparing import chosen

SAMPLE = 400
ONE_OF_FOUR = pytest.param("KBkp", marks=pytest.mark.xdist_group("KBkp"))  # solved once for all tests


@pytest.mark.parametrize("known", THREE_UNITS, ids=lambda known: known.units)
def test_the_figures_of_other_programs(known: Known) -> None:
    found = exceptions(known)
    counts = {side: int(np.count_nonzero(flags)) for side, flags in found.items()}
    assert counts == {chess.BLACK: known.black_to_move, chess.WHITE: known.white_to_move}


@pytest.mark.parametrize("units", ["KRk", "KBk", "KPk", "Kkp", ONE_OF_FOUR])
def test_positions_are_those_of_python_chess(units: str) -> None:
    known = truth(units)
    random = np.random.default_rng(len(units))
    for squares in random.integers(0, 64, (SAMPLE, len(units))).tolist():
        if len(set(squares)) < len(units):
            continue
        for side in chess.COLORS:
            position = board(units, squares, side)
            legal = not position.status() & ~chess.STATUS_IMPOSSIBLE_CHECK
            assert known.positions[side][tuple(squares)] == legal, position.fen()
            assert known.ongoing[side][tuple(squares)] == (legal and any(position.legal_moves)), position.fen()


@pytest.mark.parametrize("units", ["KRk", "KPk", ONE_OF_FOUR])
def test_what_a_move_leads_to_decides(units: str) -> None:
    known = truth(units)
    for position, winnable in chosen(known, known.positions, SAMPLE, seed=1):
        mate = position.is_checkmate() and position.turn == chess.BLACK
        assert winnable == (mate or any(winnable_after(position, move) for move in position.legal_moves)), (
            position.fen()
        )


def winnable_after(position: chess.Board, move: chess.Move) -> bool:
    after = position.copy()
    after.push(move)
    men = sorted(after.piece_map().items())
    known = truth("".join(man.symbol() for _, man in men))
    return bool(known.winnable[after.turn][tuple(square for square, _ in men)])
