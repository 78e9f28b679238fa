"""Finding the only unit that can make a move agrees with python-chess' own reading of SAN, always."""

import random

import chess
import pytest

from bot.pgn.san import push_san


def agrees(board: chess.Board, san: str) -> None:
    plain, quick = board.copy(), board.copy()
    try:
        expected: object = plain.push_san(san)
    except ValueError as error:
        expected = type(error)
    try:
        found: object = push_san(quick, san)
    except ValueError as error:
        found = type(error)
    assert found == expected, f"{san} in {board.fen()}"
    assert quick == plain
    assert len(quick.move_stack) == len(plain.move_stack)


@pytest.mark.parametrize("seed", range(9))
def test_every_move_of_random_games(seed: int) -> None:
    chance = random.Random(seed)
    board = chess.Board.from_chess960_pos(chance.randrange(960)) if seed % 3 == 0 else chess.Board()
    for _ in range(70):
        moves = list(board.legal_moves)
        if not moves:
            break
        for move in moves:
            agrees(board, board.san(move).rstrip("+#"))
        board.push(chance.choice(moves))


@pytest.mark.parametrize(
    ("fen", "sans"),
    [
        pytest.param("4r2k/8/8/8/8/8/4N3/4K1N1 w - - 0 1", "Nf3 Nc3 Ngf3 Nh3 Ne2", id="a pinned knight"),
        pytest.param("4k3/8/8/8/7b/8/4N3/4K3 w - - 0 1", "Ng3 Nc3 Kf1 Kf2 Kd1", id="in check"),
        pytest.param("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "exd6 ed6 e6 d6 exf6", id="en passant"),
        pytest.param("8/4K3/8/r2pP2k/8/8/8/8 w - d6 0 1", "exd6", id="en passant along the rank"),
        pytest.param("k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e8 e8=Q e8R exd8=Q Ke8", id="promotion"),
        pytest.param("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kg1 Kc1 O-O O-O-O Ke2 Kd8 Rd1 Rf1 Ra8", id="castling"),
        pytest.param("7k/8/8/8/8/pP6/P7/K7 w - - 0 1", "a3 a4 b4 b5 bxa3 axb3 xa3 Kb1 Kb2", id="blocked pawns"),
        pytest.param("Q6Q/8/8/8/7k/8/8/Q6K w - - 0 1", "Qd4 Qad4 Q1d4 Qa1d4 Qa8d5 Q8d5 Qhd8", id="three queens"),
    ],
)
def test_the_odd_cases(fen: str, sans: str) -> None:
    for san in sans.split():
        agrees(chess.Board(fen), san)
