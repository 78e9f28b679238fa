"""Moves out of positions, takebacks included."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lichess.positions import Positions

STARTS = (
    chess.STARTING_FEN,
    "8/8/4k3/8/8/3QK3/8/8 w - - 0 60",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 20",
    "8/P2k4/8/8/8/8/3K2p1/8 w - - 0 50",
)
STEPS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 200)), max_size=40)


def board_of(start: str, moves: list[chess.Move]) -> chess.Board:
    board = chess.Board(start)
    for move in moves:
        board.push(move)
    return board


def play(board: chess.Board, kind: int, number: int) -> bool:
    """Make a move, every other time a quiet one of a piece so that positions repeat; False if there is none."""
    legal = list(board.legal_moves)
    if kind % 2:
        legal = [move for move in legal if not board.is_zeroing(move)][:3] or legal
    if not legal:
        return False
    board.push(legal[number % len(legal)])
    return True


def hint(board: chess.Board) -> str | None:
    return board.peek().uci()[:4] if board.move_stack else None


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(STARTS), STEPS, st.booleans())
def test_moves_are_rebuilt_through_takebacks(start: str, steps: list[tuple[int, int]], hinted: bool) -> None:
    board = chess.Board(start)
    positions = Positions(board)
    for kind, number in steps:
        if kind >= 8:
            for _ in range(min(number % 6, len(board.move_stack))):
                board.pop()
        elif play(board, kind, number):
            assert positions.add(board.fen(), hint(board) if hinted else None) is not None
            assert positions.moves == tuple(board.move_stack)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(STARTS), STEPS, STEPS, st.integers(0, 30))
def test_a_replay_finds_what_happened_meanwhile(
    start: str, before: list[tuple[int, int]], after: list[tuple[int, int]], taken_back: int
) -> None:
    board = chess.Board(start)
    for kind, number in before:
        play(board, kind, number)
    known = list(board.move_stack)
    positions = Positions(chess.Board(start), known)
    for _ in range(min(taken_back, len(known))):
        board.pop()
    for kind, number in after:
        play(board, kind, number)
    truth = list(board.move_stack)
    positions.rewind()
    for ply in range(len(truth) + 1):
        now = board_of(start, truth[:ply])
        assert positions.add(now.fen(), hint(now)) is not None
        if positions.at_end:
            assert positions.moves == tuple(truth[:ply])
        else:
            assert positions.moves[:ply] == tuple(truth[:ply])
    if len(truth) >= len(known):
        assert positions.moves == tuple(truth)


@given(STEPS, st.integers(1, 20), st.integers(1, 5))
@settings(deadline=None)
def test_lines_lost_in_a_replay_take_nothing_back(steps: list[tuple[int, int]], first: int, count: int) -> None:
    board = chess.Board()
    for kind, number in steps:
        play(board, kind, number)
    known = list(board.move_stack)
    positions = Positions(chess.Board(), known)
    positions.rewind()
    for ply in range(len(known) + 1):
        if not first <= ply < first + count:
            assert positions.add(board_of(chess.STARTING_FEN, known[:ply]).fen()) is False
        assert positions.moves == tuple(known)


def test_a_position_shown_twice_changes_nothing() -> None:
    positions = Positions(chess.Board())
    board = chess.Board()
    board.push_san("e4")
    assert [positions.add(board.fen(), "e2e4") for _ in range(3)] == [True, False, False]
    assert len(positions.moves) == 1


SHUFFLE = "Nf3 Nf6 Ng1 Ng8"


@pytest.mark.parametrize("before", [f"{SHUFFLE} e4", f"{SHUFFLE} Nf3"])
def test_the_same_position_after_fewer_moves_is_a_takeback(before: str) -> None:
    """After the shuffle and e4, all is taken back, and e4 comes at once: only the move number tells."""
    board = chess.Board()
    for san in before.split():
        board.push_san(san)
    positions = Positions(chess.Board(), board.move_stack)
    again = chess.Board()
    move = again.push_san(before.split()[-1])
    assert positions.add(again.fen(), move.uci()) is True
    assert positions.moves == (move,)


@pytest.mark.parametrize(
    "fen",
    [
        "",
        "nonsense",
        "8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",  # a ply was lost
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",  # the wrong side to move
        "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBN1 b Qkq - 0 1",  # a rook has vanished
        "8/8/8/4k3/8/4K3/8/7R w - - 0 99",
    ],
)
def test_a_position_that_no_move_leads_to(fen: str) -> None:
    positions = Positions(chess.Board())
    positions.add(chess.STARTING_FEN)
    assert positions.add(fen) is None
    assert positions.moves == ()
    assert positions.add("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1") is True


@pytest.mark.parametrize("counters", ["0 47", "3 1", "9 9"])
def test_wrong_counters_are_survived(counters: str) -> None:
    """https://github.com/lichess-org/lila/issues/12907."""
    positions = Positions(chess.Board())
    board = chess.Board()
    for san in "e4 e5 Nf3".split():
        board.push_san(san)
        fen = " ".join(board.fen().split()[:4])
        assert positions.add(f"{fen} {counters}") is True
    assert positions.moves == tuple(board.move_stack)


@pytest.mark.parametrize(
    ("fen", "chess960", "hints", "uci"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, ("e1g1", "e1h1", "e1g1q", "a1a2", "zz", ""), "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, ("e1c1", "e1a1"), "e1c1"),
        ("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1", True, ("f1h1", "f1g1"), "f1h1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", False, ("a7a8", "a7a8n"), "a7a8n"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", False, ("e5d6", None), "e5d6"),
    ],
)
def test_hints_in_any_spelling(fen: str, chess960: bool, hints: tuple[str | None, ...], uci: str) -> None:
    start = chess.Board(fen, chess960=chess960)
    after = start.copy()
    after.push_uci(uci)
    for given_hint in hints:
        positions = Positions(start)
        assert positions.add(after.fen(), given_hint) is True
        assert positions.moves == (start.parse_uci(uci),)
