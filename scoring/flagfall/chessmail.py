"""The list of chessmail: four kinds of material with which a side with time left cannot win (RULES 10)."""

import chess

from scoring.flagfall.verdict import Reason, Verdict


def chessmail(board: chess.Board, side: chess.Color) -> Verdict:
    """Draw if `side`, which has time left, has only what the list names; anything more wins."""
    reason = _too_little(board, side)
    return Verdict("chessmail", side, reason is None, reason or "can_mate", board.occupied_co[side])


def _too_little(board: chess.Board, side: chess.Color) -> Reason | None:
    units = board.occupied_co[side]
    bishops, knights = board.bishops & units, board.knights & units
    men = units & ~board.kings
    if not men:
        return "bare_king"
    if men == knights and knights.bit_count() == 1:
        return "one_knight"
    if men == bishops and bishops.bit_count() == 1:
        return "one_bishop"
    if men == bishops and not (bishops & chess.BB_LIGHT_SQUARES and bishops & chess.BB_DARK_SQUARES):
        return "bishops_of_one_colour"
    return None
