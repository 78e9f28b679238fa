"""XLSX: the standings, the games and the crosstable as sheets of one workbook."""

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.cell.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._read_only import ReadOnlyWorksheet
from openpyxl.worksheet.worksheet import Worksheet

from bot.events.crosstable import Meeting, crosstable
from bot.events.exports.cells import Cell, Line, escaped
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

_BOLD = Font(bold=True)
_DECIMALS = "0.00##"
_WIDTHS = {"white": 24, "black": 24, "name": 24, "id": 12, "ending": 14}
_MAX_TEXT = 32767
_MAX_COLUMNS = 64
_MAX_BYTES = 64 << 20


def workbook(event: Event, rows: Sequence[Row]) -> bytes:
    """The workbook. Raises `EventFileError` for a text that no cell can hold."""
    book, tie_breaks = Workbook(), event.setup.tie_breaks
    book.remove(book.worksheets[0])
    columns = standing_columns(tie_breaks)
    _fill(book, "standings", columns, (standing_cells(row, tie_breaks) for row in rows))
    _fill(book, "games", GAME_COLUMNS, map(game_cells, event.games))
    _fill(book, "crosstable", ("place", "name", *(str(row.place) for row in rows)), _crosstable(event, rows))
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def read_workbook(data: bytes) -> tuple[tuple[Row, ...], tuple[EventGame, ...]]:
    """The rows of the standings and the games again, these without records and reports. Raises `EventFileError`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > _MAX_BYTES:
                raise EventFileError(f"the workbook unpacks to more than {_MAX_BYTES >> 20} MB")
        book = load_workbook(io.BytesIO(data), read_only=True)
        try:
            tie_breaks, standings = _standings(book)
            heading, lines = _read(book, "games")
            check_heading("games, row 1", heading, GAME_COLUMNS)
            return tuple(standing_of(line, tie_breaks) for line in standings), tuple(map(game_of, lines))
        finally:
            book.close()
    except EventFileError:
        raise
    except Exception:  # whatever the library makes of a broken file
        raise EventFileError("the file is no workbook that can be read") from None


def _fill(book: Workbook, name: str, columns: Sequence[str], lines: Iterable[Iterable[Cell]]) -> None:
    sheet = book.create_sheet(name)
    sheet.freeze_panes = "C2" if name == "crosstable" else "A2"
    for number, column in enumerate(columns, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = _WIDTHS.get(column, max(8, len(column) + 2))
    heading = [_cell(sheet, column) for column in columns]
    for cell in heading:
        cell.font = _BOLD
    sheet.append(heading)
    for line in lines:
        sheet.append([_cell(sheet, cell) for cell in line])


def _cell(sheet: Worksheet, value: Cell) -> SheetCell:
    """A cell; a text is a text, whatever it begins with, also after somebody has edited it."""
    if isinstance(value, Fraction):
        cell = WriteOnlyCell(sheet, float(value))
        cell.number_format = _DECIMALS
        return cell
    if isinstance(value, str) and len(value) > _MAX_TEXT:
        raise EventFileError(f"{sheet.title}: {value[:20]!r}… is longer than a cell can be")
    cell = WriteOnlyCell(sheet, value)
    if isinstance(value, str):
        cell.data_type = "s"
        cell.quotePrefix = True
    return cell


def _crosstable(event: Event, rows: Sequence[Row]) -> Iterator[list[Cell]]:
    meetings = crosstable(event, rows)
    for number, row in enumerate(rows):
        against = (_sum(meetings.get((number, other), ())) for other in range(len(rows)))
        yield [row.place, escaped(row.entrant.name), *against]


def _sum(meetings: Iterable[Meeting]) -> Fraction | None:
    made = [meeting.points for meeting in meetings if meeting.points is not None]
    return sum(made, Fraction(0)) if made else None


def _standings(book: Workbook) -> tuple[tuple[TieBreak, ...], Iterator[Line]]:
    heading, lines = _read(book, "standings")
    return tie_breaks_in("standings, row 1", heading), lines


def _read(book: Workbook, name: str) -> tuple[list[str], Iterator[Line]]:
    """The columns of a sheet, and its lines that are not empty."""
    if name not in book.sheetnames:
        raise EventFileError(f"the sheet {name} is missing")
    rows = _rows(book[name], name)
    _, heading = next(rows, ("", []))
    return heading, (_line(place, row, heading) for place, row in rows)


def _rows(sheet: ReadOnlyWorksheet, name: str) -> Iterator[tuple[str, list[str]]]:
    """Rows without the empty cells at their end, and where they stand."""
    sheet.reset_dimensions()
    for number, row in enumerate(sheet.rows, start=1):
        if len(row) > _MAX_COLUMNS:
            raise EventFileError(f"{name}, row {number}: there are more than {_MAX_COLUMNS} columns")
        texts = [_text(cell, name) for cell in row]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            yield f"{name}, row {number}", texts


def _text(cell: object, name: str) -> str:
    """What stands in a cell, as it would in a CSV."""
    value = getattr(cell, "value", None)
    if getattr(cell, "data_type", "") == "f":
        raise EventFileError(f"{name}, cell {getattr(cell, 'coordinate', '?')}: there is a formula in it")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _line(place: str, row: Sequence[str], heading: Sequence[str]) -> Line:
    if len(row) > len(heading):
        raise EventFileError(f"{place}: {row[-1][:40]!r} stands beside the columns")
    return Line(place, dict(zip_longest(heading, row, fillvalue="")))
