"""`--pgn`: the game back, with a comment at every ply where the score changed."""

from fractions import Fraction

import chess
import chess.pgn

from bot.pgn import PgnGame
from bot.pgn.comments import OWN_COMMENT
from bot.score.judge import Judged
from bot.score.notes import WORDS, pair
from bot.score.numbers import amount
from scoring import Entry, Report, score
from scoring.amounts import WHOLE_POINT
from scoring.words import LANGUAGES, Language, decision_text, entry_text

_COLUMNS = 120
_WITHOUT_BRACES = str.maketrans("{}", "()")
_ONE_OF_A_KIND = frozenset({"late_castling", "short_draw", "pieces_left"})


def annotated(judged: Judged, language: Language) -> str:
    """The game as PGN. Its own comments stay; ours begin with "Unruh:" and replace those of an earlier run."""
    game, exporter = judged.game, chess.pgn.StringExporter(columns=_COLUMNS)
    for name, value in _tags(game).items():
        exporter.visit_header(name, _escaped(value))
    exporter.write_line()
    comments = _comments(judged, language)
    board = game.start.copy(stack=False)
    for ply in range(len(game.moves) + 1):
        if ply:
            move = game.moves[ply - 1]
            exporter.visit_move(board, move)
            board.push(move)
        texts = [text for text in game.comments.get(ply, ()) if not text.startswith(OWN_COMMENT)]
        if ply in comments:
            texts.append(f"{OWN_COMMENT}{comments[ply]}")
        for text in texts:
            exporter.visit_comment(text.translate(_WITHOUT_BRACES))
    exporter.visit_result(game.result)
    exporter.end_game()
    return f"{exporter}\n"


def _tags(game: PgnGame) -> dict[str, str]:
    """The tags of the game behind the seven that a PGN has to have."""
    roster = dict.fromkeys(("Event", "Site", "Date", "Round", "White", "Black", "Result"), "?")
    return roster | {"Date": "????.??.??"} | dict(game.headers) | {"Result": game.result}


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\r", " ")


def _comments(judged: Judged, language: Language) -> dict[int, str]:
    """Our comments by ply: the rules and the score before the first move, every change, and the final score."""
    words, last = WORDS[language], judged.report.last_ply
    before, book = _at(judged, 0), judged.report.book
    rules = words["rules"].format(version=before.version, preset=before.rules.preset)
    texts = {0: [rules, words["book"].format(name=book.name, ply=book.ply)]}
    if judged.opening:
        texts[0].append(str(judged.opening))
    texts[0].append(_drawn_now(before, language))
    for ply in range(1, last + 1):
        report = _at(judged, ply)
        if changes := _changes(before, report, language):
            texts[ply] = [_drawn_now(report, language), *changes]
        before = report
    ending = texts.setdefault(last, [])
    if judged.decision:
        ending.append(decision_text(judged.decision, language))
    if judged.points:
        ending.append(pair("final", judged.points, language))
    return {ply: "; ".join(parts) for ply, parts in texts.items() if parts}


def _at(judged: Judged, ply: int) -> Report:
    """The report as it stood after a ply."""
    declined = [offer.side for offer in judged.declined if offer.declined <= ply]
    known = max((known for known in judged.known if known <= ply), default=0)
    book = judged.report.book._replace(ply=known)
    return score(judged.played, judged.report.rules, declined=declined, book=book, ply=ply)


def _drawn_now(report: Report, language: Language) -> str:
    return pair("drawn_now", report.outcomes["draw"].points, language)


def _changes(before: Report, after: Report, language: Language) -> list[str]:
    """Why the score is another than one ply before; empty if it is not."""
    changes: list[str] = []
    if before.outcomes["draw"].raw != after.outcomes["draw"].raw:
        old, new = _if_drawn(before), _if_drawn(after)
        changed = [entry for key, entry in new.items() if key not in old or old[key].amount != entry.amount]
        changes += [_words(entry, after, language) for entry in changed]
        gone = WORDS[language]["gone"]
        changes += [gone.format(text=_words(entry, before, language)) for key, entry in old.items() if key not in new]
    if before.stakes != after.stakes:
        stakes = {side: Fraction(stake, WHOLE_POINT) for side, stake in after.stakes.items()}
        changes.append(pair("stakes", stakes, language))
    return changes


def _if_drawn(report: Report) -> dict[tuple[object, ...], Entry]:
    """The entries that count if the game is drawn, by what makes an entry the same one ply later."""
    entries: dict[tuple[object, ...], Entry] = {}
    for entry in (*report.entries, *report.outcomes["draw"].entries):
        at = entry.plies if entry.rule.endswith("_trade") else (entry.ply, entry.values.get("item"))
        key = (entry.rule, entry.side, *(() if entry.rule in _ONE_OF_A_KIND else at))
        entries[key] = entry
    return entries


def _words(entry: Entry, report: Report, language: Language) -> str:
    side = "" if entry.side == "both" else f"{LANGUAGES[language][entry.side]} "
    return f"{side}{amount(entry.amount, language)} {entry_text(entry, report.case.played, language)}"
