"""The variants of Lichess: their names on the wire, their boards, and the dialect of FEN that Lichess writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import chess
import chess.variant


@dataclass(frozen=True, slots=True)
class Variant:
    """One variant under its three names: `key` in exports and as `perf`, `name` in PGN, `short` on tabs."""

    key: str
    name: str
    short: str
    board: type[chess.Board]


VARIANTS: Final = {
    variant.key: variant
    for variant in (
        Variant("standard", "Standard", "Std", chess.Board),
        Variant("chess960", "Chess960", "960", chess.Board),
        Variant("fromPosition", "From Position", "FEN", chess.Board),
        Variant("crazyhouse", "Crazyhouse", "Crazy", chess.variant.CrazyhouseBoard),
        Variant("antichess", "Antichess", "Anti", chess.variant.AntichessBoard),
        Variant("atomic", "Atomic", "Atom", chess.variant.AtomicBoard),
        Variant("horde", "Horde", "Horde", chess.variant.HordeBoard),
        Variant("kingOfTheHill", "King of the Hill", "KotH", chess.variant.KingOfTheHillBoard),
        Variant("racingKings", "Racing Kings", "Racing", chess.variant.RacingKingsBoard),
        Variant("threeCheck", "Three-check", "3check", chess.variant.ThreeCheckBoard),
    )
}


def new_board(variant: str, initial_fen: str | None) -> chess.Board:
    """The start position of a game; ValueError for an unknown variant or an invalid FEN."""
    if variant not in VARIANTS:
        raise ValueError(f"unknown variant {variant!r}; Lichess has {', '.join(VARIANTS)}")
    kind = VARIANTS[variant].board
    chess960 = variant == "chess960"
    if initial_fen is None:
        return kind(chess960=chess960)
    return kind(initial_fen, chess960=chess960)


def lichess_fen(board: chess.Board) -> str:
    """All six fields, the en-passant square only where a capture is legal.

    Three-check games carry the checks given so far at the end (`+0+3`), where python-chess writes the checks that
    remain in the middle.
    """
    if not isinstance(board, chess.variant.ThreeCheckBoard):
        return board.fen()
    given = "".join(f"+{3 - board.remaining_checks[color]}" for color in chess.COLORS)
    placement, turn, castling, square, _, halfmoves, fullmove = board.fen().split(" ")
    return f"{placement} {turn} {castling} {square} {halfmoves} {fullmove} {given}"
