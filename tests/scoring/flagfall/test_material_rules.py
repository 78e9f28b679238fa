"""The rules that look at the material alone, held against tables and against their words."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import chess
import pytest

from scoring.flagfall.chessmail import chessmail
from scoring.flagfall.lichess import lichess
from scoring.flagfall.winnability import winnability

POSITIONS = 100_000
MAX_UNITS = 6
MATERIAL_PROOFS = {"bare_king", "knight_cannot_mate", "no_mate_with_bishops", "game_over"}

# What the side with time left and the other side have beside their kings (L and D: bishops on light and dark squares);
# whether a flag fall is a draw by chessmail's list and by Lichess' rule.
TABLE = [
    ("", "", True, True),
    ("", "Q", True, True),
    ("", "QRLDNP", True, True),
    ("N", "", True, True),
    ("N", "Q", True, True),
    ("N", "QQ", True, True),
    ("N", "R", True, False),
    ("N", "L", True, False),
    ("N", "N", True, False),
    ("N", "P", True, False),
    ("N", "QP", True, False),
    ("N", "QN", True, False),
    ("N", "QD", True, False),
    ("N", "PP", True, False),
    ("N", "RR", True, False),
    ("N", "QR", True, False),
    ("L", "", True, True),
    ("L", "Q", True, True),
    ("L", "R", True, True),
    ("D", "RR", True, True),
    ("D", "QQ", True, True),
    ("L", "L", True, True),
    ("D", "RD", True, True),
    ("L", "QL", True, True),
    ("L", "D", True, False),
    ("L", "N", True, False),
    ("L", "P", True, False),
    ("D", "RL", True, False),
    ("D", "QL", True, False),
    ("NN", "", False, False),
    ("NN", "P", False, False),
    ("NN", "Q", False, False),
    ("NN", "R", False, False),
    ("NN", "L", False, False),
    ("NN", "N", False, False),
    ("LL", "", True, True),
    ("DD", "Q", True, True),
    ("LL", "R", True, True),
    ("LL", "QQ", True, True),
    ("DD", "D", True, True),
    ("LL", "D", True, False),
    ("LL", "N", True, False),
    ("DD", "P", True, False),
    ("LL", "RP", True, False),
    ("LD", "", False, False),
    ("LN", "", False, False),
    *[(men, other, False, False) for men in "PRQ" for other in ("", "N", "L", "R", "Q")],
]


@pytest.mark.parametrize(("men", "other", "by_chessmail", "by_lichess"), TABLE)
@pytest.mark.parametrize("side", chess.COLORS)
def test_table(men: str, other: str, by_chessmail: bool, by_lichess: bool, side: chess.Color) -> None:
    board = placed(men, other, side)
    assert chessmail(board, side).wins is not by_chessmail
    assert lichess(board, side).wins is not by_lichess


def placed(men: str, other: str, side: chess.Color) -> chess.Board:
    """A position, legal or not, with this material: bishops on squares of their colour, pawns on ranks of theirs."""
    board = chess.Board(None)
    board.set_piece_at(chess.A1, chess.Piece(chess.KING, side))
    board.set_piece_at(chess.H8, chess.Piece(chess.KING, not side))
    for letters, colour in ((men, side), (other, not side)):
        for letter in letters:
            squares = chess.BB_DARK_SQUARES if letter == "D" else chess.BB_LIGHT_SQUARES
            kind = chess.BISHOP if letter in "LD" else chess.Piece.from_symbol(letter).piece_type
            square = chess.lsb(squares & ~board.occupied & ~chess.BB_RANK_1)
            board.set_piece_at(square, chess.Piece(kind, colour))
    return board


def insufficient(men: list[str], other: set[str]) -> bool:
    """Lichess' rule in sets: `men` are what a side has beside its king, `other` the kinds that the other side has."""
    if not men:
        return True
    if men == ["N"]:
        return other <= {"Q"}
    return set(men) in ({"L"}, {"D"}) and other <= {*men, "Q", "R"}


def letters(board: chess.Board, side: chess.Color) -> list[str]:
    """What a side has beside its king, bishops by the colour of their squares."""
    found = []
    for square, piece in board.piece_map().items():
        if piece.color == side and piece.piece_type != chess.KING:
            shade = "L" if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else "D"
            found.append(shade if piece.piece_type == chess.BISHOP else piece.symbol().upper())
    return found


def random_boards(seed: int) -> Iterator[chess.Board]:
    """Random positions, legal or not, of at most six units; minor pieces are twice as likely as others."""
    random = Random(seed)
    for _ in range(POSITIONS):
        squares = random.sample(chess.SQUARES, random.randint(2, MAX_UNITS))
        men = ["K", "k", *random.choices("QqRrBbBbNnNnPp", k=len(squares) - 2)]
        board = chess.Board(None)
        for square, man in zip(squares, men, strict=True):
            if man not in "Pp" or not chess.BB_SQUARES[square] & chess.BB_BACKRANKS:
                board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = random.random() < 0.5
        yield board


def test_lichess_rule_is_that_of_python_chess_and_of_the_sets() -> None:
    counts = Counter[bool]()
    for board in random_boards(seed=1):
        for side in chess.COLORS:
            expected = insufficient(letters(board, side), set(letters(board, not side)))
            assert board.has_insufficient_material(side) == expected, (board.fen(), side)
            assert lichess(board, side).wins is not expected, (board.fen(), side)
            counts[expected] += 1
    assert min(counts.values()) > POSITIONS / 2


def test_a_draw_by_lichess_rule_is_proved_by_the_material() -> None:
    proofs = Counter[str]()
    for board in random_boards(seed=2):
        for side in chess.COLORS:
            if board.has_insufficient_material(side) and board.is_valid() and not board.is_checkmate():
                found = winnability(board, side)
                assert (found.answer, found.nodes) == ("unwinnable", 1), (board.fen(), side)
                proofs[found.proof] += 1
    assert set(proofs) == MATERIAL_PROOFS
    assert min(proofs.values()) > 20
