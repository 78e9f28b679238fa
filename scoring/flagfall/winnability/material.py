"""Material with which a side can never mate, whatever the other side does."""

import chess

from scoring.flagfall.winnability.answer import Proof


def cannot_mate(board: chess.Board, side: chess.Color) -> Proof | None:
    """Why the material rules a mate by `side` out; None if it does not.

    A bare king never mates. A single knight needs a unit that blocks the other king, and a queen, which attacks every
    square around that king that a knight leaves open, cannot be that unit. Bishops of one square colour never attack
    the other colour: a unit that is not one of them, and no queen or rook of the other side, must take those squares.
    """
    own = board.occupied_co[side] & ~board.kings
    other = board.occupied_co[not side] & ~board.kings
    if not own:
        return "bare_king"
    if own & board.knights == own and own.bit_count() == 1 and not other & ~board.queens:
        return "knight_cannot_mate"
    bishops = board.bishops & (own | other)
    if own & board.bishops == own and not (board.pawns | board.knights) and _one_colour(bishops):
        return "no_mate_with_bishops"
    return None


def _one_colour(bishops: chess.Bitboard) -> bool:
    return not (bishops & chess.BB_LIGHT_SQUARES and bishops & chess.BB_DARK_SQUARES)
