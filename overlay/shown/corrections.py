"""A score that was given and changed afterwards, told in one plain sentence."""

from overlay.state import Cause, Points, Text

_RECORD = ("Die vollständige Aufzeichnung änderte", "The complete record changed")
_AGAIN = ("Eine neue Berechnung änderte", "Scoring it anew changed")

_CAUSES: dict[Cause, tuple[tuple[str, str], str, str]] = {
    # cause: (who changed the score, German reason, English reason)
    "offers": (_RECORD, "Remisangebote wurden bekannt", "draw offers became known"),
    "ending": (_RECORD, "die Partie endete anders als gemeldet", "the game ended otherwise than reported"),
    "moves": (_RECORD, "sie enthält andere Züge", "it has other moves"),
    "rules": (_AGAIN, "es gelten andere Regeln", "other rules apply"),
    "book": (_AGAIN, "das Eröffnungsbuch gibt andere Auskunft", "the opening book says otherwise"),
}


def correction_text(cause: Cause, before: Points | None, after: Points | None) -> Text:
    """What became known and what it did to the points; None is a game that is not scored."""
    (german_subject, english_subject), german, english = _CAUSES[cause]
    return Text(
        f"{german_subject} die Punkte von {_german(before)} auf {_german(after)}: {german}",
        f"{english_subject} the score from {_english(before)} to {_english(after)}: {english}",
    )


def _german(points: Points | None) -> str:
    return f"{points.white}–{points.black}".replace(".", ",") if points else "„ohne Wertung“"


def _english(points: Points | None) -> str:
    return f"{points.white}–{points.black}" if points else "“not scored”"
