"""The table: one game a line, printed in blocks while the games are being scored."""

from collections.abc import Iterable
from typing import NamedTuple, TextIO

import chess
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.score.judge import Judged
from bot.score.notes import notes
from bot.score.numbers import decimal
from scoring.words import Language

_HEADINGS: dict[Language, tuple[str, ...]] = {
    "en": ("#", "White", "Black", "Plies", "Result", "W points", "B points", "Entries", "Notes"),
    "de": ("#", "Weiß", "Schwarz", "Halbz.", "Ergebnis", "Punkte W", "Punkte S", "Einträge", "Bemerkungen"),
}
_WIDTH_WITHOUT_TERMINAL = 200
_SHOWN_RESULT = {"1/2-1/2": "½-½"}


class Row(NamedTuple):
    """The cells of one game."""

    number: str
    white: str
    black: str
    plies: str
    result: str
    white_points: str
    black_points: str
    entries: str
    notes: str


def row(judged: Judged, language: Language) -> Row:
    """The cells of a game; points in brackets are those of a draw now, in a game without a result."""
    game, points, shown = judged.game, judged.points, "{}"
    if judged.decision is None:
        points, shown = judged.report.outcomes["draw"].points, "({})"
    white, black = (
        shown.format(decimal(points[side], language)) if points else "–" for side in (chess.WHITE, chess.BLACK)
    )
    return Row(
        str(game.number),
        printable(game.header("White") or "?"),
        printable(game.header("Black") or "?"),
        str(len(game.moves)),
        _SHOWN_RESULT.get(judged.result, judged.result),
        white,
        black,
        str(len(judged.report.entries)),
        printable("; ".join(notes(judged, language))),
    )


def printable(text: str) -> str:
    """A text from a file without anything that could control a terminal."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "�" for letter in text)


class TablePrinter:
    """Prints rows in blocks with the same columns, so that nothing has to be kept to the end."""

    def __init__(self, out: TextIO, language: Language) -> None:
        """Print to a text stream: as wide as the terminal, or wide enough for a file."""
        console = Console(file=out, highlight=False)
        self._console = console if console.is_terminal else Console(file=out, width=_WIDTH_WITHOUT_TERMINAL)
        self._language = language
        self._with_heading = True

    def file(self, name: str) -> None:
        """Name the file whose games follow."""
        self._console.print(Text(f"\n{printable(name)}", style="bold"), soft_wrap=True)
        self._with_heading = True

    def rows(self, rows: Iterable[Row]) -> None:
        """Print a block of games of one file."""
        table = Table(box=None, expand=True, show_header=self._with_heading, header_style="bold")
        table.pad_edge, table.collapse_padding = False, True
        number, white, black, plies, result, white_points, black_points, entries, remarks = _HEADINGS[self._language]
        table.add_column(number, justify="right", width=5, no_wrap=True)
        table.add_column(white, ratio=3, no_wrap=True)
        table.add_column(black, ratio=3, no_wrap=True)
        table.add_column(plies, justify="right", width=6, no_wrap=True)
        table.add_column(result, justify="center", width=8, no_wrap=True)
        table.add_column(white_points, justify="right", width=8, no_wrap=True)
        table.add_column(black_points, justify="right", width=8, no_wrap=True)
        table.add_column(entries, justify="right", width=8, no_wrap=True)
        table.add_column(remarks, ratio=6)
        for cells in rows:
            table.add_row(*map(Text, cells))
        self._console.print(table)
        self._with_heading = False
