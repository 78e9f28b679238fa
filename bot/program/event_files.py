"""The files of an event in the formats in which the pages offer them."""

from bot.events.exports.csv_files import standings_csv
from bot.events.exports.json_file import event_json
from bot.events.exports.pgn import event_pgn
from bot.events.exports.report_page import report_page
from bot.events.exports.trf import trf
from bot.events.exports.xlsx import workbook
from bot.events.model import Event
from bot.events.table import table
from overlay.state import Lang
from overlay.web.events import FileFormat


def written(event: Event, format_: FileFormat, lang: Lang) -> bytes:
    """The event in a format. Raises `EventFileError` where that cannot hold it."""
    match format_:
        case "pgn":
            return event_pgn(event, lang).encode()
        case "csv":
            return standings_csv(table(event), event.setup.tie_breaks)
        case "xlsx":
            return workbook(event, table(event))
        case "json":
            return event_json(event, table(event))
        case "html":
            return report_page(event, table(event), lang).encode()
        case "trf":
            return trf(event, table(event), "TRF26").encode()
