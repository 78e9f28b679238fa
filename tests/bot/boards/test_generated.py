"""Physical sequences made from games, and never a wrong move; tests/long/test_boards.py shows many more."""

from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.boards.placement import placement_of, read_placement
from bot.boards.position import Position
from bot.boards.reader import BoardReader
from tests.bot.boards.famous import Line, chess960_games, famous_games, real_games
from tests.bot.boards.generated import Figures, every_order, gaps, lossy_games, noisy_games

FAMOUS = list(famous_games().values())
SOME = 12
"""How many real games are played with noise here."""


@pytest.fixture(scope="module")
def games(shared: Path) -> list[Line]:
    return list(real_games(shared, SOME))


def faultless(figures: Figures) -> Figures:
    assert figures.wrong == []
    return figures


def test_every_legal_move_in_every_order() -> None:
    """At every fifth position of the famous games."""
    figures = faultless(every_order(FAMOUS, every=5))
    assert figures.moves > 1_500
    assert figures.sequences > 2_000
    assert figures.at_once > figures.sequences / 4


def test_every_legal_move_of_real_games(games: list[Line]) -> None:
    """At one position in 50."""
    assert faultless(every_order(games, every=50, first=7)).sequences > 500


def test_every_legal_move_of_chess960(shared: Path) -> None:
    for start, game in chess960_games(shared):
        faultless(every_order([game[:20]], start, every=10, first=3))


@pytest.mark.parametrize("seed", range(3))
def test_famous_games_with_noise(seed: int) -> None:
    figures = faultless(noisy_games(FAMOUS, seed))
    assert min(figures.noise[kind] for kind in ("adjusted", "hasty", "put back", "seen on a wrong square")) > 5


def test_real_games_with_noise(games: list[Line]) -> None:
    faultless(noisy_games(games, 7))


def test_games_with_lost_moves(games: list[Line]) -> None:
    figures = faultless(lossy_games(games, 7))
    assert figures.noise["lost"] > 20
    assert figures.helped <= 2


@pytest.mark.parametrize(("plies", "found"), [(1, 1.0), (2, 0.9), (3, 0.3)])
def test_boards_that_were_not_heard(plies: int, found: float) -> None:
    figures = faultless(gaps(FAMOUS, plies, every=4))
    assert figures.noise["found"] >= found * figures.sequences


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_two_moves_show_the_same_board(data: st.DataObject) -> None:
    """Chess960 from any start, by any moves: what stands on the board tells the move, and it is as chess has it."""
    board = chess.Board.from_chess960_pos(data.draw(st.integers(0, 959)))
    for _ in range(data.draw(st.integers(0, 40))):
        position = Position(board.copy(stack=False))
        assert len(position.ends) == len(position.ways) == board.legal_moves.count()
        for placement, way in position.ends.items():
            assert position.after(way.move).placement == placement
            assert position.is_begun(placement)
        if board.is_game_over():
            return
        board.push(data.draw(st.sampled_from(list(board.legal_moves))))
    assert placement_of(board) == Position(board).placement


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_whatever_stands_on_the_board(data: st.DataObject) -> None:
    """Anything at all, in the middle of a game: the moves stay legal ones, and times that are asked for lie ahead."""
    reader, board, now_ms = BoardReader(), chess.Board(), 0
    for move in FAMOUS[0][: data.draw(st.integers(0, 20))]:
        reader.see(placement_of(board), now_ms := now_ms + 2_000)
        board.push(move)
    squares = list(placement_of(board))
    for _ in range(data.draw(st.integers(1, 15))):
        for square in data.draw(st.lists(st.integers(0, 63), min_size=1, max_size=4)):
            squares[square] = data.draw(st.sampled_from(".PNBRQKpnbrqk" + placement_of(board)[square] * 9))
        now_ms += data.draw(st.sampled_from([50, 500, 1_500, 25_000]))
        running = data.draw(st.sampled_from([None, chess.WHITE, chess.BLACK]))
        seen = reader.see(read_placement(chess.BaseBoard.board_fen(_base(squares))), now_ms, running=running)
        assert seen.settle_ms is None or seen.settle_ms > now_ms
        assert reader.set_moves(seen.moves).moves == seen.moves
        assert (seen.state == "over") == (seen.result is not None)


def _base(squares: list[str]) -> chess.BaseBoard:
    pieces = {square: chess.Piece.from_symbol(symbol) for square, symbol in enumerate(squares) if symbol != "."}
    board = chess.BaseBoard.empty()
    board.set_piece_map(pieces)
    return board
