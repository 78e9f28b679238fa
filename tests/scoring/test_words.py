"""The words of both languages: nothing is missing in one of them, and they read as they should."""

import string

import chess
import pytest

from scoring import LineBook, Rules, look_up, replay, score
from scoring.words import LANGUAGES, Language, entry_text, loss_text, sacrifice_text, uncastled_text
from scoring.words.de import GERMAN
from scoring.words.en import ENGLISH


def test_both_languages_have_the_same_words() -> None:
    assert GERMAN.keys() == ENGLISH.keys()


@pytest.mark.parametrize("key", sorted(ENGLISH))
def test_both_languages_say_the_same_figures(key: str) -> None:
    german, english = (
        {field for _, field, _, _ in string.Formatter().parse(words[key]) if field} for words in (GERMAN, ENGLISH)
    )
    assert german == english


def entries(text: str, language: Language) -> list[str]:
    board = chess.Board()
    for san in text.split():
        board.push_san(san)
    report = score(replay(board.move_stack), Rules())
    played = report.case.played
    return [
        *(entry_text(entry, played, language) for entry in report.entries),
        *(entry_text(entry, played, language) for entry in report.outcomes["draw"].entries),
        *(loss_text(loss, played, language) for loss in report.running.losses),
        *(sacrifice_text(sacrifice, played, language) for sacrifice in report.running.sacrifices),
        *(uncastled_text(bonus, language) for bonus in report.running.uncastled.values()),
    ]


SAID = [
    ("e4 d5 exd5", "en", "Pawn lost on d5 (2.): a trade if it is answered soon"),
    ("e4 d5 exd5", "de", "Bauer auf d5 verloren (2.): wird bei baldiger Antwort ein Tausch"),
    ("e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4", "en", "Pawns traded on e5/e4 (3. to 4...): asymmetry 34 → 32, not raised"),
    ("e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4", "de", "Bauerntausch auf e5/e4 (3. bis 4...): Asymmetrie 34 → 32, nicht erhöht"),
    ("e4 e5 d4 exd4 Qxd4 Nc6 Qe3 Qe7 Nc3 Qxe4 Nxe4", "en", "Short draw: only 5 of 25 moves since the book"),
    ("d4 d5 c4 dxc4", "en", "Pawn sacrificed (2...): earns from the sixth move"),
    ("d4 d5 c4 dxc4", "de", "Opfer: Bauer (2...), zählt ab dem sechsten Zug"),
    ("d4", "de", "König nicht rochiert: zählt erst nach dem 15. Zug"),
]


@pytest.mark.parametrize(("moves", "language", "sentence"), SAID)
def test_what_is_said(moves: str, language: Language, sentence: str) -> None:
    assert sentence in entries(moves, language)


def test_every_text_is_one_line() -> None:
    for language in LANGUAGES:
        for text in entries("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 Nf3 Qxe4 Qe2 Qxe2 Kxe2", language):
            assert text
            assert "\n" not in text
            assert "{" not in text


def test_a_queen_trade_says_where_the_book_ended() -> None:
    board = chess.Board()
    for san in "e4 d5 exd5 Qxd5 Qf3 Qxf3 Nxf3".split():
        board.push_san(san)
    game = replay(board.move_stack)
    for lines, said in (([board.move_stack], "still in the book"), ([board.move_stack[:4]], "3 plies after the book")):
        report = score(game, Rules(), book=look_up(game, LineBook("test", lines)))
        queens = next(entry for entry in report.entries if entry.rule == "queen_trade")
        assert said in entry_text(queens, report.case.played, "en")
