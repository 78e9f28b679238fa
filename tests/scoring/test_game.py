"""A game being read: it grows, shrinks at takebacks, and leaves alone what belongs to its caller."""

import chess
import pytest

from scoring import Game, Rules, replay, score
from tests.scoring.golden import read_moves


def test_the_start_is_left_alone() -> None:
    start = chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    game = Game(start)
    game.push(chess.Move.from_uci("e4d5"))
    assert start.fen() == "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    start.clear()
    assert game.board.fen() == "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"


def test_a_start_with_moves_counts_from_its_position() -> None:
    start = chess.Board()
    start.push_san("e4")
    game = replay([start.parse_san("e5")], start)
    assert (game.ply, game.board.fen()) == (1, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")


def test_a_report_does_not_change_when_the_game_goes_on() -> None:
    moves = read_moves("1.e4 d5 2.exd5 Qxd5 3.Nc3 Qa5", chess.Board())
    game = replay(moves[:3])
    report = score(game, Rules())
    entries, running = report.entries, score(game, Rules()).running
    game.extend(moves[3:])
    game.cut(1)
    assert (report.last_ply, report.entries, report.running) == (3, entries, running)


@pytest.mark.parametrize("ply", range(7))
def test_a_takeback_leaves_a_dead_position_at_its_own_ply(ply: int) -> None:
    """Ply 1 leaves a knight each, which is not dead; only ply 4 leaves a knight against a bare king."""
    start = chess.Board("7k/8/8/8/1n6/8/P7/2K3N1 b - - 0 1")
    moves = read_moves("Nxa2+ Kb2 Kg8 Kxa2 Kh8 Kb2", start.copy())
    game = replay(moves, start)
    assert game.dead_ply == 4
    game.cut(ply)
    assert game.dead_ply == (4 if ply >= 4 else None)
    assert score(game, Rules()).last_ply == min(ply, 4)


@pytest.mark.parametrize(("ply", "label"), [(1, "30..."), (2, "31."), (3, "31...")], ids=["first", "second", "third"])
def test_labels_count_as_score_sheets_do(ply: int, label: str) -> None:
    start = chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 30")
    assert replay(read_moves("e5 e4 Nc6", start.copy()), start).played().label(ply) == label


def test_moves_are_told_as_score_sheets_have_them() -> None:
    sans = "e4 d5 exd5 Qxd5 Nc3 Qe5+".split()
    moves = read_moves(" ".join(sans), chess.Board())
    game = replay(moves[:2])
    assert game.sans == sans[:2]
    game.extend(moves[2:])
    assert game.sans == sans
    game.cut(3)
    assert game.sans == sans[:3]
    game.push(chess.Move.from_uci("g8f6"))
    assert game.sans == [*sans[:3], "Nf6"]
    assert game.board.fen().startswith("rnbqkb1r/ppp1pppp/5n2/3P4/8/8/")
