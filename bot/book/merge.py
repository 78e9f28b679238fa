"""Which keys occur often enough, among more than memory holds.

Keys are sorted in runs, which go to a file; then one slice after the other of all possible keys is taken from every
run, sorted and counted. Nothing is mapped into memory, so that it stays small however it is measured.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain, compress, islice
from operator import eq, ne
from pathlib import Path
from typing import BinaryIO

from bot.book.key import KEY_BITS

MOST_KEYS = 1 << 23
"""So many keys are sorted at a time, in half a gigabyte of memory."""
_SLICE_BITS = 10
_SLICES = 1 << _SLICE_BITS
"""Keys are spread evenly: of 10 million games, a slice holds fewer than a million keys."""
_KEY_BYTES = KEY_BITS // 8
_BLOCK = 1 << 16


class Runs:
    """Keys, each as often as it occurs, in a file that is made for them."""

    def __init__(self, path: Path, min_count: int, most_keys: int = MOST_KEYS) -> None:
        """Take the file, how often a key must occur, at least once, and how many keys are sorted at a time."""
        self._file = path.open("w+b")
        self._min_count = min_count
        self._most_keys = most_keys
        self._waiting = array("Q")
        self._borders: list[array[int]] = []
        """For each run where its slices begin in the file, counted in keys, and where the last one ends."""

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
        for number in range(_SLICES):
            keys: list[int] = []
            for borders in self._borders:
                keys += _read(self._file, borders[number], borders[number + 1])
            keys.sort()
            often = compress(keys, map(eq, keys, islice(keys, self._min_count - 1, None)))
            yield list(dict.fromkeys(often))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _spill(self) -> None:
        """Write a run; more than `min_count` of a key are of no use in it."""
        keys = sorted(self._waiting)
        self._waiting = array("Q")
        needed = chain([True] * self._min_count, map(ne, keys, islice(keys, self._min_count, None)))
        run = array("Q", compress(keys, needed))
        begin = self._borders[-1][-1] if self._borders else 0
        run.tofile(self._file)
        slices = (bisect_left(run, number << KEY_BITS - _SLICE_BITS) for number in range(_SLICES + 1))
        self._borders.append(array("Q", [begin + place for place in slices]))


class KeyFile:
    """Sorted keys, written to a file that is made for them and read in blocks as often as wanted."""

    def __init__(self, path: Path) -> None:
        """Take the file."""
        self._file = path.open("w+b")
        self.count = 0

    def add(self, keys: list[int]) -> None:
        """Write keys that come after those before."""
        array("Q", keys).tofile(self._file)
        self.count += len(keys)

    def blocks(self) -> Iterator[array[int]]:
        """All keys, from the first."""
        for begin in range(0, self.count, _BLOCK):
            yield _read(self._file, begin, min(self.count, begin + _BLOCK))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _read(file: BinaryIO, begin: int, end: int) -> array[int]:
    file.seek(begin * _KEY_BYTES)
    return array("Q", file.read((end - begin) * _KEY_BYTES))
