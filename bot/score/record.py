"""The report on the record of one game, as the store keeps it: what `unruh score --json` says of that record."""

import io
import json

from bot.pgn import PgnProblem, read_pgn
from bot.score.json_lines import report_line
from bot.score.judge import judge
from bot.store.model import StoredReport
from scoring import Book, BookAnswer, Rules


def report_on(
    game_id: str, record: str, rules: Rules, book: Book | BookAnswer | None = None
) -> StoredReport | PgnProblem:
    """Score a record, a PGN of one game; the report names `<game_id>.pgn` as its file.

    `book` is a book to ask, or what a book said of the game before.

    What cannot be scored comes back as a problem; nothing is raised.
    """
    file = f"{game_id}.pgn"
    game = next(read_pgn(io.BytesIO(record.encode("utf-8", "replace")), file))
    if isinstance(game, PgnProblem):
        return game
    judged = judge(game, rules, book)
    options = json.dumps(rules.as_dict(), separators=(",", ":"))
    return StoredReport(judged.report.version, options, record, report_line(judged))
