"""Which positions can be judged, and what is wrong with the others."""

import gzip
from pathlib import Path

import chess
import pytest

from bot.flag.position import PositionError, position


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "this is not a FEN: empty fen"),
        ("xyz", "this is not a FEN: expected 8 rows in position part of fen: 'xyz'"),
        ("8/8/4k3/8/8/8/K7/8 x - - 0 1", "this is not a FEN: expected 'w' or 'b'"),
        ("8/8/4k3/8/8/8/K7/8 w - - 0 1 more", "this is not a FEN: fen string has more parts than expected"),
        (f"8/8/4k3/8/8/8/K7/8 w - - {'9' * 5000} 1", "this is not a FEN: invalid half-move clock"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "this position cannot be judged: White has no king"),
        ("8/8/8/8/8/8/K7/8 w - - 0 1", "this position cannot be judged: Black has no king"),
        ("kk6/8/8/8/8/8/K7/8 w - - 0 1", "this position cannot be judged: a side has several kings"),
        ("8/8/4k3/8/8/8/K7/P7 w - - 0 1", "this position cannot be judged: a pawn stands on a back rank"),
        ("8/8/4k3/8/8/8/K3R3/8 w - - 0 1", "this position cannot be judged: the side that is not to move is in check"),
        ("8/8/8/8/8/8/Kk6/8 w - - 0 1", "this position cannot be judged: the side that is not to move is in check"),
    ],
)
def test_what_cannot_be_judged(fen: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        position(fen)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/8/K7/8",
        "8/8/4k3/8/8/8/K7/8 b",
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        "4k3/3P1P2/2N2N2/8/4R3/8/8/4K3 b - - 0 1",
    ],
)
def test_what_could_not_have_arisen_or_is_cut_short_is_judged(fen: str) -> None:
    assert position(fen).board_fen() == fen.split()[0]


def test_an_ep_square_without_a_pawn_to_capture_gives_no_move() -> None:
    assert not any(position("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1").generate_legal_ep())
    assert any(position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").generate_legal_ep())


def test_a_king_marked_as_promoted_is_a_king() -> None:
    assert position("4k3/8/8/K~7/8/8/8/8 w - - 0 1").king(chess.WHITE) == chess.A5


@pytest.mark.parametrize(
    ("fen", "chess960", "castling"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, {"e1g1", "e1c1"}),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", False, {"e1g1", "e1c1"}),
        ("1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", True, {"b1g1"}),
        ("1k6/8/8/8/8/8/8/1K4R1 w K - 0 1", True, {"b1g1"}),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", False, set()),
    ],
)
def test_castling_rights(fen: str, chess960: bool, castling: set[str]) -> None:
    board = position(fen)
    assert board.chess960 is chess960
    assert {move.uci() for move in board.generate_castling_moves()} == castling


def test_no_reference_position_is_refused(shared: Path) -> None:
    fens = [
        row.split("\t")[0] for row in (shared / "flagfall" / "oracle.tsv").read_text().splitlines() if row[0] != "#"
    ]
    with gzip.open(shared / "flagfall" / "unfair-timeouts.txt.gz", "rt") as rows:
        fens += [" ".join(row.split()[:4]) for row in rows if row[0] != "#"]
    assert len(fens) > 4_000
    for fen in fens:
        position(fen)
