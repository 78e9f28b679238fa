"""What a reader of a list of scores has to know beside the points, in short words."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import chess

from bot.score.judge import Judged
from bot.score.numbers import decimal
from scoring.words import Language, decision_text

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "no_moves": "no moves",
        "no_result": "no result: points if drawn now",
        "record": "record: {record}",
        "conflict": "the moves end with {result}",
        "declined": "draw offers declined: {number}",
        "chess960": "Chess960",
        "position": "from a position",
        "drawn_now": "drawn now {white} – {black}",
        "final": "final score {white} – {black}",
        "gone": "no longer: {text}",
        "stakes": "stakes {white} – {black}",
        "rules": "rules {version}, {preset}",
        "book": "book {name}, ply {ply}",
    },
    "de": {
        "no_moves": "ohne Züge",
        "no_result": "ohne Ergebnis: Punkte bei Remis jetzt",
        "record": "Aufzeichnung: {record}",
        "conflict": "die Züge enden mit {result}",
        "declined": "abgelehnte Remisangebote: {number}",
        "chess960": "Schach960",
        "position": "aus einer Stellung",
        "drawn_now": "Remis jetzt {white} – {black}",
        "final": "Endstand {white} – {black}",
        "gone": "nicht mehr: {text}",
        "stakes": "Einsätze {white} – {black}",
        "rules": "Regeln {version}, {preset}",
        "book": "Buch {name}, Halbzug {ply}",
    },
}


def pair(word: str, points: Mapping[chess.Color, Fraction], language: Language) -> str:
    """The points of both sides, with the word that says which points they are."""
    white, black = (decimal(points[side], language) for side in (chess.WHITE, chess.BLACK))
    return WORDS[language][word].format(white=white, black=black)


def notes(judged: Judged, language: Language) -> list[str]:
    """The notes on one game."""
    return list(_notes(judged, language))


def _notes(judged: Judged, language: Language) -> Iterator[str]:
    words, game = WORDS[language], judged.game
    if judged.overruled:
        yield words["record"].format(record=game.result)
    if judged.decision and (judged.overruled or judged.result == "void"):
        yield decision_text(judged.decision, language)
    if judged.decision is None:
        yield words["no_result"]
    if game.conflict:
        yield words["conflict"].format(result=game.conflict)
    if not game.moves:
        yield words["no_moves"]
    if judged.declined:
        yield words["declined"].format(number=len(judged.declined))
    if game.start.chess960:
        yield words["chess960"]
    elif game.header("FEN") not in ("", chess.STARTING_FEN):
        yield words["position"]
