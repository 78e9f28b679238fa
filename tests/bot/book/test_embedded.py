"""The embedded book: what it is, and how far real games follow it."""

from pathlib import Path
from statistics import mean

import chess
import pytest

from bot.book.embedded import PATH, embedded_book
from bot.book.leaving import leaving_ply
from bot.pgn import PgnGame, read_pgn
from tests.bot.book.making import board_after


def test_it_says_what_it_is() -> None:
    book = embedded_book()
    assert book.name == "GNU Chess book, 145,716 games"
    assert (book.info.min_games, book.info.positions, book.info.date) == (3, 198_682, "2012-01-21")
    assert PATH.stat().st_size < 750_000
    assert PATH.with_name("ORIGIN.md").is_file()


@pytest.mark.parametrize(
    ("moves", "known"),
    [
        ("", True),
        ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3", True),
        ("c4 e6 d4 Nf6 Nc3 Bb4", True),
        ("f3 e5 g4 Qh4", False),
        ("a4 h5 Ra3 Rh6", False),
    ],
)
def test_it_knows_openings(moves: str, known: bool) -> None:
    assert embedded_book().knows(board_after(moves)) is known


@pytest.mark.parametrize(
    ("name", "at_least"), [("lichess-2025-05-438-games-clocks.pgn", 5.4), ("otb-232-games.pgn", 8.5)]
)
def test_real_games_follow_it(shared: Path, name: str, at_least: float) -> None:
    book = embedded_book()
    with (shared / "games" / "real" / name).open("rb") as file:
        games = [game for game in read_pgn(file, name) if isinstance(game, PgnGame)]
    plies = [ply for game in games if (ply := leaving_ply(game, book)) is not None]
    assert len(plies) > 0.95 * len(games)
    assert mean(plies) >= at_least


def test_the_place_where_a_game_leaves_is_its_first_unknown_position() -> None:
    book = embedded_book()
    line = "e4 e5 Nf3 Nc6 Ng1 h5"
    first_unknown = next(ply for ply in range(7) if not book.knows(board_after(" ".join(line.split()[:ply]))))
    for moves, start, ply in [
        (line, chess.Board(), first_unknown),
        ("e4 e5 Nf3", chess.Board(), None),
        ("", chess.Board(), None),
        ("e4 e5", chess.Board(chess960=True), 0),
        ("e5", chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), 0),
    ]:
        board = start.copy()
        for san in moves.split():
            board.push_san(san)
        assert leaving_ply(game_from(start, board.move_stack), book) == ply


def game_from(start: chess.Board, moves: list[chess.Move]) -> PgnGame:
    return PgnGame("", 1, {}, start, tuple(moves), {}, (), "*", None)
