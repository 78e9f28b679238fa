"""The key of a position stands for its EPD."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.book.key import position_key
from tests.bot.book.making import board_after


@given(st.lists(st.lists(st.integers(0, 300), max_size=80), min_size=1, max_size=8))
def test_keys_are_equal_just_if_the_epds_are(games: list[list[int]]) -> None:
    epds: dict[int, str] = {}
    keys: dict[str, int] = {}
    for choices in games:
        board = chess.Board()
        for choice in choices:
            moves = sorted(board.legal_moves, key=lambda move: move.uci())
            if not moves:
                break
            # Mostly moves that lead back and forth, so that positions come again.
            board.push(moves[choice % len(moves) if choice > 200 else choice % min(4, len(moves))])
            key, epd = position_key(board), board.epd()
            assert epds.setdefault(key, epd) == epd
            assert keys.setdefault(epd, key) == key
            assert position_key(chess.Board(board.fen())) == key


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 7 40", True),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", False),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", True),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4k3/8/8/8/8/8/8/q3K3 w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", False),
    ],
)
def test_what_makes_positions_different(one: str, other: str, alike: bool) -> None:
    boards = chess.Board(one), chess.Board(other)
    assert (position_key(boards[0]) == position_key(boards[1])) == alike == (boards[0].epd() == boards[1].epd())


def test_the_keys_are_those_of_the_files_there_are() -> None:
    """A change here makes every book unreadable: it needs a new version of the format."""
    assert f"{position_key(chess.Board()):016x}" == "b75bf73683729070"
    assert f"{position_key(board_after('e4 a6 e5 d5')):016x}" == "2fc2d0720b5362ba"
