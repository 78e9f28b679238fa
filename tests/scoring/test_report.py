"""What a report says beside the score (RULES 12): proof, options, book, version."""

import chess
import pytest

from scoring import NO_BOOK, RULES_VERSION, BookAnswer, Report, Rules, replay, score
from tests.scoring.golden import read_moves

QUEENS_OFF = "1.e4 d6 2.d4 e5 3.dxe5 dxe5 4.Qxd8+ Kxd8"
GAMBIT = "1.e4 e5 2.f4 exf4 5 x (Nf3 Nf6 Ng1 Ng8)"
FOUR_KNIGHTS = "1.e4 e5 2.Nf3 Nc6 3.Nc3 Nf6 4.Bb5 Bb4 5.Bxc6 Bxc3"


def report_of(text: str, rules: Rules | None = None) -> Report:
    return score(replay(read_moves(text, chess.Board())), rules or Rules())


@pytest.mark.parametrize(
    ("moves", "rule", "plies", "squares"),
    [
        (QUEENS_OFF, "pawn_trade", (5, 6), ("e5", "e5")),
        (QUEENS_OFF, "queen_trade", (7, 8), ("d8", "d8")),
        (FOUR_KNIGHTS, "minor_trade", (9, 10), ("c6", "c3")),
        (GAMBIT, "sacrifice", (4, 24), ("f4",)),
    ],
)
def test_entries_carry_the_plies_and_squares_that_prove_them(
    moves: str, rule: str, plies: tuple[int, ...], squares: tuple[str, ...]
) -> None:
    (entry,) = [entry for entry in report_of(moves).entries if entry.rule == rule]
    assert entry.plies == plies
    assert tuple(map(chess.square_name, entry.squares)) == squares


def test_rules_come_in_the_order_of_the_rules_page() -> None:
    start = "1.e4 e5 2.Nf3 Nf6 3.Nxe5 d6 4.Nf3 Nxe4 5.Qe2 Qe7 6.d3 Nf6 7.Qxe7+ Bxe7 8.Nc3 Nc6"
    entries = report_of(f"{start} 9.Nd5 Nxd5 10.Bd2 Bg4 8 x (Rg1 Rg8 Rh1 Rh8)").entries
    codes = ["pawn_trade", "minor_trade", "queen_trade", "sacrifice", "late_castling"]
    found = [entry.rule for entry in entries]
    assert found == sorted(found, key=codes.index)
    assert {"pawn_trade", "sacrifice", "late_castling"} <= set(found)


def test_a_report_names_options_book_and_version() -> None:
    report = report_of("1.e4", Rules("spirit", pawn_credit="each"))
    assert report.version == RULES_VERSION
    assert report.rules.as_dict() == {
        "preset": "spirit",
        "pawn_trade_equal": "penalise",
        "pieces_left": "mirrored",
        "uncastled_bonus": "with_rights",
        "pawn_credit": "each",
        "flag_fall": "chessmail",
        "flag_fall_nodes": 50_000,
        "book_lookahead": 8,
        "book_min_games": 2,
    }
    assert report.book == NO_BOOK


def test_a_report_names_the_book_it_was_given() -> None:
    moves = read_moves(QUEENS_OFF, chess.Board())
    answer = BookAnswer("masters", 6, provisional=True)
    report = score(replay(moves), Rules(), book=answer)
    assert report.book == answer
    assert report.outcomes["draw"].entries[0].plies == (6, 8)


def test_a_corrected_book_ply_judges_the_same_game_again() -> None:
    game = replay(read_moves("Nf3 Nf6 Ng1 Ng8 d3 d5 e4 dxe4 dxe4 Qxd1+ Kxd1", chess.Board()))
    queens = [
        [entry.amount for entry in score(game, Rules(), book_ply=ply).entries if entry.rule == "queen_trade"]
        for ply in (0, 1, 0)
    ]
    assert queens == [[], [-10], []]
