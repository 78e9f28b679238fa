"""What the units of a side attack, from bitboards."""

from collections.abc import Iterator

import chess

from scoring.flagfall.winnability.position import Position


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


def attacked_by_white(position: Position, occupied: chess.Bitboard) -> chess.Bitboard:
    """The squares that White attacks, with other occupied squares than the position's if wanted."""
    white = position.white
    attacked = white_pawn_attacks(position.pawns & white)
    for square in squares(position.knights & white):
        attacked |= chess.BB_KNIGHT_ATTACKS[square]
    for square in squares((position.bishops | position.queens) & white):
        attacked |= diagonal(square, occupied)
    for square in squares((position.rooks | position.queens) & white):
        attacked |= straight(square, occupied)
    return attacked | chess.BB_KING_ATTACKS[(position.kings & white).bit_length() - 1]


def white_pawn_attacks(pawns: chess.Bitboard) -> chess.Bitboard:
    """What White's pawns attack."""
    return (pawns & ~chess.BB_FILE_A) << 7 & chess.BB_ALL | (pawns & ~chess.BB_FILE_H) << 9 & chess.BB_ALL


def black_pawn_attacks(pawns: chess.Bitboard) -> chess.Bitboard:
    """What Black's pawns attack."""
    return (pawns & ~chess.BB_FILE_A) >> 9 | (pawns & ~chess.BB_FILE_H) >> 7
