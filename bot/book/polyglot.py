"""Opening books in the Polyglot format, as many chess programs use them."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import islice
from operator import le
from pathlib import Path

import chess
import chess.polyglot

from bot.book.errors import BookError, unreadable

_ENTRY_BYTES = 16
_WORDS_AN_ENTRY = 2


class PolyglotBook:
    """A Polyglot book: known are its positions and those its moves lead to, moves of weight 0 too."""

    def __init__(self, path: Path) -> None:
        """Open a book. Raises `BookError` for a file that cannot be read or is none.

        The format has no checksum: a file that is cut short between two entries is not noticed.
        """
        self._keys = _read_keys(path)
        self._entries = chess.polyglot.MemoryMappedReader(path)
        self.name = f"{path.stem}, {len(self._keys):,} {'move' if len(self._keys) == 1 else 'moves'}"

    def knows(self, board: chess.Board) -> bool:
        """Whether the position has an entry, or the move into it is an entry of the position before."""
        if self._has_entry(board):
            return True
        if not board.move_stack:
            return False
        move = board.pop()
        try:
            return self._has_entry(board) and any(
                entry.move == move for entry in self._entries.find_all(board, minimum_weight=0)
            )
        finally:
            board.push(move)

    def _has_entry(self, board: chess.Board) -> bool:
        key = polyglot_key(board)
        place = bisect_left(self._keys, key)
        return place < len(self._keys) and self._keys[place] == key


def _read_keys(path: Path) -> array[int]:
    """The keys of all entries, in order."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None
    if not data or len(data) % _ENTRY_BYTES:
        raise BookError(f"{path} is no Polyglot book, or not all of it: its length is not that of whole entries")
    words = array("Q", data)
    if sys.byteorder == "little":
        words.byteswap()
    keys = words[::_WORDS_AN_ENTRY]
    if not all(map(le, keys, islice(keys, 1, None))):
        raise BookError(f"{path} is no Polyglot book, or damaged: its entries are not in order")
    return keys


class _Hasher(chess.polyglot.ZobristHasher):
    """Polyglot's own key. A move changes one or two of the six sets of pieces; what the others add is remembered."""

    def hash_board(self, board: chess.BaseBoard) -> int:
        white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
        value = 0
        kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        for kind, squares in enumerate(kinds):
            value ^= _kind_hash(kind, squares & white, squares & black)
        return value


@lru_cache(1 << 12)
def _kind_hash(kind: int, white: chess.Bitboard, black: chess.Bitboard) -> int:
    """What the pieces of one kind add to the key."""
    value = 0
    for color, squares in ((chess.BLACK, black), (chess.WHITE, white)):
        for square in chess.scan_forward(squares):
            value ^= chess.polyglot.POLYGLOT_RANDOM_ARRAY[64 * (2 * kind + color) + square]
    return value


polyglot_key = _Hasher(chess.polyglot.POLYGLOT_RANDOM_ARRAY)
