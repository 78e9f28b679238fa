"""CSV and XLSX: what is read back is what was written, and what is wrong is told with its place."""

import csv
import io
import re
import zipfile
from fractions import Fraction

import pytest
from hypothesis import given, settings
from openpyxl import load_workbook

from bot.events.exports.cells import escaped, unescaped
from bot.events.exports.csv_files import Dialect, games_csv, read_games_csv, read_standings_csv, standings_csv
from bot.events.exports.trouble import EventFileError
from bot.events.exports.xlsx import read_workbook, workbook
from bot.events.model import Event, EventGame, Setup
from bot.events.table import table
from scoring import Rules
from tests.bot.events.exports.samples import HOSTILE, bare, events

DIALECTS = [Dialect(bom, semicolon) for bom in (False, True) for semicolon in (False, True)]
GAME = EventGame(
    "g1", 0, "=1+1", "Bea", 2, 1, "draw", "repetition", (Fraction(9, 20), Fraction(1, 3)), rules_version="2026.1"
)
EVENT = Event(
    Setup("e", "Club", "swiss", Rules(), tie_breaks=("buchholz", "direct")),
    (GAME, EventGame("g2", 1, "Bea", "sept2"), EventGame("g3", 2, "Bea", "sept2", outcome="void", excluded=True)),
)


@settings(max_examples=30, deadline=None)
@given(events())
def test_csv_is_read_back(event: Event) -> None:
    rows = table(event)
    for dialect in DIALECTS:
        assert read_games_csv(games_csv(event, dialect)) == tuple(map(bare, event.games))
        assert read_standings_csv(standings_csv(rows, event.setup.tie_breaks, dialect)) == rows


@settings(max_examples=30, deadline=None)
@given(events())
def test_xlsx_is_read_back(event: Event) -> None:
    rows = table(event)
    assert read_workbook(workbook(event, rows)) == (rows, tuple(map(bare, event.games)))


@pytest.mark.parametrize("name", HOSTILE)
def test_no_cell_of_csv_is_anything_but_text(name: str) -> None:
    event = Event(EVENT.setup, (EventGame("1", 0, name, "b"),))
    for dialect in DIALECTS:
        text = games_csv(event, dialect).decode("utf-8-sig")
        assert text.count("\r\n") == 2
        assert text.count("\n") == 2
        cell = next(iter(csv.DictReader(io.StringIO(text), delimiter=";" if dialect.semicolon else ",")))["white"]
        assert not re.match(r"[=+\-@\t\r\s]|\d.*\D|0\d|\d{16}", cell)
        assert unescaped(cell.removeprefix("'")) == name


def test_escaping_leaves_names_alone() -> None:
    assert [escaped(text) for text in ("Bea", "Müller, 𝔘", "a\nb", "a\\b", "_x0041_")] == [
        "Bea",
        "Müller, 𝔘",
        "a\\u000ab",
        "a\\u005cb",
        "_\\u00780041_",
    ]


def test_csv_of_games() -> None:
    lines = games_csv(EVENT).decode().splitlines()
    assert lines[0].startswith("id,order,round,board,white,black,result,ending,white_points,black_points,white_exact,")
    assert lines[1] == "g1,0,2,1,'=1+1,Bea,'1/2-1/2,repetition,0.45,0.3333,'9/20,'1/3,0.50,0.50,'2026.1,no,no"
    assert lines[2] == "g2,1,,,Bea,'sept2,'*,,,,,,,,,no,no"
    assert lines[3] == "g3,2,,,Bea,'sept2,void,,,,,,,,,no,yes"


def test_csv_for_a_german_spreadsheet() -> None:
    data = games_csv(EVENT, Dialect(bom=True, semicolon=True))
    assert data.startswith(b"\xef\xbb\xbfid;order;")
    assert ";0,45;0,3333;'9/20;'1/3;0,50;0,50;" in data.decode()


def test_csv_of_standings() -> None:
    lines = standings_csv(table(EVENT), EVENT.setup.tie_breaks).decode().splitlines()
    assert lines[0].endswith(
        ",wins,tie_break_buchholz,tie_break_buchholz_exact,tie_break_direct,tie_break_direct_exact"
    )
    assert lines[1] == "1,'=1+1,,,,,0.45,'9/20,0.50,'1/2,1,0,0.3333,'1/3,,"


