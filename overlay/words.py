"""All words of the pages and scenes, in German and English: one table, one line of each language a key.

The reasons of the ledger are not here: they come with the states. `{n}` and the like are filled in by the page.
"""

from typing import Literal, get_args

Lang = Literal["de", "en"]
LANGS: tuple[Lang, ...] = get_args(Lang)

_TABLE: dict[str, tuple[str, str]] = {
    # key: (German, English)
    "tagline": (
        "Lebendiges Schach zählt mehr: die Asymmetriewertung, live und mit Begründung für jeden Punkt.",
        "Lively chess counts for more: asymmetry scoring, live, with a reason for every point.",
    ),
    "home": ("Alle Partien", "All games"),
    "language": ("Sprache", "Language"),
    "white": ("Weiß", "White"),
    "black": ("Schwarz", "Black"),
    "and": ("und", "and"),
    "both": ("Beide", "Both"),
    "anonymous": ("Anonym", "Anonymous"),
    "ai": ("Computer Stufe {n}", "Computer level {n}"),
    # players, points, leader
    "if_drawn": ("Remis jetzt", "If drawn now"),
    "if_white_wins": ("Weiß gewinnt", "If White wins"),
    "if_black_wins": ("Schwarz gewinnt", "If Black wins"),
    "leads_white": ("Weiß führt", "White leads"),
    "leads_black": ("Schwarz führt", "Black leads"),
    "level": ("Gleichstand", "Level"),
    "final": ("Endstand", "Final score"),
    "final_provisional": ("Vorläufiger Stand", "Provisional score"),
    # status
    "status_waiting": ("beginnt gleich", "about to start"),
    "status_live": ("live", "live"),
    "status_reconnecting": ("verbindet neu", "reconnecting"),
    "status_ended": ("wartet auf Aufzeichnung", "waiting for the record"),
    "status_settled": ("endgültig", "settled"),
    "status_void": ("nicht gewertet", "not scored"),
    "status_unsupported": ("nicht wertbar", "cannot be scored"),
    "status_missing": ("nicht gefunden", "not found"),
    "provisional": ("vorläufig", "provisional"),
    "corrected": ("korrigiert", "corrected"),
    "silent": ("nichts Neues", "no news"),
    "behind_one": ("1 Halbzug zurück", "1 ply behind"),
    "behind_other": ("{n} Halbzüge zurück", "{n} plies behind"),
    "stale": ("seit {n} s nichts Neues", "no news for {n} s"),
    "stale_minutes": ("seit {n} min nichts Neues", "no news for {n} min"),
    "void_title": ("Ohne Wertung", "Not scored"),
    # ledger
    "ledger": ("Begründungen", "Reasons"),
    "ledger_scene": ("Warum diese Punkte?", "Why these points?"),
    "ledger_empty": ("Noch keine Gutschrift, noch kein Abzug", "No credit and no deduction yet"),
    "ledger_none": ("Keine Gutschrift, kein Abzug", "No credit and no deduction"),
    "ledger_hint": (
        "Zeile antippen: Das Brett zeigt die Felder dazu.",
        "Tap a line and the board shows the squares behind it.",
    ),
    "correction": ("Korrektur", "Correction"),
    "move_n": ("Zug {n}", "Move {n}"),
    "start": ("Beginn", "Start"),
    # breakdown of a score
    "outlook": ("Was wäre, wenn …", "What if …"),
    "sum_title": ("So kommen die Punkte zustande", "How the points come about"),
    "base": ("Startwert", "Starting value"),
    "sum_ledger": ("Begründungen der Partie", "Reasons from the game"),
    "clamped": ("nie weniger als 0", "never below 0"),
    "shared": ("Summe über 1 wird auf 1 verteilt", "a sum above 1 is shared out to 1"),
    "gives": ("ergibt", "gives"),
    # board and chart
    "board": ("Brett mit der Stellung der Partie", "Board with the position of the game"),
    "chart": ("Verlauf der Punkte bei Remis", "Points if drawn, ply by ply"),
    "chart_move": ("Zug", "Move"),
    # running
    "running": ("Was noch läuft", "Still running"),
    "to_25": ("Bis zum vollwertigen Remis", "Until a draw counts in full"),
    "to_go_one": ("noch 1 Zug", "1 move to go"),
    "to_go_other": ("noch {n} Züge", "{n} moves to go"),
    "to_go_none": ("erreicht: kein Kurzremis mehr", "reached: no longer a short draw"),
    "in_book": ("im Buch, Halbzug {n}", "in the book, ply {n}"),
    "since_book": ("Zug {n} von {m} seit dem Buch", "move {n} of {m} since leaving the book"),
    "since_start": ("Zug {n} von {m} seit Beginn", "move {n} of {m} since the start"),
    "up_to_ply": ("bis Halbzug {n}", "up to ply {n}"),
    "of": ("{n} von {m}", "{n} of {m}"),
    "outcome_white_wins": ("Weiß gewinnt", "White wins"),
    "outcome_black_wins": ("Schwarz gewinnt", "Black wins"),
    "outcome_draw": ("Remis", "Draw"),
    "outcome_void": ("Ohne Wertung", "Not scored"),
    # flag fall
    "flag_title": ("Bei Zeitüberschreitung", "If a flag falls"),
    "flag_white": ("Wenn jetzt Weiß’ Zeit abläuft", "If White’s flag falls now"),
    "flag_black": ("Wenn jetzt Schwarz’ Zeit abläuft", "If Black’s flag falls now"),
    "flag_fell_white": ("Weiß’ Zeit ist abgelaufen", "White’s flag fell"),
    "flag_fell_black": ("Schwarz’ Zeit ist abgelaufen", "Black’s flag fell"),
    "flag_pending": (
        "ob {side} noch mattsetzen kann; bis dahin gilt dies",
        "whether {side} can still mate; until then this holds",
    ),
    "flag_server": ("So hat der Server entschieden", "This is what the server decided"),
    "flag_dead": ("Keine Seite kann noch mattsetzen", "Neither side can mate any more"),
    "flag_dead_why": (
        "die Stellung ist tot, die Uhren entscheiden nichts mehr",
        "a dead position, the clocks decide nothing",
    ),
    "flag_dead_elsewhere": (
        "Bewiesen: keine Seite kann noch mattsetzen. Nach FIDE wäre die Partie schon remis.",
        "Proved: neither side can mate any more. Under FIDE the game would be drawn already.",
    ),
    "flag_by_material": ("Material", "Material"),
    "flag_by_line": ("Mattfolge", "Mating line"),
    "flag_by_board": ("Brett", "Board"),
    "flag_by_proof": ("Bewiesen", "Proved"),
    "flag_by_open": ("Offen", "Open"),
    "flag_by_pending": ("Wird geprüft", "Being checked"),
    "flag_policy_chessmail": ("nach der Liste von chessmail", "by chessmail’s list"),
    "flag_policy_fide": ("nach FIDE-Regel 6.9", "by FIDE Laws 6.9"),
    "flag_policy_lichess": ("nach der Regel von Lichess", "by Lichess’ rule"),
    "flag_policy_server": ("nach dem Server", "by the server"),
    "flag_would_white_wins": ("Nach {policy} würde Weiß gewinnen: {why}", "{policy} would give White the win: {why}"),
    "flag_would_black_wins": (
        "Nach {policy} würde Schwarz gewinnen: {why}",
        "{policy} would give Black the win: {why}",
    ),
    "flag_would_draw": ("Nach {policy} wäre es remis: {why}", "{policy} would call it a draw: {why}"),
    # details
    "details": ("Grundlagen", "What it is based on"),
    "stakes": ("Einsatz", "Stakes"),
    "stakes_hint": (
        "bekommt der Sieger vom Verlierer; abgelehnte Remisangebote verschieben ihn",
        "what the winner takes from the loser; declined draw offers shift it",
    ),
    "opening": ("Eröffnung", "Opening"),
    "opening_names": ("Namen:", "Names:"),
    "opening_credit": ("OCN-1, Club d'Escacs Figueres, CC BY 4.0",) * 2,
    "opening_credit_url": ("https://github.com/escacsfigueres/ocn",) * 2,
    "book": ("Eröffnungsbuch", "Opening book"),
    "book_ply": ("bekannt bis Zug {move} (Halbzug {n})", "known up to move {move} (ply {n})"),
    "book_pending": (
        "vorläufig: die Datenbank hat noch nicht geantwortet",
        "provisional: the database has not answered yet",
    ),
    "book_none": ("keine bekannte Stellung", "no known position"),
    "book_off": ("keines", "none"),
    "book_off_hint": ("nur die Grundstellung gilt als bekannt", "only the start position counts as known"),
    "offers": ("Remisangebote", "Draw offers"),
    "offers_known": ("bekannt", "known"),
    "offers_unknown": ("erst nach der Partie bekannt", "known only after the game"),
    "rules": ("Regelfassung", "Rules"),
    "speed": ("Bedenkzeit", "Speed"),
    "speed_ultraBullet": ("Ultrabullet", "Ultrabullet"),
    "speed_bullet": ("Bullet", "Bullet"),
    "speed_blitz": ("Blitz", "Blitz"),
    "speed_rapid": ("Schnellschach", "Rapid"),
    "speed_classical": ("Klassisch", "Classical"),
    "speed_correspondence": ("Fernschach", "Correspondence"),
    "open_on_server": ("Auf dem Server ansehen", "Watch on the server"),
    "server_says": ("Der Server wertet anders", "The server says otherwise"),
    # waiting page
    "waiting_title": ("Diese Partie ist noch nicht da", "This game is not here yet"),
    "waiting_text": (
        "Sobald sie verfolgt wird, erscheint sie hier von selbst.",
        "As soon as it is being followed it appears here by itself.",
    ),
    "waiting_featured": ("Gleich geht es los", "About to begin"),
    # lobby
    "lobby_title": ("Partien", "Games"),
    "lobby_empty_title": ("Die Bretter stehen bereit", "The boards are set up"),
    "lobby_empty_text": (
        "Noch wird keine Partie verfolgt. Sobald eine beginnt, erscheint sie hier von selbst.",
        "No game is being followed yet. As soon as one begins it appears here by itself.",
    ),
    "lobby_empty_how": ("Zum Ausprobieren:", "To try it out:"),
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
    # errors
    "not_found_title": ("Hier steht nichts", "Nothing here"),
    "not_found": ("Diese Seite gibt es nicht.", "There is no such page."),
    "error_title": ("Das hat nicht geklappt", "That did not work"),
    "error": (
        "Die Seite konnte gerade nicht gezeigt werden; gleich noch einmal versuchen.",
        "The page could not be shown just now; please try again in a moment.",
    ),
    "noscript": (
        "Diese Seite lebt von JavaScript; ohne zeigt sie keine Partie.",
        "This page lives on JavaScript; without it there is no game to see.",
    ),
}

WORDS: dict[Lang, dict[str, str]] = {
    "de": {key: german for key, (german, _) in _TABLE.items()},
    "en": {key: english for key, (_, english) in _TABLE.items()},
}


def choose_lang(asked: str | None, accept_language: str | None, default: Lang = "en") -> Lang:
    """The language of a page: what the address asks for, else what the browser likes best, else the default."""
    for lang in LANGS:
        if asked == lang:
            return lang
    choices: list[tuple[float, Lang]] = []
    for part in (accept_language or "").split(","):
        tag, _, quality = part.strip().lower().partition(";q=")
        choices += [(_quality(quality), lang) for lang in LANGS if tag.split("-")[0] == lang]
    if not choices:
        return default
    best = max(quality for quality, _ in choices)
    return next(lang for quality, lang in choices if quality == best) if best > 0 else default


def _quality(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
