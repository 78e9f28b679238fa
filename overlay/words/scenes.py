"""Words of the scenes and of the list of their addresses."""

TABLE: dict[str, tuple[str, str]] = {
    # key: (German, English)
    "obs_title": ("In OBS zeigen", "Show it in OBS"),
    "obs_text": (
        "Browserquelle anlegen, Adresse einfügen, Breite 1920, Höhe 1080. Fertig.",
        "Add a browser source, paste the address, width 1920, height 1080. Done.",
    ),
    "obs_featured": ("Die Hauptpartie", "The featured game"),
    "obs_featured_text": (
        "Diese Adressen folgen immer der Partie, die gerade im Mittelpunkt steht.",
        "These addresses always follow the game that is featured at the moment.",
    ),
    "obs_game": ("Für OBS", "For OBS"),
    "scene_bar": ("Punkteleiste", "Score bar"),
    "scene_bar_text": ("Spieler, Uhren, Punkte, wer führt", "Players, clocks, points, who leads"),
    "scene_ledger": ("Begründungen", "Reasons"),
    "scene_ledger_text": ("Die letzten Gutschriften und Abzüge", "The latest credits and deductions"),
    "scene_flag": ("Zeitüberschreitung", "Flag fall"),
    "scene_flag_text": (
        "Was sie bedeuten würde; groß unter 20 Sekunden",
        "What it would mean; big below 20 seconds",
    ),
    "copy": ("Kopieren", "Copy"),
    "copied": ("Kopiert", "Copied"),
}