def test_what_a_spreadsheet_made_of_a_file_is_read() -> None:
    """Spreadsheets drop zeros at the end, put everything into quotes, and end lines as they like."""
    text = (
        games_csv(EVENT).decode().replace("0.50,0.50", "0.5,0.5").replace("'2026.1", '"2026.1"').replace("\r\n", "\n\n")
    )
    assert read_games_csv(text.encode()) == EVENT.games


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("id,order", "id", "line 1: column 2 should be order, not 'round'"),
        (",excluded", "", "line 1: the column excluded is missing"),
        (",excluded", ",excluded,more", "line 1: 'more' is a column too many"),
        ("0.45", "0.54", "line 2: white_points '0.54' does not agree with white_exact '9/20'"),
        ("'9/20", "20. Sep", "line 2: white_exact '20. Sep' is not a number like 9/20"),
        ("'9/20", "1/0", "line 2: white_exact '1/0' is not a number like 9/20"),
        ("0.45", "1e99", "line 2: white_points '1e99' does not agree with white_exact '9/20'"),
        ("0.3333,'9/20,'1/3", ",'9/20,", "line 2: one side has points, the other has none"),
        ("g1,0", "g1,x", "line 2: order 'x' is not a whole number"),
        ("g1,0", "g1,", "line 2: order '' is not a whole number"),
        ("'1/2-1/2", "1-1", "line 2: result '1-1' is none of 1-0, 1/2-1/2, 0-1, void, *"),
        ("'2026.1,no", "'2026.1,maybe", "line 2: corrected 'maybe' is neither yes nor no"),
        ("g2,", "g2,,", "line 3: there are 18 cells instead of 17"),
        ("'=1+1", '"=1', "line 4: unexpected end of data"),
    ],
)
def test_what_is_wrong_in_a_csv(before: str, after: str, sentence: str) -> None:
    text = games_csv(EVENT).decode()
    assert before in text
    with pytest.raises(EventFileError) as told:
        read_games_csv(text.replace(before, after, 1).encode())
    assert str(told.value) == sentence


def test_csv_that_is_none() -> None:
    for data, sentence in (
        (b"", "line 1: the column id is missing"),
        ("id\nMüller".encode("cp1252"), "line 2: this is not UTF-8; save it as CSV UTF-8"),
        (b"PK\x03\x04", "line 1: column 1 should be id, not 'PK\\x03\\x04'"),
    ):
        with pytest.raises(EventFileError) as told:
            read_games_csv(data)
        assert str(told.value) == sentence
    with pytest.raises(EventFileError, match=r"^line 1: column 1 should be place, not 'id'$"):
        read_standings_csv(games_csv(EVENT))


def test_the_values_of_a_workbook() -> None:
    book = load_workbook(io.BytesIO(workbook(EVENT, table(EVENT))))
    assert book.sheetnames == ["standings", "games", "crosstable"]
    names = [cell.value for cell in book["games"][1]]
    game = dict(zip(names, book["games"][2], strict=True))
    assert (game["white"].value, game["white"].data_type, game["white"].quotePrefix) == ("=1+1", "s", True)
    assert (game["white_points"].value, game["white_points"].data_type) == (0.45, "n")
    assert (game["white_exact"].value, game["white_exact"].data_type) == ("9/20", "s")
    assert (game["order"].value, game["order"].data_type) == (0, "n")
    crosstable = [[cell.value for cell in row] for row in book["crosstable"]]
    assert crosstable == [
        ["place", "name", "1", "2", "3"],
        [1, "=1+1", None, 0.45, None],
        [2, "Bea", float(Fraction(1, 3)), None, None],
        [3, "sept2", None, None, None],
    ]
    assert not [cell for sheet in book for row in sheet for cell in row if cell.data_type == "f"]
    book.close()


def _edited(sheet: str, cell: str, value: str | float) -> bytes:
    book = load_workbook(io.BytesIO(workbook(EVENT, table(EVENT))))
    book[sheet][cell] = value
    data = io.BytesIO()
    book.save(data)
    book.close()
    return data.getvalue()


@pytest.mark.parametrize(
    ("sheet", "cell", "value", "sentence"),
    [
        ("games", "E2", "=HYPERLINK(1)", "games, cell E2: there is a formula in it"),
        ("games", "B3", 1.5, "games, row 3: order '1.5' is not a whole number"),
        ("games", "I2", 1, "games, row 2: white_points '1' does not agree with white_exact '9/20'"),
        ("games", "Z2", "note", "games, row 2: 'note' stands beside the columns"),
        ("games", "CZ2", "note", "games, row 2: there are more than 64 columns"),
        ("games", "A1", "key", "games, row 1: column 1 should be id, not 'key'"),
        ("standings", "H2", "many", "standings, row 2: points_exact 'many' is not a number like 9/20"),
    ],
)
def test_what_is_wrong_in_a_workbook(sheet: str, cell: str, value: str | float, sentence: str) -> None:
    with pytest.raises(EventFileError) as told:
        read_workbook(_edited(sheet, cell, value))
    assert str(told.value) == sentence


def test_a_workbook_that_was_edited_and_saved_is_read() -> None:
    standings, games = read_workbook(_edited("crosstable", "Z9", "a note"))
    assert standings == table(EVENT)
    assert games == EVENT.games


def test_workbooks_that_are_none() -> None:
    whole = workbook(EVENT, table(EVENT))
    for data in (b"", b"id;order", whole[:-200], whole[:300]):
        with pytest.raises(EventFileError, match=r"^the file is no workbook that can be read$"):
            read_workbook(data)


def test_a_workbook_that_would_fill_the_memory_is_refused() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", bytes((64 << 20) + 1))
    with pytest.raises(EventFileError, match=r"^the workbook unpacks to more than 64 MB$"):
        read_workbook(data.getvalue())


def test_a_text_too_long_for_a_cell_is_told() -> None:
    event = Event(EVENT.setup, (EventGame("g", 0, "a" * 40_000, "b"),))
    with pytest.raises(EventFileError, match=r"^standings: 'aaaaaaaaaaaaaaaaaaaa'… is longer than a cell can be$"):
        workbook(event, table(event))
