"""Words of events: standings, crosstable, matches."""

TABLE: dict[str, tuple[str, str]] = {
    # key: (German, English)
    "event_all": ("Alle Partien", "All games"),
    "col_player": ("Spieler", "Player"),
    "col_points": ("Punkte", "Points"),
    "col_classical": ("Klassisch", "Classical"),
    "col_games": ("Partien", "Games"),
    "playing": ("spielt gerade", "playing now"),
    "games_one": ("1 Partie", "1 game"),
    "games_other": ("{n} Partien", "{n} games"),
    "under_way_one": ("1 läuft", "1 under way"),
    "under_way_other": ("{n} laufen", "{n} under way"),
    "best_of": ("die besten {n} von {m}", "the best {n} of {m}"),
    "page_of": ("{from}–{to} von {n}", "{from}–{to} of {n}"),
    "more": ("+ {n} weitere", "+ {n} more"),
    # match
    "match_to": ("Wettkampf auf {n} Punkte", "Match to {n} points"),
    "match_game": ("Partie {n} von {m}", "Game {n} of {m}"),
    "match_played": ("{n} von {m} Partien gespielt", "{n} of {m} games played"),
    "match_counted": ("gewertet", "counted"),
    "match_possible": ("noch möglich", "still possible"),
    "match_classical": ("klassisch {n}", "classical {n}"),
    "needs_one": ("braucht {points} aus der letzten Partie", "needs {points} from the last game"),
    "needs_other": (
        "braucht {points} aus {n} Partien, {each} je Partie",
        "needs {points} from {n} games, {each} a game",
    ),
    "fewest_one": ("eine Partie kann genügen", "one game can be enough"),
    "fewest_other": ("mindestens {n} Partien", "{n} games at least"),
    "out_of_reach": ("kann {n} nicht mehr erreichen", "can no longer reach {n}"),
    "match_won": ("gewinnt den Wettkampf", "wins the match"),
    "match_lost": ("hat den Wettkampf verloren", "has lost the match"),
    "both_lost": (
        "Beide haben den Wettkampf verloren: {n} ist für keinen mehr erreichbar",
        "Both have lost the match: neither can reach {n} any more",
    ),
    "for_the_prize": (
        "Weitergespielt wird um das Preisgeld, nach klassischer Wertung",
        "Played on for the prize money, by the classical score",
    ),
    "prize": ("Das Preisgeld geht nach der klassischen Wertung", "The prize money goes by the classical score"),
}
