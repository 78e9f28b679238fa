"""Positions in which walls keep White from ever mating Black: no unit gets to where a mate would need it."""

from collections.abc import Iterator, Sequence

import chess

from scoring.flagfall.winnability.attacks import squares
from scoring.flagfall.winnability.mobility import Mobility, Unit


def walls_around(board: chess.Board) -> chess.Bitboard | None:
    """The units that never move, if they keep White from ever mating; None says nothing.

    For a mate Black's king must stand where a man of White's could attack it, and every square around it that it could
    ever step on must be attacked by such a man, covered by White's king or taken by a unit of Black's.
    """
    if board.clean_castling_rights() or board.has_legal_en_passant():
        return None
    mobility = Mobility(board)
    units = mobility.units
    if any(unit.promotes for unit in units if unit.color == chess.WHITE):
        return None
    white_king, black_king = (_king(units, color) for color in (chess.WHITE, chess.BLACK))
    attacked = chess.BB_EMPTY
    for unit in units:
        if unit.color == chess.WHITE and unit.kind != chess.KING:
            attacked |= unit.attacked
    blockers = [unit.reached for unit in units if unit.color == chess.BLACK and unit.kind != chess.KING]
    can_be_mated = any(
        _can_all_be_taken(list(squares(open_squares)), blockers)
        for square in squares(black_king.reached & attacked)
        for open_squares in _left_open(square, black_king.reached & ~attacked, white_king)
    )
    return None if can_be_mated else mobility.fixed[chess.WHITE] | mobility.fixed[chess.BLACK]


def _king(units: Sequence[Unit], color: chess.Color) -> Unit:
    return next(unit for unit in units if unit.kind == chess.KING and unit.color == color)


def _left_open(square: chess.Square, steps: chess.Bitboard, white_king: Unit) -> Iterator[chess.Bitboard]:
    """The squares around a mated king that Black's own units must take, for every place of White's king."""
    around = chess.BB_KING_ATTACKS[square] & steps
    places = white_king.reached & ~chess.BB_KING_ATTACKS[square] & ~(1 << square) if around else chess.BB_EMPTY
    yield around
    for covered in {chess.BB_KING_ATTACKS[place] & around for place in squares(places)} - {0}:
        yield around & ~covered


def _can_all_be_taken(places: Sequence[chess.Square], blockers: Sequence[chess.Bitboard]) -> bool:
    """Whether every place can have a blocker of its own."""
    taken_by: dict[int, chess.Square] = {}

    def seat(place: chess.Square, tried: set[int]) -> bool:
        for number, reached in enumerate(blockers):
            if reached >> place & 1 and number not in tried:
                tried.add(number)
                if number not in taken_by or seat(taken_by[number], tried):
                    taken_by[number] = place
                    return True
        return False

    return all(seat(place, set()) for place in places)
