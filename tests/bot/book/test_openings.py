"""Names and codes of openings."""

import chess
import pytest

from bot.book import openings
from bot.book.openings import Opening, opening_of
from bot.book.polyglot import polyglot_key
from scoring import Game, replay
from tests.bot.book.making import board_after, game_of

SHUFFLED = "Nf3 Nf6 Ng1 Ng8"
GAMES = [
    ("", None),
    ("e4", Opening("B00", "King's Pawn Game")),
    ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", Opening("B90", "Sicilian Defense: Najdorf Variation")),
    ("Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", Opening("B90", "Sicilian Defense: Najdorf Variation")),
    ("e4 e5 Nf3 Nc6 Bb5 a6 h4 h5", Opening("C70", "Ruy Lopez: Morphy Defense")),
    (f"{SHUFFLED} e4 e5 Nf3 Nf6", Opening("C42", "Petrov's Defense")),
]


@pytest.mark.parametrize(("sans", "opening"), GAMES)
def test_the_last_position_with_a_name_counts(sans: str, opening: Opening | None) -> None:
    assert opening_of(game_of(board_after(sans))) == opening


def test_other_starts_have_no_opening() -> None:
    from_e4 = chess.Board(board_after("e4").fen())
    assert opening_of(replay([chess.Move.from_uci("e7e5")], from_e4)) is None
    start = chess.Board.from_chess960_pos(518)
    start.chess960 = True
    assert opening_of(replay([chess.Move.from_uci("e2e4")], start)) is None


def test_a_taken_back_move_takes_the_name_back() -> None:
    game: Game = game_of(board_after("e4 c5"))
    assert opening_of(game) == Opening("B20", "Sicilian Defense")
    game.cut(1)
    assert opening_of(game) == Opening("B00", "King's Pawn Game")


def test_the_catalogue_s_keys_are_those_of_its_positions() -> None:
    """The package writes them with a program of its own."""
    rows = [*openings._rows("ocn-1.positions.tsv")]
    assert len(rows) > 5_000
    for row in rows[::10]:
        board = chess.Board()
        for uci in row["moves_uci"].split():
            board.push_uci(uci)
        assert polyglot_key(board) == int(row["zobrist"])


def test_every_opening_has_code_and_name() -> None:
    named = openings._openings().values()
    assert len(named) > 3_000
    assert all(len(code) == 3 and code[0] in "ABCDE" and code[1:].isdigit() and name for code, name in named)
    assert str(Opening("C65", "Ruy Lopez")) == "C65 Ruy Lopez"
