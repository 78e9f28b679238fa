"""Which keys occur often enough, among more than memory holds.

Keys are sorted in runs, which go to a file; then one slice after the other of all keys is taken from every run, sorted
and counted.
"""

from __future__ import annotations

import mmap
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, compress, islice
from operator import eq, ne
from pathlib import Path
from typing import BinaryIO

from bot.book.key import KEY_BITS

MOST_KEYS = 1 << 23
"""So many keys are sorted at a time, in half a gigabyte of memory."""


class Runs:
    """Keys, each as often as it occurs, in a file that is made for them."""

    def __init__(self, path: Path, min_count: int, most_keys: int = MOST_KEYS) -> None:
        """Take the file, and how often a key must occur, at least once."""
        self._file = path.open("w+b")
        self._min_count = min_count
        self._most_keys = most_keys
        self._waiting = array("Q")
        self._bounds = [0]

    def add(self, keys: bytes) -> None:
        """Take keys of 8 bytes each, in the order of bytes of the machine."""
        self._waiting.frombytes(keys)
        if len(self._waiting) >= self._most_keys:
            self._spill()

    def frequent(self) -> Iterator[list[int]]:
        """The keys that occur often enough, in order and each once, in lists of bounded length.

        Nothing can be added afterwards.
        """
        self._spill()
        total = self._bounds[-1]
        if not total:
            return
        with _mapped(self._file) as runs:
            begins = self._bounds[:-1]
            for border in self._borders(total):
                bounds = zip(begins, self._bounds[1:], strict=True)
                ends = [bisect_left(runs, border, begin, end) for begin, end in bounds]
                parts = [runs[begin:end].tolist() for begin, end in zip(begins, ends, strict=True)]
                yield _frequent(sorted(chain.from_iterable(parts)), self._min_count)
                begins = ends

    def _borders(self, total: int) -> Iterator[int]:
        """Where the slices of all possible keys end: keys are spread evenly, so each slice holds about as many."""
        bits = (2 * total // self._most_keys).bit_length()
        return (end << KEY_BITS - bits for end in range(1, (1 << bits) + 1))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _spill(self) -> None:
        """Write a run; more than `min_count` of a key are of no use in it."""
        keys = sorted(self._waiting)
        spared = chain([True] * self._min_count, map(ne, keys, islice(keys, self._min_count, None)))
        run = array("Q", compress(keys, spared))
        self._waiting = array("Q")
        if run:
            run.tofile(self._file)
            self._file.flush()
            self._bounds.append(self._bounds[-1] + len(run))


@contextmanager
def frequent_keys(runs: Runs, path: Path) -> Iterator[memoryview[int] | array[int]]:
    """All keys that occur often enough, in order and each once, in a file that is made for them."""
    with path.open("w+b") as file:
        found = False
        for keys in runs.frequent():
            array("Q", keys).tofile(file)
            found = found or bool(keys)
        file.flush()
        if not found:
            yield array("Q")
            return
        with _mapped(file) as mapped:
            yield mapped


@contextmanager
def _mapped(file: BinaryIO) -> Iterator[memoryview[int]]:
    """The keys of a file that is not empty."""
    with (
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped,
        memoryview(mapped) as raw,
        raw.cast("Q") as keys,
    ):
        yield keys


def _frequent(keys: list[int], min_count: int) -> list[int]:
    """Of sorted keys those that occur at least so often, each once."""
    often = compress(keys, map(eq, keys, islice(keys, min_count - 1, None)))
    return list(dict.fromkeys(often))
