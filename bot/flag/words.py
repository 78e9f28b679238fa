"""The words of the table."""

from scoring.words import Language

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "to_move": "{side} to move",
        "flag_falls": "{side}'s flag falls",
        "headings": "policy result reason",
        "dead": "The position is dead: neither side can mate any more.",
        "alive": "The position is not dead: at least one side can still mate.",
        "unknown": "Whether the position is dead is not decided: a larger number of --nodes may tell.",
        "over": "The game was over before a flag could fall: the side to move has no legal move.",
        "pieces": "NBRQ",
    },
    "de": {
        "to_move": "{side} am Zug",
        "flag_falls": "{side} überschreitet die Zeit",
        "headings": "Regel Ergebnis Grund",
        "dead": "Die Stellung ist tot: keine Seite kann noch mattsetzen.",
        "alive": "Die Stellung ist nicht tot: mindestens eine Seite kann noch mattsetzen.",
        "unknown": "Ob die Stellung tot ist, ist nicht entschieden: eine größere Zahl bei --nodes kann es zeigen.",
        "over": "Die Partie war schon vor der Zeitüberschreitung zu Ende: die Seite am Zug hat keinen legalen Zug.",
        "pieces": "SLTD",
    },
}
