"""The key of a position: one number for all that `Board.epd()` tells."""

from hashlib import blake2b
from struct import Struct

import chess

KEY_BITS = 64
_pack = Struct("<9Q").pack
_NO_SQUARE = 64


def position_key(board: chess.Board) -> int:
    """A number of 64 bits, equal for two positions just if their `Board.epd()` is; the same on every machine.

    The en-passant square counts only where a capture is legal. Not for Chess960. Different positions share a key with
    a chance of 2 to the power of -64.
    """
    ep_square = board.ep_square
    if ep_square is None or not board.has_legal_en_passant():
        ep_square = _NO_SQUARE
    white = board.occupied_co[chess.WHITE]
    sides = (white, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    packed = _pack(*sides, board.clean_castling_rights(), ep_square << 1 | board.turn)
    return int.from_bytes(blake2b(packed, digest_size=KEY_BITS // 8).digest(), "big")
