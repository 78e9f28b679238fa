"""Random legal games for hypothesis: normal, Chess960 and odd starts, with a liking for captures and promotions."""

from typing import Any

import chess
from hypothesis import strategies as st

from scoring import Rules

LONGEST = 100

ODD_STARTS = (
    ("k7/4PPPP/8/8/8/8/4pppp/K7 w - - 0 1", False),  # a race of pawns
    ("2b1kn2/1P4P1/8/3r4/3R4/8/1p4p1/2B1KN2 b - - 0 1", False),  # promotions with captures
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False),
    ("r3k3/pppp4/8/6b1/1B6/8/4PPPP/4K2R b Kq - 3 40", False),
    ("4k3/ppp1pppp/8/8/3pP3/8/PPPP1PPP/4K3 b - e3 0 1", False),
    ("3qk3/1r1b1n2/pppp4/8/8/PPPP4/1R1B1N2/3QK3 w - - 0 1", False),
    ("3q1k2/8/1p6/3q4/3Q4/6P1/8/3Q1K2 w - - 0 1", False),  # queens face each other
    ("8/2q1r1k1/2n1b3/8/8/3B1N2/1K1R1Q2/8 b - - 0 1", False),
    ("4kb2/8/p7/8/8/7P/8/2B1K3 w - - 0 1", False),  # nearly dead
    ("8/8/3k4/2pn4/2PN4/3K4/8/8 w - - 0 1", False),
    ("8/8/3k4/8/8/3K4/8/8 w - - 0 1", False),  # dead
    ("1r1k1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w FBfb - 0 1", True),
    ("6kr/8/4q3/8/8/3Q4/8/6KR w Hh - 0 1", True),
    ("rk6/8/8/2b5/2B5/8/8/RK6 b Aa - 0 9", True),
)


def starts() -> st.SearchStrategy[chess.Board]:
    """Start positions of all kinds."""
    return st.one_of(
        st.builds(chess.Board),
        st.builds(chess.Board.from_chess960_pos, st.integers(0, 959)),
        st.sampled_from(ODD_STARTS).map(lambda odd: chess.Board(odd[0], chess960=odd[1])),
    )


@st.composite
def games(draw: st.DrawFn) -> tuple[chess.Board, list[chess.Move]]:
    """A start position and legal moves from it, perhaps beyond the end of the game by a dead position."""
    start = draw(starts())
    length = draw(st.integers(0, LONGEST))
    choices = draw(st.binary(min_size=length, max_size=length))
    board, moves = start.copy(stack=False), list[chess.Move]()
    for choice in choices:
        legal = list(board.legal_moves)
        lively = [move for move in legal if move.promotion or board.is_capture(move) or board.is_castling(move)]
        pool = lively if lively and choice % 2 else legal
        if not pool:
            break
        moves.append(pool[choice // 2 % len(pool)])
        board.push(moves[-1])
    return start, moves


def rules() -> st.SearchStrategy[Rules]:
    """Every combination of the readings that change a score."""
    return st.builds(
        Rules,
        preset=st.sampled_from(["letter", "spirit"]),
        pawn_trade_equal=st.sampled_from(["penalise", "ignore"]),
        pieces_left=st.sampled_from([None, "printed", "mirrored"]),
        uncastled_bonus=st.sampled_from([None, "always", "with_rights"]),
        pawn_credit=st.sampled_from([None, "each", "once"]),
    )


def circumstances() -> st.SearchStrategy[dict[str, Any]]:
    """What else a score depends on: the book ply and the declined offers."""
    return st.fixed_dictionaries(
        {"book_ply": st.integers(0, 30), "declined": st.lists(st.booleans(), max_size=12).map(tuple)}
    )
