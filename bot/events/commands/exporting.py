"""The formats in which an event is written to a file."""

from collections.abc import Callable

from bot.events.commands.formats import Format
from bot.events.exports.csv_files import games_csv, standings_csv
from bot.events.exports.json_file import event_json
from bot.events.exports.pgn import event_pgn
from bot.events.exports.report_page import report_page
from bot.events.exports.trf import trf
from bot.events.exports.xlsx import workbook
from bot.events.model import Event
from bot.events.table import table

_WRITERS: dict[Format, Callable[[Event], bytes]] = {
    "csv": lambda event: standings_csv(table(event), event.setup.tie_breaks),
    "csv-games": games_csv,
    "xlsx": lambda event: workbook(event, table(event)),
    "json": lambda event: event_json(event, table(event)),
    "pgn": lambda event: event_pgn(event).encode(),
    "trf16": lambda event: trf(event, table(event), "TRF16").encode(),
    "trf26": lambda event: trf(event, table(event), "TRF26").encode(),
    "html": lambda event: report_page(event, table(event)).encode(),
}


def exported(event: Event, form: Format) -> bytes:
    """The event in a format."""
    return _WRITERS[form](event)
