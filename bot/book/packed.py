"""The book in a file of our own: the keys of its positions, sorted, looked up where they lie on disk.

The file: header, source (UTF-8), table, rests, checksum (CRC-32 of all before it). Numbers have the byte order of the
machine; a file of the other order shows another version.

The table says for the first bits of a key where the keys that begin so stand; of these, only the 32 bits that follow
are kept. So many bits are first that 32 to 64 keys begin alike: a position costs 4 bytes and a little, and one that is
not in the book is taken for one that is with a chance below 1 in 60 million a look-up, however large the book is.
"""

from __future__ import annotations

import mmap
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from operator import le
from pathlib import Path
from struct import Struct
from typing import BinaryIO

import chess

from bot.book.errors import BookError, unreadable
from bot.book.key import KEY_BITS, position_key

_MAGIC = b"UnruhBk\n"
_VERSION = 1
_HEADER = Struct("=8sI10sHIQQ")
_CHECKSUM = Struct("=I")
_REST_BITS = 32
_REST_MASK = (1 << _REST_BITS) - 1
_BLOCK = 1 << 16


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

    @property
    def name(self) -> str:
        """What the book is called wherever its answers are shown."""
        return f"{self.source}, {self.games:,} {'game' if self.games == 1 else 'games'}"

    @property
    def key_bits(self) -> int:
        """How many bits of a key the file knows, in its table and in its rests."""
        return _table_bits(self.positions) + _REST_BITS


class PackedBook:
    """A book in a file of our own, mapped into memory."""

    def __init__(self, path: Path) -> None:
        """Open a book. Raises `BookError` for a file that cannot be read, is none, or is damaged."""
        self.info, self._table, self._rests = _open(path)
        self.name = self.info.name
        bits = _table_bits(self.info.positions)
        self._table_shift, self._rest_shift = KEY_BITS - bits, KEY_BITS - bits - _REST_BITS

    def knows(self, board: chess.Board) -> bool:
        """Whether the position is in the book."""
        key = position_key(board)
        first = key >> self._table_shift
        end = self._table[first + 1]
        rest = key >> self._rest_shift & _REST_MASK
        place = bisect_left(self._rests, rest, self._table[first], end)
        return place < end and self._rests[place] == rest


def write_packed(path: Path, info: BookInfo, keys: memoryview[int] | array[int]) -> None:
    """Write the file from the sorted keys of `info.positions` positions. Raises OSError if that fails."""
    checksum = 0
    with path.open("wb") as file:
        for part in _parts(info, keys):
            checksum = zlib.crc32(part, checksum)
            file.write(part)
        file.write(_CHECKSUM.pack(checksum))


def _table_bits(positions: int) -> int:
    return max(0, positions.bit_length() - 6)


def _parts(info: BookInfo, keys: memoryview[int] | array[int]) -> Iterator[bytes]:
    """All of the file but its checksum."""
    source, date = info.source.encode(), info.date.encode()
    yield _HEADER.pack(_MAGIC, _VERSION, date, len(source), info.min_games, info.games, info.positions) + source
    bits = _table_bits(info.positions)
    begin = 0
    for block in _blocks(range((1 << bits) + 1)):
        table = array("Q")
        for first in block:
            begin = bisect_left(keys, first << KEY_BITS - bits, begin)
            table.append(begin)
        yield table.tobytes()
    shift = KEY_BITS - bits - _REST_BITS
    for block in _blocks(range(info.positions)):
        yield array("I", [key >> shift & _REST_MASK for key in keys[block.start : block.stop]]).tobytes()


def _blocks(whole: range) -> Iterator[range]:
    return (whole[begin : begin + _BLOCK] for begin in range(0, len(whole), _BLOCK))


def _open(path: Path) -> tuple[BookInfo, memoryview[int], memoryview[int]]:
    """What the file tells of itself, its table and its rests."""
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


def _parse(path: Path, data: memoryview[int]) -> tuple[BookInfo, memoryview[int], memoryview[int]]:
    if data[: len(_MAGIC)] != _MAGIC:
        raise BookError(f"{path} is no book: name one made with `unruh book build`, or a Polyglot .bin")
    damaged = BookError(f"The book {path} is damaged: copy it again, or make it anew with `unruh book build`")
    if len(data) < _HEADER.size:
        raise damaged
    _, version, date, source_size, min_games, games, positions = _HEADER.unpack_from(data)
    if version != _VERSION:
        raise BookError(f"The book {path} is of another version of Unruh: make it anew with `unruh book build`")
    table_begin = _HEADER.size + source_size
    rests_begin = table_begin + 8 * ((1 << _table_bits(positions)) + 1)
    end = rests_begin + 4 * positions
    if len(data) != end + _CHECKSUM.size or _CHECKSUM.unpack_from(data, end) != (zlib.crc32(data[:end]),):
        raise damaged
    table = data[table_begin:rests_begin].cast("Q")
    if table[-1] != positions or not all(map(le, table, table[1:])):
        raise damaged
    source = str(data[_HEADER.size : table_begin], "utf-8", "replace")
    info = BookInfo(source, str(date, "ascii", "replace"), games, positions, min_games)
    return info, table, data[rests_begin:end].cast("I")
