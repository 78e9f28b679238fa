"""CSV: the games of an event, or its standings, one a line; UTF-8."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.events.exports.cells import Cell, Line
from bot.events.exports.sheets import (
    GAME_COLUMNS,
    check_heading,
    game_cells,
    game_of,
    standing_cells,
    standing_columns,
    standing_of,
    tie_breaks_in,
)
from bot.events.exports.trouble import EventFileError
from bot.events.model import Event, EventGame, TieBreak
from bot.events.table import Row
from bot.score.numbers import decimal

_LEFT_ALONE = re.compile(r"(?:0|[1-9]\d{0,14}|[^\W\d].*)?")
_MONTH = "jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_TAKEN = re.compile(rf"(?:{_MONTH})[^\W\d]*\W*\d.*|true|false|wahr|falsch", re.IGNORECASE)
"""Texts that a spreadsheet takes for dates and truths, though they begin like names."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a CSV is written: a byte-order mark for Excel; semicolons, and then commas in decimals, as in Germany."""

    bom: bool = False
    semicolon: bool = False


PLAIN = Dialect()


def games_csv(event: Event, dialect: Dialect = PLAIN) -> bytes:
    """The games, in the order in which they began."""
    return _written((GAME_COLUMNS, *map(game_cells, event.games)), dialect)


def standings_csv(rows: Iterable[Row], tie_breaks: Sequence[TieBreak], dialect: Dialect = PLAIN) -> bytes:
    """The standings, the best first."""
    return _written((standing_columns(tie_breaks), *(standing_cells(row, tie_breaks) for row in rows)), dialect)


def read_games_csv(data: bytes) -> tuple[EventGame, ...]:
    """The games again, without records and reports. Raises `EventFileError`."""
    heading, lines = _read(data)
    check_heading("line 1", heading, GAME_COLUMNS)
    return tuple(game_of(line) for line in lines)


def read_standings_csv(data: bytes) -> tuple[Row, ...]:
    """The rows of the standings again. Raises `EventFileError`."""
    heading, lines = _read(data)
    tie_breaks = tie_breaks_in("line 1", heading)
    return tuple(standing_of(line, tie_breaks) for line in lines)


def _written(lines: Iterable[Iterable[Cell]], dialect: Dialect) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if dialect.semicolon else ",")
    for line in lines:
        writer.writerow([_shown(cell, dialect) for cell in line])
    return text.getvalue().encode("utf-8-sig" if dialect.bom else "utf-8")


def _shown(cell: Cell, dialect: Dialect) -> str:
    if isinstance(cell, Fraction):
        return decimal(cell, "de" if dialect.semicolon else "en")
    if isinstance(cell, str) and (_TAKEN.fullmatch(cell) or not _LEFT_ALONE.fullmatch(cell)):
        return f"'{cell}"
    return "" if cell is None else str(cell)


def _read(data: bytes) -> tuple[list[str], Iterator[Line]]:
    """The columns and the lines of a file; with a semicolon in its first line, semicolons part its cells."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise EventFileError(f"line {line}: this is not UTF-8; save it as CSV UTF-8") from None
    (_, heading), *rows = _rows(text, ";" if ";" in text.partition("\n")[0] else ",") or [(1, [])]
    return heading, (_line(number, row, heading) for number, row in rows)


def _rows(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The lines that are not empty, with their numbers."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise EventFileError(f"line {reader.line_num}: {error}") from None


def _line(number: int, row: Sequence[str], heading: Sequence[str]) -> Line:
    if len(row) != len(heading):
        raise EventFileError(f"line {number}: there are {len(row)} cells instead of {len(heading)}")
    return Line(f"line {number}", dict(zip(heading, (cell.removeprefix("'") for cell in row), strict=True)))
