"""Cutting a PGN file into the texts of its games, by lines and before anything is understood.

A game begins with a tag after moves, or with moves after a finished game; so a broken game cannot swallow the next.
Works on bytes: the encoding is found game by game.
"""

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

MAX_GAME_BYTES = 4 << 20
"""No game is longer; what is, is not kept in memory."""
_MAX_LINE_BYTES = 1 << 20
_SNIFFED_BYTES = 4096
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x19\x7f]")
_FEW = 100
"""A text has a control character here or there at most, one in so many bytes."""

_TAG = re.compile(rb'\[\s*[A-Za-z0-9_]+\s*["\s]')
_WHOLE_TAG = re.compile(rb'\[\s*[A-Za-z0-9_]+\s*"[^\n]*"\s*\]\s*$')
_TAGS = re.compile(rb'(?:\[\s*[A-Za-z0-9_]+\s*(?:"(?:[^"\\\n]|\\.)*"|[^\]\n]*)\s*\](?:\s|<[^<>\n]{0,99}>)*)+')
_FINISHED = re.compile(rb"(?:1-0|0-1|1/2-1/2|\*)\s*$")
_RESTART = re.compile(rb"1\s*\.(?!\.)\s*\S")
_COMMENTS = re.compile(rb"\{[^}]*(?:\}|\Z)|;[^\n]*|^%[^\n]*", re.MULTILINE)


class NotPgnError(ValueError):
    """The file as a whole is not a PGN; the text says why."""


class RawGame(NamedTuple):
    """The text of one game, not yet read."""

    number: int
    text: bytes
    end: int
    """How many bytes of the file have been read with it."""
    too_long: bool = False


def split_games(stream: BinaryIO) -> Iterator[RawGame]:
    """Cut a file into games, numbered from 1. Raises `NotPgnError` for a binary file and for one without any game."""
    splitter = _Splitter()
    for line in _lines(stream):
        if splitter.begins_with(line):
            yield from splitter.take()
        splitter.add(line)
    yield from splitter.take()
    if splitter.number == 0:
        raise NotPgnError("there is no game in it")


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; very long ones in pieces, UTF-16 as UTF-8, without a byte-order mark."""
    start = stream.read(_SNIFFED_BYTES)
    rest = _Rest(start, stream)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        recoded = codecs.EncodedFile(io.BufferedReader(rest), "utf-8", "utf-16", "replace")
        while piece := recoded.readline():
            yield piece
        return
    if b"\0" in start or len(_CONTROL.findall(start)) * _FEW > len(start):
        raise NotPgnError("this is a binary file, not a PGN")
    buffered = io.BufferedReader(rest, 1 << 16)
    start_of_file = True
    while line := buffered.readline(_MAX_LINE_BYTES):
        if start_of_file:
            line, start_of_file = line.removeprefix(codecs.BOM_UTF8), False
        # Old Macintosh files end their lines with CR alone.
        yield from line.replace(b"\r", b"\n").splitlines(keepends=True) if line.count(b"\r") > 1 else (line,)


class _Rest(io.RawIOBase):
    """A stream again after its start has been read: streams such as standard input cannot go back."""

    def __init__(self, start: bytes, stream: BinaryIO) -> None:
        self._start = start
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._start[: len(buffer)] or self._stream.read(len(buffer))
        self._start = self._start[len(data) :]
        buffer[: len(data)] = data
        return len(data)


class _Splitter:
    """The lines of the game at hand, and just as much of their meaning as says where the next game begins."""

    def __init__(self) -> None:
        self.number = 0
        self._read = 0
        self._clear()

    def _clear(self) -> None:
        self._lines: list[bytes] = []
        self._size = 0
        self._has_tags = self._in_moves = self._in_comment = self._finished = False
        self._after_blank = True
        self._unseen: list[bytes] = []
        self._moved, self._depth = False, 0

    def begins_with(self, line: bytes) -> bool:
        """Whether a new game begins with this line."""
        if not self._in_moves:
            return False
        text = line.lstrip()
        if _TAG.match(text):
            return not self._in_comment or text.startswith(b'[Event "') or bool(self._after_blank and _whole(text))
        if self._in_comment or not text or text[:1] in b";%)":
            return False
        if self._finished:
            return (text[:1] != b"{" or self._after_blank) and not self._look().depth
        return self._after_blank and bool(_RESTART.match(text)) and self._look().moved and not self._look().depth

    def add(self, line: bytes) -> None:
        """Take a line into the game at hand."""
        self._read += len(line)
        text = line.lstrip()
        if self._size <= MAX_GAME_BYTES:
            self._lines.append(line)
            self._size += len(line)
        if not text:
            self._after_blank = True
            return
        self._after_blank = False
        if not self._in_comment:
            if not self._in_moves and _TAG.match(text):
                self._has_tags = True
                tags = _TAGS.match(text)
                text = text[tags.end() :] if tags else b""
            if not text or text[:1] in b";%":
                return
            self._in_moves = True
        if self._size <= MAX_GAME_BYTES:
            self._unseen.append(text)
        opened, closed = text.rfind(b"{"), text.rfind(b"}")
        if opened != closed:
            self._in_comment = opened > closed
        if not self._in_comment and (self._finished or b";" not in text):
            self._finished = self._finished or _FINISHED.search(text) is not None

    def take(self) -> Iterator[RawGame]:
        """Hand over the game at hand, if it is one, and begin anew."""
        text = b"".join(self._lines)
        too_long = self._size > MAX_GAME_BYTES
        if self._has_tags or too_long or _COMMENTS.sub(b"", text).strip():
            self.number += 1
            yield RawGame(self.number, text, self._read, too_long)
        self._clear()

    def _look(self) -> "_Seen":
        """Whether moves have begun and variations are open; asked seldom, and never in the middle of a comment."""
        if self._unseen:
            moves = _COMMENTS.sub(b"", b"".join(self._unseen))
            self._moved = self._moved or _RESTART.search(moves) is not None
            self._depth = max(0, self._depth + moves.count(b"(") - moves.count(b")"))
            self._unseen = []
        return _Seen(self._moved, self._depth)


class _Seen(NamedTuple):
    moved: bool
    depth: int


def _whole(text: bytes) -> bool:
    return _WHOLE_TAG.match(text) is not None
