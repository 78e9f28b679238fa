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
    "obs_event": ("Der ganze Abend", "The whole event"),
    "as_file": ("als Datei", "as a file"),
    "as_file_text": (
        "Statt der Adresse kann OBS eine lokale Datei nehmen: Sie wartet auf den Server und übersteht seinen Neustart.",
        "Instead of the address OBS can take a local file: it waits for the server and survives its restart.",
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
    "scene_clock": ("Schachuhr", "Chess clock"),
    "scene_clock_text": (
        "Beide Zeiten groß, darunter die Punkte: wer führt",
        "Both times big, the points below them: who leads",
    ),
    "scene_board": ("Brett", "Board"),
    "scene_board_text": ("Brett, Spieler, Uhren, Punkte", "Board, players, clocks, points"),
    "scene_stakes": ("Einsatz", "Stakes"),
    "scene_stakes_text": ("Was ein Sieg jetzt wert ist", "What a win is worth now"),
    "scene_match": ("Wettkampf", "Match"),
    "scene_match_text": (
        "Das Rennen zur absoluten Mehrheit: was jeder noch braucht",
        "The race to an absolute majority: what each still needs",
    ),
    "scene_standings": ("Tabelle", "Standings"),
    "scene_standings_text": ("Alle Spieler mit Punkten und Partien", "All players with points and games"),
    "scene_crosstable": ("Kreuztabelle", "Crosstable"),
    "scene_crosstable_text": ("Wer gegen wen wie viel geholt hat", "Who got how much against whom"),
    "scene_ticker": ("Ticker", "Ticker"),
    "scene_ticker_text": ("Alle Partien in einer Spalte", "All games in one column"),
    "scene_full": ("Ganzes Bild", "Full picture"),
    "scene_full_text": (
        "Brett, Uhren, Punkte, Begründungen und Einsatz in einem Bild",
        "Board, clocks, points, reasons and stakes in one picture",
    ),
    "scene_vertical": ("Hochformat", "Vertical"),
    "scene_vertical_text": (
        "Alles hochkant, für die Quelle 1080 × 1920",
        "Everything upright, for a source of 1080 × 1920",
    ),
    "stakes_are": ("Was ein Sieg jetzt wert ist", "What a win is worth now"),
    "stakes_were": ("Was ein Sieg wert war", "What a win was worth"),
    "stakes_rule": (
        "Seinen Einsatz bekommt der Sieger vom Verlierer. Abgelehnte Remisangebote verschieben ihn.",
        "The winner gets their own stake from the loser. Declined draw offers shift it.",
    ),
    "stakes_open": (
        "vorläufig, bis die Remisangebote bekannt sind",
        "provisional until the draw offers are known",
    ),
    "stakes_known": ("alle Remisangebote mitgezählt", "all draw offers counted"),
    "copy": ("Kopieren", "Copy"),
    "copied": ("Kopiert", "Copied"),
}
