"""`--csv`: one game a row, for spreadsheets. The columns keep their names and order."""

import csv
import io
from collections.abc import Iterable, Iterator
from fractions import Fraction

import chess

from bot.pgn import PgnProblem
from bot.score.judge import Judged
from bot.score.notes import notes
from bot.score.numbers import amount, decimal
from scoring.amounts import WHOLE_POINT
from scoring.words import Language, entry_text

COLUMNS = (
    "file", "game", "event", "site", "date", "round", "white", "black", "white_rating", "black_rating",
    "plies", "record", "result", "ending", "white_points", "black_points", "white_exact", "black_exact",
    "draw_white", "draw_black", "white_wins_white", "white_wins_black", "black_wins_white", "black_wins_black",
    "white_stake", "black_stake", "entries", "ledger", "notes", "rules", "options", "book", "book_ply", "error",
    "opening_code", "opening",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def header_row() -> str:
    """The names of the columns."""
    return _row(COLUMNS)


def report_row(judged: Judged, language: Language) -> str:
    """The row of a game."""
    game, report = judged.game, judged.report
    texts = (*map(game.header, ("Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "BlackElo")),)
    played = report.case.played
    ledger = (f"{entry.side} {amount(entry.amount)} {entry_text(entry, played, language)}" for entry in report.entries)
    options = " ".join(f"{name}={value}" for name, value in report.rules.as_dict().items())
    return _row(
        (
            safe(game.file),
            game.number,
            *map(safe, texts),
            len(game.moves),
            game.result,
            judged.result,
            judged.decision and str(judged.decision.ending),
            *_points(judged),
            *(decimal(outcome.points[side]) for outcome in report.outcomes.values() for side in _SIDES),
            *(decimal(Fraction(report.stakes[side], WHOLE_POINT)) for side in _SIDES),
            len(report.entries),
            "; ".join(ledger),
            safe("; ".join(notes(judged, language))),
            report.version,
            options,
            safe(report.book.name),
            report.book.ply,
            "",
            *(judged.opening or ("", "")),
        )
    )


def problem_row(problem: PgnProblem) -> str:
    """The row of a game that was not scored."""
    cells = dict.fromkeys(COLUMNS, "") | {"file": safe(problem.file), "error": safe(problem.reason)}
    return _row((cells | {"game": problem.number}).values())


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _points(judged: Judged) -> Iterator[str]:
    points = judged.points
    for words in (decimal, str):
        for side in _SIDES:
            yield words(points[side]) if points else ""


def _row(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()


_SIDES = (chess.WHITE, chess.BLACK)
