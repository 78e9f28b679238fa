"""What the units of a side attack, from bitboards."""

from collections.abc import Iterator

import chess


def squares(mask: chess.Bitboard) -> Iterator[chess.Square]:
    """The squares of a bitboard, from a1 on."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def straight(square: chess.Square, occupied: chess.Bitboard) -> chess.Bitboard:
    """What a rook attacks from a square."""
    ranks = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    return ranks | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]


def diagonal(square: chess.Square, occupied: chess.Bitboard) -> chess.Bitboard:
    """What a bishop attacks from a square."""
    return chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]


def unit_attacks(
    kind: chess.PieceType, color: chess.Color, square: chess.Square, occupied: chess.Bitboard
) -> chess.Bitboard:
    """What one unit attacks from a square."""
    if kind == chess.PAWN:
        return chess.BB_PAWN_ATTACKS[color][square]
    if kind == chess.KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[square]
    if kind == chess.BISHOP:
        return diagonal(square, occupied)
    if kind == chess.ROOK:
        return straight(square, occupied)
    if kind == chess.QUEEN:
        return straight(square, occupied) | diagonal(square, occupied)
    return chess.BB_KING_ATTACKS[square]
