"""The moves of a game on TV: what came before, lost lines, takebacks, and what only has one explanation."""

import chess
import pytest

from bot.lichess.bridge import bridge
from bot.lichess.tv_game import TvGame
from bot.updates import Clocks, GameInfo, GameUpdate, Happening


def board_after(sans: str, start: str = chess.STARTING_FEN) -> chess.Board:
    board = chess.Board(start)
    for san in sans.split():
        board.push_san(san)
    return board


def game_after(sans: str) -> TvGame:
    moves = tuple(board_after(sans).move_stack)
    return TvGame(GameUpdate("OnShow01", Happening.MOVED, GameInfo(), moves, plies_behind=3))


def sans_of(game: TvGame) -> str:
    board = chess.Board()
    return " ".join(board.san_and_push(move) for move in game.update.moves)


@pytest.mark.parametrize(
    ("known", "shown", "hint"),
    [
        ("e4 e5", "e4 e5 Nf3 Nc6", None),
        ("e4 e5", "e4 e5 Nf3 Nc6 Bc4", "f1c4"),
        ("e4 e5 Nf3", "e4 e5 Nf3 Nc6 Bb5 a6", "a7a6"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3", "d2d3"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 O-O", "e1h1"),
        ("", "e4 d5 exd5", "e4d5"),
    ],
)
def test_a_few_plies_are_bridged(known: str, shown: str, hint: str | None) -> None:
    game = game_after(known)
    assert game.show(board_after(shown).fen(), hint)
    assert sans_of(game) == shown
    assert game.update.plies_behind == 0


@pytest.mark.parametrize(
    ("known", "fen", "hint"),
    [
        ("", board_after("Nf3 Nc6 Nc3").fen(), None),  # Nc3 Nc6 Nf3 does it as well
        ("", board_after("e4 e5 Nf3 Nc6").fen(), None),  # too far away
        ("e4 e5", board_after("e4 e5 Nf3 Nc6 Bc4").fen(), "a2a3"),  # the hint contradicts
        ("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR b KQkq - 0 2", None),
        ("Nf3 Nf6 Ng1 Ng8 Nf3", board_after("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3").fen(), "g1f3"),
        ("", "nonsense", None),
        ("", "", None),
        ("", "8/8/8/8/8/8/8/8 w - - 0 2", None),
        ("", f"{chess.STARTING_FEN[:-1]}-999999999", None),
        ("", f"{chess.STARTING_FEN[:-1]}99999999999", None),
    ],
)
def test_nothing_is_guessed(known: str, fen: str, hint: str | None) -> None:
    game = game_after(known)
    game.show(board_after(known).fen())
    assert not game.show(fen, hint)
    assert sans_of(game) == known


def test_lines_lost_among_repeated_positions_are_no_takeback() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8"
    game = game_after(f"{shuffle} Nf3")
    shown = f"{shuffle} {shuffle}"
    assert game.show(board_after(shown).fen(), "f6g8")
    assert sans_of(game) == shown


def test_a_wrong_move_number_is_survived() -> None:
    game = game_after("e4 e5")
    game.show(board_after("e4 e5").fen())
    assert game.show(board_after("e4 e5 Nf3").fen()[:-1] + "40", "g1f3")
    assert sans_of(game) == "e4 e5 Nf3"


def test_a_promotion_is_bridged_by_its_position() -> None:
    board = chess.Board("8/P3k3/8/8/8/8/4K2p/8 w - - 0 50")
    after = board.copy()
    for uci in ("e2f3", "h2h1n", "a7a8r"):
        after.push_uci(uci)
    assert [move.uci() for move in bridge(board, after, "a7a8") or ()] == ["e2f3", "h2h1n", "a7a8r"]


def test_the_search_is_short() -> None:
    """From a position with forty moves three plies could be 64,000 ways: it looks only where they may lead."""
    pushes = 0

    class Counting(chess.Board):
        def push(self, move: chess.Move) -> None:
            nonlocal pushes
            pushes += 1
            super().push(move)

    known = "r3r1k1/pp1n1pp1/2pb1n1p/q2p4/3P3B/2NBPN2/PPQ2PPP/R4RK1 w - - 0 14"
    shown = board_after("Bxf6 Nxf6 e4", known)
    assert bridge(Counting(known), shown) == tuple(shown.move_stack)
    assert pushes < 2_000


def test_what_was_fetched_may_be_ahead_of_the_feed() -> None:
    game = game_after("e4 e5 Nf3 Nc6")
    ply = board_after("e4")
    assert game.show(ply.fen())
    for san in "e5 Nf3 Nc6".split():
        ply.push_san(san)
        assert game.show(ply.fen(), ply.peek().uci(), Clocks(1000 * ply.ply(), 0))
        assert sans_of(game) == "e4 e5 Nf3 Nc6"
    assert game.update.clocks == Clocks(4000, 0)


def test_a_takeback_is_a_position_that_goes_back() -> None:
    game = game_after("e4 e5 Nf3 Nc6")
    assert game.show(board_after("e4 e5 Nf3 Nc6").fen())
    assert game.show(board_after("e4 e5 Nc3").fen(), "b1c3")
    assert sans_of(game) == "e4 e5 Nc3"
    assert game.show(board_after("e4 e5").fen(), "e7e5")
    assert sans_of(game) == "e4 e5"
    assert not game.show("8/8/8/8/8/8/8/8 w - - 0 1")
    assert sans_of(game) == "e4 e5"
