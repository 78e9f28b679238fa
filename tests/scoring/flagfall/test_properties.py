"""What must hold for the decision of every position."""

import os
import subprocess
import sys
from random import Random

import chess
import pytest
from hypothesis import given, settings

from scoring.flagfall.winnability import Winnability, winnability
from tests.scoring.flagfall.blocked import blocked
from tests.scoring.flagfall.references import mates
from tests.scoring.strategies import games

NODES = 120
HARD = "8/B5k1/b7/1b6/p1p1p1p1/P1P1PpP1/1K3P2/7N b - - 0 1"
"""Undecided by far more nodes than are given here."""

IN_A_PROCESS = "from tests.scoring.flagfall.test_properties import answers; print(answers())"


def test_mirrored_colours() -> None:
    for board in blocked(Random(1), 60):
        found, mirrored = winnability(board, chess.WHITE, NODES), winnability(board.mirror(), chess.BLACK, NODES)
        assert (found.answer, found.proof, found.nodes) == (mirrored.answer, mirrored.proof, mirrored.nodes)
        assert found.units == chess.flip_vertical(mirrored.units)
        if found.witness is not None and mirrored.witness is not None:
            assert mates(board, chess.WHITE, found.witness)
            assert mates(board.mirror(), chess.BLACK, mirrored.witness)
            assert len(found.witness) == len(mirrored.witness)


def test_mirrored_files_never_contradict() -> None:
    answers = [
        {
            winnability(board, side, NODES).answer,
            winnability(board.transform(chess.flip_horizontal), side, NODES).answer,
        }
        for board in blocked(Random(2), 150)
        for side in chess.COLORS
    ]
    assert {"winnable", "unwinnable"} not in answers
    assert answers.count({"unwinnable"}) >= 20


def test_what_cannot_be_won_stays_so() -> None:
    unwinnable = 0
    for board in blocked(Random(3), 120):
        for side in chess.COLORS:
            if winnability(board, side, NODES).answer == "unwinnable":
                unwinnable += 1
                for move in board.legal_moves:
                    after = board.copy()
                    after.push(move)
                    assert winnability(after, side, NODES).answer != "winnable", after.fen()
    assert unwinnable >= 20


@settings(deadline=None, max_examples=60)
@given(games())
def test_games(game: tuple[chess.Board, list[chess.Move]]) -> None:
    """In the positions of a game: no answer is taken back, mates are mates, the board stays as it is."""
    board, moves = game
    lost = dict.fromkeys(chess.COLORS, False)
    for number, move in enumerate(moves):
        board.push(move)
        if number % 10 and number != len(moves) - 1:
            continue
        before = board.copy()
        for side in chess.COLORS:
            found = winnability(board, side, NODES)
            assert not (lost[side] and found.answer == "winnable")
            lost[side] |= found.answer == "unwinnable"
            assert found.witness is None or mates(board, side, found.witness)
        assert board == before
        assert board.move_stack == before.move_stack


@pytest.mark.parametrize("nodes", [1, 2, 59, 60, 61, 150])
def test_nodes_stay_within_their_limit(nodes: int) -> None:
    found = winnability(chess.Board(HARD), chess.WHITE, nodes)
    assert (found.answer, found.proof) == ("undecided", "budget")
    assert found.nodes <= nodes


def test_the_same_in_every_process() -> None:
    answer = answers()
    assert answers() == answer
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", IN_A_PROCESS]
        other = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert other.stdout.strip() == answer


def answers() -> str:
    """Answers with their nodes and lines."""

    def told(found: Winnability) -> str:
        return f"{found.answer} {found.nodes} {' '.join(map(chess.Move.uci, found.witness or ()))}"

    return "; ".join(told(winnability(board, side, 400)) for board in blocked(Random(4), 30) for side in chess.COLORS)
