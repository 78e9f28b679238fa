"""The book in a file of our own: the keys of its positions, sorted, looked up where they lie on disk.

The file: header, source (UTF-8), table, high parts, low parts, checksum (CRC-32 of all before it). Numbers have the
byte order of the machine; a file of the other order shows another version.

The first bits of a key are not kept: the table says where the keys that begin with them stand. So many bits are first
that 4 to 8 keys begin alike. Of the bits that follow, 16 are the high part, and the next 8 or 32 the low one; where
fewer are left, the last 32. With a low part of 8 bits a position costs up to 4 bytes, and one that is not in the book
is taken for one that is with a chance below 1 in 2 million a look-up, however large the book is; with 32 bits, up to 7
bytes and 1 in 4,000 million. A book holds fewer than 2 to the power of 32 positions.
"""

from __future__ import annotations

import mmap
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import le
from pathlib import Path
from struct import Struct
from typing import BinaryIO, Literal, NamedTuple

import chess

from bot.book.errors import BookError, unreadable
from bot.book.key import KEY_BITS, position_key

_MAGIC = b"UnruhBk\n"
_VERSION = 1
_HEADER = Struct("=8sI10sHIIQQ")
_CHECKSUM = Struct("=I")
_TABLE_ITEM = 4
_HIGH_BITS = 16
_HIGH_MASK = (1 << _HIGH_BITS) - 1
_LOW_TYPES: dict[int, Literal["B", "I"]] = {8: "B", 32: "I"}


@dataclass(frozen=True)
class BookInfo:
    """What a book tells of itself."""

    source: str
    """What it was made from, for people."""
    date: str
    """Of the newest of the files it was made from, "2025-11-30"."""
    games: int
    positions: int
    min_games: int
    """Its positions occur in at least so many of the games."""
    low_bits: int = 32
    """How much is kept of the low part of a key, 8 or 32."""

    @property
    def name(self) -> str:
        """What the book is called wherever its answers are shown."""
        return f"{self.source}, {self.games:,} {'game' if self.games == 1 else 'games'}"

    @property
    def key_bits(self) -> int:
        """How many bits of a key the file knows, in its table and in its two parts."""
        return min(KEY_BITS, _table_bits(self.positions) + _HIGH_BITS + self.low_bits)


class PackedBook:
    """A book in a file of our own, mapped into memory."""

    def __init__(self, path: Path) -> None:
        """Open a book. Raises `BookError` for a file that cannot be read, is none, or is damaged."""
        self.info, self._table, self._high, self._low = _open(path)
        self.name = self.info.name
        self._shifts = _shifts(self.info)
        self._low_mask = (1 << self.info.low_bits) - 1

    def knows(self, board: chess.Board) -> bool:
        """Whether the position is in the book."""
        key = position_key(board)
        first_shift, high_shift, low_shift = self._shifts
        first, high = key >> first_shift, key >> high_shift & _HIGH_MASK
        end = self._table[first + 1]
        place = bisect_left(self._high, high, self._table[first], end)
        while place < end and self._high[place] == high:
            if self._low[place] == key >> low_shift & self._low_mask:
                return True
            place += 1
        return False


def write_packed(path: Path, info: BookInfo, blocks: Callable[[], Iterable[array[int]]]) -> None:
    """Write the file from the sorted keys of `info.positions` positions, in blocks that are asked for several times.

    Raises OSError if that fails.
    """
    checksum = 0
    with path.open("wb") as file:
        for part in _parts(info, blocks):
            checksum = zlib.crc32(part, checksum)
            file.write(part)
        file.write(_CHECKSUM.pack(checksum))


def _table_bits(positions: int) -> int:
    return max(0, positions.bit_length() - 3)


def _shifts(info: BookInfo) -> tuple[int, int, int]:
    """How many bits of a key follow its first bits, its high and its low part."""
    after_first = KEY_BITS - _table_bits(info.positions)
    return after_first, after_first - _HIGH_BITS, KEY_BITS - info.key_bits


def _parts(info: BookInfo, blocks: Callable[[], Iterable[array[int]]]) -> Iterator[bytes]:
    """All of the file but its checksum."""
    source, date = info.source.encode(), info.date.encode()
    numbers = (info.min_games, info.low_bits, info.games, info.positions)
    yield _HEADER.pack(_MAGIC, _VERSION, date, len(source), *numbers) + source
    first_shift, high_shift, low_shift = _shifts(info)
    yield from _table(blocks(), first_shift)
    for block in blocks():
        yield array("H", [key >> high_shift & _HIGH_MASK for key in block]).tobytes()
    low_mask = (1 << info.low_bits) - 1
    for block in blocks():
        yield array(_LOW_TYPES[info.low_bits], [key >> low_shift & low_mask for key in block]).tobytes()


def _table(blocks: Iterable[array[int]], first_shift: int) -> Iterator[bytes]:
    """How many keys come before those with each value of the first bits, and how many there are."""
    before = first = 0
    for block in blocks:
        firsts = range(first, (block[-1] >> first_shift) + 1)
        yield array("I", [before + bisect_left(block, value << first_shift) for value in firsts]).tobytes()
        before, first = before + len(block), firsts.stop
    left = (1 << KEY_BITS - first_shift) + 1 - first
    yield array("I", [before]).tobytes() * left


class _Opened(NamedTuple):
    info: BookInfo
    table: memoryview[int]
    high: memoryview[int]
    low: memoryview[int]


def _open(path: Path) -> _Opened:
    try:
        with path.open("rb") as file:
            return _parse(path, _mapped(file))
    except OSError as error:
        raise unreadable(path, error) from None


def _mapped(file: BinaryIO) -> memoryview[int]:
    try:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except ValueError:  # it is empty
        return memoryview(b"")


def _parse(path: Path, data: memoryview[int]) -> _Opened:
    if data[: len(_MAGIC)] != _MAGIC:
        raise BookError(f"{path} is no book: name one made with `unruh book build`, or a Polyglot .bin")
    damaged = BookError(f"The book {path} is damaged: copy it again, or make it anew with `unruh book build`")
    if len(data) < _HEADER.size:
        raise damaged
    _, version, date, source_size, min_games, low_bits, games, positions = _HEADER.unpack_from(data)
    if version != _VERSION:
        raise BookError(f"The book {path} is of another version of Unruh: make it anew with `unruh book build`")
    if low_bits not in _LOW_TYPES:
        raise damaged
    table_at = _HEADER.size + source_size
    high_at = table_at + _TABLE_ITEM * ((1 << _table_bits(positions)) + 1)
    low_at = high_at + positions * _HIGH_BITS // 8
    end = low_at + positions * low_bits // 8
    if len(data) != end + _CHECKSUM.size or _CHECKSUM.unpack_from(data, end) != (zlib.crc32(data[:end]),):
        raise damaged
    table = data[table_at:high_at].cast("I")
    if table[-1] != positions or not all(map(le, table, table[1:])):
        raise damaged
    source = str(data[_HEADER.size : table_at], "utf-8", "replace")
    info = BookInfo(source, str(date, "ascii", "replace"), games, positions, min_games, low_bits)
    return _Opened(info, table, data[high_at:low_at].cast("H"), data[low_at:end].cast(_LOW_TYPES[low_bits]))
