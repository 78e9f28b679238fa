"""Writing down what was scored, as it comes, and counting it."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import TextIO

from bot.book.offline import open_books
from bot.pgn import PgnProblem
from bot.score.csv_rows import header_row
from bot.score.progress import ProgressBar
from bot.score.table import print_heading, printable
from bot.score.work import Job, Rendered
from scoring import NO_BOOK

_BLOCK = 64


def write_all(rendered: Iterable[Rendered], out: TextIO, job: Job, bar: ProgressBar, *, many: bool) -> Counter[str]:
    """Write everything in order; counts what was "scored", "broken" and "unscored". `many`: files are named."""
    counts: Counter[str] = Counter()
    book = open_books(job.books) or NO_BOOK
    if job.form == "csv":
        out.write(f"{header_row()}\n")
    for file, games in groupby(rendered, key=lambda one: one.file):
        headed = job.form != "table"
        for block in _blocks(games):
            counts.update(one.problem.kind if one.problem else "scored" for one in block)
            with bar.aside():
                if not headed and any(one.output for one in block):
                    print_heading(out, file if many else None, book.name, job.name_width, job.language)
                    headed = True
                _write_block(block, out)
            bar.at(file, block[-1].end)
    out.flush()
    return counts


def _blocks(games: Iterator[Rendered]) -> Iterator[list[Rendered]]:
    while block := list(islice(games, _BLOCK)):
        yield block


def _write_block(block: list[Rendered], out: TextIO) -> None:
    for one in block:
        if one.output is not None:
            out.write(f"{one.output}\n")
        elif one.problem:
            print(f"unruh: {sentence(one.problem)}", file=sys.stderr)


def sentence(problem: PgnProblem) -> str:
    """A problem as it is told: file, game and reason."""
    where = f"{problem.file}: game {problem.number}" if problem.number else problem.file
    return printable(f"{where}: {problem.reason}")


def summary(counts: Counter[str]) -> str:
    """How many games were scored and how many were not."""
    parts = [f"{counts['scored']} games scored" if counts["scored"] != 1 else "1 game scored"]
    if counts["broken"]:
        parts.append(f"{counts['broken']} broken")
    if counts["unscored"]:
        parts.append(f"{counts['unscored']} not scorable")
    return ", ".join(parts)
