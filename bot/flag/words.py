"""The words of the table."""

from scoring.words import Language

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "to_move": "{side} to move",
        "flag_falls": "{side}'s flag falls",
        "headings": "policy result reason",
        "dead": "The position is dead: neither side can mate any more.",
        "alive": "The position is not dead.",
        "unknown": "Whether the position is dead is not decided: more nodes (--nodes) may tell.",
    },
    "de": {
        "to_move": "{side} am Zug",
        "flag_falls": "{side} überschreitet die Zeit",
        "headings": "Regel Ergebnis Grund",
        "dead": "Die Stellung ist tot: keine Seite kann noch mattsetzen.",
        "alive": "Die Stellung ist nicht tot.",
        "unknown": "Ob die Stellung tot ist, ist nicht entschieden: mehr Knoten (--nodes) können es zeigen.",
    },
}
