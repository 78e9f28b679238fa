"""The progress bar on long files."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

_LONG_BYTES = 1 << 20


class ProgressBar:
    """How many bytes of all files have been worked on; shown on a terminal only, and only for long files."""

    def __init__(self, total_bytes: int, doing: str) -> None:
        """Take the size of all files together, and the word for what is done with them."""
        console = Console(stderr=True)
        columns = (TextColumn(doing), BarColumn(), DownloadColumn(), TimeRemainingColumn())
        # It draws when told to: a thread of its own would stand in the way of forking workers.
        self._progress = Progress(*columns, console=console, transient=True, auto_refresh=False)
        self._task = self._progress.add_task(doing, total=total_bytes)
        self._shown = console.is_terminal and total_bytes >= _LONG_BYTES
        self._before = self._in_file = 0
        self._file = ""

    @contextmanager
    def running(self) -> Iterator[None]:
        """Show the bar while the work goes on."""
        if self._shown:
            self._progress.start()
        try:
            yield
        finally:
            if self._shown:
                self._progress.stop()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar away while something else is written, which may be on the same terminal."""
        if self._shown:
            self._progress.stop()
        yield
        if self._shown:
            self._progress.start()

    def at(self, file: str, end: int) -> None:
        """Draw how far a file has been read; files come one after the other."""
        if file != self._file:
            self._before, self._in_file, self._file = self._before + self._in_file, 0, file
        self._in_file = max(self._in_file, end)
        if self._shown:
            self._progress.update(self._task, completed=self._before + self._in_file, refresh=True)
