"""Scoring whole files on all cores: games go out in chunks and come back in order, with a bounded backlog."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import BinaryIO, Literal, NamedTuple

from bot.book.offline import EMBEDDED, OfflineBooks, open_books
from bot.pgn import NotPgnError, PgnProblem, RawGame, parse_game, split_games
from bot.score.annotate import annotated
from bot.score.csv_rows import problem_row, report_row
from bot.score.json_lines import problem_line, report_line
from bot.score.judge import Judged, judge
from bot.score.table import NAME_WIDTHS, table_line
from bot.spread import in_order
from scoring import Rules
from scoring.words import Language

Form = Literal["table", "json", "csv", "pgn"]

_CHUNK_BYTES = 32 << 10
_WORTH_A_POOL = 4
"""Fewer chunks than this are scored sooner than processes start."""


@dataclass(frozen=True)
class Source:
    """A file to read: the name it is called by, and how to open it."""

    name: str
    open: Callable[[], AbstractContextManager[BinaryIO]]


@dataclass(frozen=True)
class Job:
    """What is done with every game."""

    rules: Rules
    form: Form = "table"
    language: Language = "en"
    name_width: int = NAME_WIDTHS[-1]
    """Columns of a name in the table."""
    books: OfflineBooks = EMBEDDED


class Rendered(NamedTuple):
    """One game, scored and written down; or the problem with it, written down where the form has a place for it."""

    file: str
    number: int
    output: str | None
    problem: PgnProblem | None
    end: int
    """How many bytes of the file have been read with it."""


class _Chunk(NamedTuple):
    file: str
    games: list[RawGame | PgnProblem]


def score_files(sources: Iterable[Source], job: Job, workers: int = 1) -> Generator[Rendered, None, None]:
    """Score every game of every file; the order of games is kept.

    Raises OSError if a file cannot be read, `BookError` if a book cannot be. Nothing else that a file holds raises.
    """
    chunks = _chunks(sources)
    first = list(islice(chunks, _WORTH_A_POOL))
    if len(first) < _WORTH_A_POOL:
        workers = 1
    with closing(in_order(partial(_score_chunk, job=job), chain(first, chunks), workers)) as scored:
        for games in scored:
            yield from games


def render(judged: Judged, job: Job) -> str:
    """A judged game in the form asked for."""
    match job.form:
        case "json":
            return report_line(judged)
        case "csv":
            return report_row(judged, job.language)
        case "pgn":
            return annotated(judged, job.language)
        case _:
            return table_line(judged, job.name_width, job.language)


def _chunks(sources: Iterable[Source]) -> Iterator[_Chunk]:
    for source in sources:
        games: list[RawGame | PgnProblem] = []
        size = 0
        with source.open() as stream:
            try:
                for raw in split_games(stream):
                    games.append(raw)
                    size += len(raw.text)
                    if size >= _CHUNK_BYTES:
                        yield _Chunk(source.name, games)
                        games, size = [], 0
            except NotPgnError as error:
                games.append(PgnProblem(source.name, 0, str(error), "broken"))
        if games:
            yield _Chunk(source.name, games)


def _score_chunk(chunk: _Chunk, job: Job) -> list[Rendered]:
    """The work of a worker; what it sends back is ready to be written."""
    return [_score(chunk.file, game, job) for game in chunk.games]


def _score(file: str, raw: RawGame | PgnProblem, job: Job) -> Rendered:
    if isinstance(raw, PgnProblem):
        return Rendered(file, raw.number, _problem_output(raw, job), raw, 0)
    game = parse_game(raw, file)
    if isinstance(game, PgnProblem):
        return Rendered(file, raw.number, _problem_output(game, job), game, raw.end)
    return Rendered(file, raw.number, render(judge(game, job.rules, open_books(job.books)), job), None, raw.end)


def _problem_output(problem: PgnProblem, job: Job) -> str | None:
    match job.form:
        case "json":
            return problem_line(problem)
        case "csv":
            return problem_row(problem)
        case _:
            return None


def available_cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
