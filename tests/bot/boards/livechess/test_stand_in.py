"""The stand-in's hands: what a board sees ends where the move ends, and passes through nothing twice for nothing."""

from itertools import pairwise
from random import Random

import chess
import pytest

from bot.boards.stand_in.hands import arrangements, kings_to_the_centre, set_up
from bot.demo.games import load_games


@pytest.mark.parametrize("seed", range(3))
def test_every_move_of_the_demo_ends_where_it_should(seed: int) -> None:
    random = Random(seed)
    for demo in load_games():
        board = chess.Board()
        for uci in (event.uci for event in demo.game.events if event.uci):
            before, move = board.board_fen(), board.parse_uci(uci)
            seen = arrangements(board, move, random)
            board.push(move)
            assert seen[-1] == board.board_fen()
            assert before not in seen
            assert all(one != other for one, other in pairwise(seen))


@pytest.mark.parametrize(
    ("fen", "uci"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8"),
        ("8/8/8/3pP3/8/8/8/k6K w - d6 0 1", "e5d6"),
        ("8/8/8/8/3Pp3/8/8/k6K b - d3 0 1", "e4d3"),
        ("1r6/P7/8/8/8/8/8/k6K w - - 0 1", "a7b8n"),
        ("8/P7/8/8/8/8/8/k6K w - - 0 1", "a7a8q"),
        ("8/8/8/8/8/8/8/Q6K w - - 0 1", "a1h8"),
        ("7q/8/8/8/8/8/8/7K b - - 0 1", "h8a1"),
    ],
)
def test_special_moves(fen: str, uci: str) -> None:
    after = chess.Board(fen)
    after.push_uci(uci)
    for seed in range(8):
        assert arrangements(chess.Board(fen), chess.Move.from_uci(uci), Random(seed))[-1] == after.board_fen()


def test_kings_and_the_next_set_up() -> None:
    board = chess.Board("r3k2r/8/8/8/4P3/8/8/R3K2R w KQkq - 0 1")
    shown = chess.BaseBoard(kings_to_the_centre(board, "white_wins")[-1])
    assert (shown.king(chess.WHITE), shown.king(chess.BLACK)) == (chess.E4, chess.D5)
    assert set_up(shown.board_fen(), Random(1))[-1] == chess.STARTING_BOARD_FEN
