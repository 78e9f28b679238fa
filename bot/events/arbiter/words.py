"""What a correction did, in plain words: one line in German or English."""

from typing import Any

import msgspec

from bot.events.arbiter.acts import Act
from scoring.words import LANGUAGES, Language

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "result": "result of {game_id}: {outcome} ({ending})",
        "flag_fall": "flag fall in {game_id}: {means}",
        "offer_added": "{kind} by {side} after ply {ply} of {game_id} added",
        "offer_struck": "{kind} by {side} after ply {ply} of {game_id} struck",
        "points": "points of {game_id}: {white} – {black}",
        "excluded": "{game_id} excluded",
        "included": "{game_id} counts again",
        "names": "{old} is {new}",
        "place": "{game_id}: round {round}, board {board}",
        "undo": "correction {number} undone",
        "offer": "draw offer",
        "decline": "declining of a draw offer",
        "withdraw": "withdrawing of a draw offer",
        "win": "won for the side with time left",
        "draw": "drawn",
    },
    "de": {
        "result": "Ergebnis von {game_id}: {outcome} ({ending})",
        "flag_fall": "Zeitüberschreitung in {game_id}: {means}",
        "offer_added": "{kind} durch {side} nach Halbzug {ply} von {game_id} ergänzt",
        "offer_struck": "{kind} durch {side} nach Halbzug {ply} von {game_id} gestrichen",
        "points": "Punkte von {game_id}: {white} – {black}",
        "excluded": "{game_id} aus der Wertung genommen",
        "included": "{game_id} zählt wieder",
        "names": "{old} ist {new}",
        "place": "{game_id}: Runde {round}, Brett {board}",
        "undo": "Korrektur {number} zurückgenommen",
        "offer": "Remisangebot",
        "decline": "Ablehnung eines Remisangebots",
        "withdraw": "Rücknahme eines Remisangebots",
        "win": "gewonnen für die Seite mit Restzeit",
        "draw": "remis",
    },
}


def act_text(act: Act, language: Language = "en") -> str:
    """What an act does, without who and why."""
    words, scoring = _WORDS[language], LANGUAGES[language]
    values: dict[str, Any] = {
        name: "–" if value is None else value for name, value in msgspec.structs.asdict(act).items()
    }
    for field in ("outcome", "ending"):
        if field in values:
            values[field] = scoring[f"{field}_{values[field]}"]
    for field in ("kind", "means"):
        if field in values:
            values[field] = words[values[field]]
    if "side" in values:
        values["side"] = scoring[values["side"]]
    return words[str(type(act).__struct_config__.tag)].format(**values)
