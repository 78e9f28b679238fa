"""What stands on a board, from texts that may be anything."""

import chess
import pytest

from bot.boards.placement import PlacementError, differing, placement_of, read_placement, turned

START = placement_of(chess.Board())


@pytest.mark.parametrize(
    "text",
    [
        chess.STARTING_BOARD_FEN,
        chess.STARTING_FEN,
        f" {chess.STARTING_BOARD_FEN}\n",
        "rnbqkbnr/pppppppp/11111111/2222/44/8/PPPPPPPP/RNBQKBNR",
    ],
)
def test_the_start(text: str) -> None:
    assert read_placement(text) == START


def test_any_arrangement_is_one() -> None:
    for fen in ("8/8/8/8/8/8/8/8", "KKKKKKKK/8/8/8/8/8/8/pppppppp"):
        assert read_placement(fen) == placement_of(chess.BaseBoard(fen))


def test_turned() -> None:
    other_way = read_placement("RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")
    assert turned(other_way) == START == turned(turned(START)) != turned(START)


def test_differing() -> None:
    board = chess.Board()
    board.push_san("e4")
    assert differing(START, START) == ()
    assert differing(START, placement_of(board)) == (chess.E2, chess.E4)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/٨/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN" + "1" * 100_000,
        "/" * 1_000_000,
    ],
)
def test_hostile(text: str) -> None:
    with pytest.raises(PlacementError, match=r"^a .*rank"):
        read_placement(text)
