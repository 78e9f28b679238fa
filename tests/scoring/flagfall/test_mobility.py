"""Where units could ever get to: small examples, and that no unit ever gets anywhere else in random play."""

from collections import Counter
from random import Random

import chess
import pytest

from scoring.flagfall.winnability.mobility import Mobility, Unit
from tests.scoring.flagfall.blocked import blocked

POSITIONS = 800
PLIES = 40

WALL = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1"
BISHOPS = "4k3/3b4/p1p1p1p1/P1P1P1P1/8/8/3BK3/8 w - - 0 1"
EXAMPLES = [
    (WALL, "d4", chess.BB_D4),
    (WALL, "e1", chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_3),
    (WALL, "e8", chess.BB_RANK_6 | chess.BB_RANK_7 | chess.BB_RANK_8),
    ("4k3/8/8/p2p2p1/P2P2P1/8/P7/4K3 w - - 0 1", "a2", chess.BB_A2 | chess.BB_A3),
    ("4k3/p7/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", "a7", chess.BB_A7 | chess.BB_A6),
    ("4k3/8/8/p2p2p1/P2P4/8/6P1/4K3 w - - 0 1", "g2", chess.BB_ALL),
    (BISHOPS, "d2", chess.BB_DARK_SQUARES & ~(chess.BB_RANK_5 | chess.BB_RANK_6 | chess.BB_RANK_7 | chess.BB_RANK_8)),
    (BISHOPS, "d7", chess.BB_LIGHT_SQUARES & (chess.BB_RANK_7 | chess.BB_RANK_8)),
    ("7k/6pP/6P1/5K2/8/8/8/8 w - - 0 1", "h8", chess.BB_H8),
    ("7k/6pP/6P1/5K2/8/8/8/8 w - - 0 1", "h7", chess.BB_H7),
    ("k7/P1K5/8/8/8/8/8/8 b - - 0 1", "a7", chess.BB_ALL),
]


@pytest.mark.parametrize(("fen", "home", "reached"), EXAMPLES)
def test_squares_reached(fen: str, home: str, reached: chess.Bitboard) -> None:
    units = {unit.home: unit for unit in Mobility(chess.Board(fen)).units}
    assert chess.SquareSet(units[chess.parse_square(home)].reached) == chess.SquareSet(reached)


def test_random_play_stays_within() -> None:
    random = Random(2)
    seen = Counter[str]()
    for board in blocked(random, POSITIONS):
        units = {unit.home: unit for unit in Mobility(board).units}
        seen["bounded units"] += sum(unit.reached.bit_count() < 40 for unit in units.values())
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            lively = [move for move in moves if board.is_zeroing(move)]
            move = random.choice(lively if lively and random.random() < 0.6 else moves)
            seen["en passant"] += board.is_en_passant(move)
            seen["promotions"] += bool(move.promotion)
            play(board, move, units)
    assert min(seen[what] for what in ("bounded units", "en passant", "promotions")) >= 10, seen


def play(board: chess.Board, move: chess.Move, units: dict[chess.Square, Unit]) -> None:
    """Make a move of units that are kept by their squares; what it does must be what they can do."""
    fen, target = board.fen(), move.to_square
    unit = units.pop(move.from_square)
    if board.is_capture(move):
        taken = units.pop(target + (-8 if board.turn else 8) if board.is_en_passant(move) else target)
        assert taken.may_be_captured, (fen, move)
        assert unit.captures >> target & 1, (fen, move)
    assert unit.reached >> target & 1, (fen, move)
    assert unit.promotes or not move.promotion, (fen, move)
    units[target] = unit
    board.push(move)
    for square, attacker in units.items():
        assert not board.attacks_mask(square) & ~attacker.attacked, (board.fen(), square)
