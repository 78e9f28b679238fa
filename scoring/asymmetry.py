"""The asymmetry of a pawn structure (RULES 2), by arithmetic on the sets of files."""

import chess

from scoring.amounts import (
    FILE_DIFFERENCE_WEIGHT,
    FILE_WEIGHT,
    ISLAND_DIFFERENCE_WEIGHT,
    PAWN_DIFFERENCE_WEIGHT,
)


def asymmetry(white_pawns: chess.Bitboard, black_pawns: chess.Bitboard) -> int:
    """The number A of RULES 2 for the squares of both sides' pawns; 34 in the start position."""
    white_files, black_files = _files(white_pawns), _files(black_pawns)
    pw, pb = white_pawns.bit_count(), black_pawns.bit_count()
    fw, fb = white_files.bit_count(), black_files.bit_count()
    iw, ib = _islands(white_files), _islands(black_files)
    return (
        (pw + pb + iw + ib + fw + fb)
        + FILE_WEIGHT * (white_files ^ black_files).bit_count()
        + PAWN_DIFFERENCE_WEIGHT * abs(pw - pb)
        + ISLAND_DIFFERENCE_WEIGHT * abs(iw - ib)
        + FILE_DIFFERENCE_WEIGHT * abs(fw - fb)
    )


def _files(pawns: chess.Bitboard) -> int:
    """The files that hold a pawn, one bit a file."""
    pawns |= pawns >> 32
    pawns |= pawns >> 16
    return (pawns | pawns >> 8) & 0xFF


def _islands(files: int) -> int:
    """Maximal runs of neighbouring files: every run has exactly one first file."""
    return (files & ~(files << 1)).bit_count()
