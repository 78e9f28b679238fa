"""PGN files to make a book from, plain or compressed with Zstandard (`.pgn.zst`)."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from bot.pgn import NotPgnError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_ZSTANDARD = re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")
"""How a frame begins, one with data or one to be skipped."""
_PIECE_BYTES = 1 << 17


class PgnFile:
    """A file to be read once, from its beginning."""

    def __init__(self, path: Path) -> None:
        """Take the file, without opening it."""
        self.path = path
        self.read_bytes = 0
        """How much of the file, as it lies on the disk, has been read."""

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """A stream of the PGN, good for `read(size)` alone.

        Raises OSError if the file cannot be read, and while it is read `NotPgnError` for one that cannot be unpacked or
        is cut short; all that comes before has been read then.
        """
        with self.path.open("rb") as file:
            self._file = file
            packed = _ZSTANDARD.match(file.peek()) is not None
            yield cast(BinaryIO, _Unpacked(self) if packed else self)

    def read(self, size: int) -> bytes:
        """The next bytes of the file as it lies on the disk."""
        data = self._file.read(size)
        self.read_bytes += len(data)
        return data


class _Unpacked:
    """What a compressed file holds, frame after frame.

    Not `ZstdFile`, which takes what follows a frame and is none for the end of the file.
    """

    def __init__(self, file: PgnFile) -> None:
        self._file = file
        self._frame = zstd.ZstdDecompressor()

    def read(self, size: int) -> bytes:
        piece = b""
        while not piece:
            packed = b""
            if self._frame.eof:
                packed = self._frame.unused_data or self._file.read(_PIECE_BYTES)
                if not packed:
                    break
                self._frame = zstd.ZstdDecompressor()
            elif self._frame.needs_input:
                packed = self._file.read(_PIECE_BYTES)
                if not packed:
                    raise NotPgnError("the compressed file is cut short here")
            try:
                piece = self._frame.decompress(packed, size)
            except zstd.ZstdError:
                raise NotPgnError("the compressed file is damaged here and cannot be unpacked any further") from None
        return piece
