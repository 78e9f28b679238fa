"""What waits to be written: never more than memory allows, and never less than is needed."""

from collections import deque
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from bot.book.counted import CountedPosition
from bot.store.model import StoredReport

Row = dict[str, Any]
"""The columns of a row by name."""

BATCH = 2_000
"""How many lines, updates, and answers of books go into one transaction."""
LINES_BYTES = 128 << 20
"""How much memory raw lines that wait may take."""
ANSWERS = 20_000
"""How many answers of books may wait: they can be had again."""
_BYTES_A_LINE = 600
"""What a line takes beside its bytes."""


@dataclass(frozen=True, slots=True)
class WaitingReport:
    """A report on its way."""

    game_id: str
    at_ms: int
    content: StoredReport


@dataclass(slots=True)
class Batch:
    """What is written in one transaction."""

    lines: list[Row] = field(default_factory=list)
    updates: list[Row] = field(default_factory=list)
    reports: list[WaitingReport] = field(default_factory=list)
    answers: list[CountedPosition] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.lines or self.updates or self.reports or self.answers)


class Backlog:
    """Rows in the order they came in.

    While the database fails, the backlog grows. Raw lines beyond `LINES_BYTES` (about 200,000 ordinary ones) are
    given up and counted; updates and reports never are, answers of books beyond `ANSWERS` are without a word.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.dropped_lines = 0
        self._lines: deque[Row] = deque()
        self._line_bytes = 0
        self._news: deque[Row | WaitingReport] = deque()
        self._answers: deque[CountedPosition] = deque()

    def __len__(self) -> int:
        return len(self._lines) + len(self._news) + len(self._answers)

    def add_line(self, row: Row) -> None:
        """Keep a raw line, if there is room."""
        size = _size(row)
        if self._line_bytes + size > LINES_BYTES:
            self.dropped_lines += 1
            return
        self._line_bytes += size
        self._lines.append(row)

    def add(self, news: Row | WaitingReport) -> None:
        """Keep an update or a report."""
        self._news.append(news)

    def add_answer(self, answer: CountedPosition) -> None:
        """Keep an answer of a book, if there is room."""
        if len(self._answers) < ANSWERS:
            self._answers.append(answer)

    def batch(self) -> Batch:
        """The oldest rows; a report is in one batch with the update right before it."""
        batch = Batch(lines=list(islice(self._lines, BATCH)), answers=list(islice(self._answers, BATCH)))
        for news in self._news:
            if isinstance(news, WaitingReport):
                batch.reports.append(news)
            elif len(batch.updates) == BATCH:
                break
            else:
                batch.updates.append(news)
        return batch

    def done(self, batch: Batch) -> None:
        """Let go of a batch that is written."""
        for _ in batch.lines:
            self._line_bytes -= _size(self._lines.popleft())
        for _ in range(len(batch.updates) + len(batch.reports)):
            self._news.popleft()
        for _ in batch.answers:
            self._answers.popleft()


def _size(line: Row) -> int:
    return len(line["data"]) + _BYTES_A_LINE
