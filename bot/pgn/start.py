"""The start position of a game, and whether what is played from it counts as chess."""

import re
from collections.abc import Mapping

import chess

from bot.fen import board_of, nothing_to_play
from bot.pgn.model import BrokenGameError, UnscoredGameError

CHESS = frozenset({"", "standard", "normal", "chess", "classical", "fromposition"})
CHESS960 = frozenset({"chess960", "960", "frc", "fischerandom", "fischerrandom", "fischerrandomchess"})
"""The values of the tag Variant that count as chess, letters and digits alone. All others are not scored."""


def start_board(tags: Mapping[str, str]) -> chess.Board:
    """The position a game begins with.

    Raises `UnscoredGameError` for a variant that is not chess, and `BrokenGameError` for a FEN that cannot be a
    position of chess or is missing in a game of Chess960.
    """
    variant = tags.get("Variant", "")
    name = re.sub(r"[^a-z0-9]", "", variant.lower())
    if name not in CHESS and name not in CHESS960:
        raise UnscoredGameError(f"the variant {variant!r} is not scored")
    fen = tags.get("FEN", "")
    if fen in ("", "?", "-", "startpos"):
        if name in CHESS960:
            raise BrokenGameError("a game of Chess960 without its start position (tag FEN)")
        return chess.Board()
    try:
        board = board_of(fen)
    except ValueError:
        raise BrokenGameError(f"the start position {fen!r} is not a FEN") from None
    why = nothing_to_play(board)
    if why:
        raise BrokenGameError(f"the start position {fen!r} is not one of chess: {why}")
    board.chess960 = board.chess960 or name in CHESS960
    return board
