"""The files of `unruh score`: which can be read, where the reports go, and what to say when that fails."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import BinaryIO, TextIO

from bot.one_sentence import why
from bot.score.work import Source

STANDARD_INPUT = "-"


class FileError(Exception):
    """A file cannot be used; the text says which and why, in one sentence."""


def sources(names: Sequence[str]) -> list[Source]:
    """The files to read, `-` being standard input. Raises `FileError` for the first that cannot be read."""
    return [_source(name) for name in names]


def size_of(names: Sequence[str]) -> int:
    """The bytes of all files together; 0 if that is not known."""
    return 0 if STANDARD_INPUT in names else sum(Path(name).stat().st_size for name in names)


@contextmanager
def output_stream(path: Path | None, inputs: Sequence[str], *, machine: bool) -> Iterator[TextIO]:
    """Where the reports go: a file, or standard output.

    What machines read is UTF-8; on a terminal, characters that it does not know are replaced. Raises `FileError` for a
    file that cannot be written or is one of those to be read.
    """
    if path is None:
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace", **({"encoding": "utf-8", "newline": "\n"} if machine else {}))
        yield sys.stdout
        return
    if path.exists() and any(name != STANDARD_INPUT and path.samefile(name) for name in inputs):
        raise FileError(f"{path} is to be read and cannot be the output as well")
    try:
        stream = path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise FileError(f"{path} cannot be written: {why(error)}") from None
    with stream:
        yield stream


def _source(name: str) -> Source:
    if name == STANDARD_INPUT:
        return Source("standard input", lambda: nullcontext(sys.stdin.buffer))
    path = Path(name)
    if path.is_dir():
        raise FileError(f"{name} is a directory; name the PGN files in it")
    try:
        path.open("rb").close()
    except OSError as error:
        raise FileError(f"{name} cannot be read: {why(error)}") from None
    return Source(name, partial(_open, path))


def _open(path: Path) -> AbstractContextManager[BinaryIO]:
    return path.open("rb")
