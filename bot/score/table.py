"""The table: one game a line, in columns of fixed width, so that every line can be printed as soon as it is known."""

from collections.abc import Sequence
from typing import TextIO

import chess
from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text

from bot.score.judge import Judged
from bot.score.notes import notes
from bot.score.numbers import decimal
from scoring.words import Language

_HEADINGS: dict[Language, tuple[str, ...]] = {
    "en": ("#", "White", "Black", "Plies", "Result", "W points", "B points", "Entries", "Book", "Notes"),
    "de": ("#", "Weiß", "Schwarz", "Halbz.", "Ergebnis", "Punkte W", "Punkte S", "Einträge", "Buch", "Bemerkungen"),
}
_BOOK: dict[Language, str] = {"en": "Book", "de": "Buch"}
_NUMBERS_AND_NOTES = 90
"""The width of everything but the names, with some room for notes."""
NAME_WIDTHS = range(10, 29)
_SHOWN_RESULT = {"1/2-1/2": "½-½"}


def name_width(out: TextIO) -> int:
    """How many columns a name gets: all it may have in a file, what is left of a terminal there."""
    console = Console(file=out)
    room = (console.width - _NUMBERS_AND_NOTES) // 2 if console.is_terminal else NAME_WIDTHS[-1]
    return min(max(room, NAME_WIDTHS[0]), NAME_WIDTHS[-1])


def print_heading(out: TextIO, file: str | None, book: str, width: int, language: Language) -> None:
    """Print the book that was asked and the names of the columns.

    The name of the file whose games follow comes before them, if there are several.
    """
    lines = [printable(f"{_BOOK[language]}: {book}"), line(_HEADINGS[language], width)]
    if file is not None:
        lines = ["", printable(file), *lines]
    console = Console(file=out, highlight=False)
    for text in lines:
        console.print(Text(text, style="bold"), soft_wrap=True)


def table_line(judged: Judged, width: int, language: Language) -> str:
    """The line of a game; points in brackets are those of a draw now, in a game without a result."""
    game, points, shown = judged.game, judged.points, "{}"
    if judged.decision is None:
        points, shown = judged.report.outcomes["draw"].points, "({})"
    white, black = (
        shown.format(decimal(points[side], language)) if points else "–" for side in (chess.WHITE, chess.BLACK)
    )
    cells = (
        str(game.number),
        printable(game.header("White") or "?"),
        printable(game.header("Black") or "?"),
        str(len(game.moves)),
        _SHOWN_RESULT.get(judged.result, judged.result),
        white,
        black,
        str(len(judged.report.entries)),
        str(judged.report.book.ply),
        printable("; ".join([*notes(judged, language), *([str(judged.opening)] if judged.opening else [])])),
    )
    return line(cells, width)


def line(cells: Sequence[str], width: int) -> str:
    """The cells of one line in their columns; `width` is that of a name."""
    number, white, black, plies, result, white_points, black_points, entries, book_ply, remarks = cells
    return (
        f"{number:>5}  {_fit(white, width)}  {_fit(black, width)} {plies:>6}  {result:^8}"
        f" {white_points:>8} {black_points:>8} {entries:>8} {book_ply:>4}  {remarks}"
    ).rstrip()


def printable(text: str) -> str:
    """A text from a file without anything that could control a terminal."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "�" for letter in text)


def _fit(name: str, width: int) -> str:
    """A name in exactly as many columns as it is given; some letters take two."""
    if name.isascii():
        return name.ljust(width) if len(name) <= width else f"{name[: width - 1]}…"
    fitted = set_cell_size(name, width)
    return fitted if fitted.rstrip() == name.rstrip() else f"{set_cell_size(name, width - 1)}…"
