"""Hands that have gone on to other pieces: what was on the board before is certain then."""

from bot.boards.lost import hidden_move
from bot.boards.meaning import Meaning
from bot.boards.placement import Placement
from bot.boards.record import Record


def is_answered(record: Record, meant: Meaning, before: Placement, seen: Placement) -> bool:
    """Whether hands have gone on after moves that stood on the board, and no longer move explains what they do.

    Args:
        record: The game so far.
        meant: What was on the board means for the game if it is certain.
        before: What was on the board.
        seen: What is there now.
    """
    if meant.result or any(record.last.is_lifted(shown) for shown in (before, seen)):
        return False
    continued = meant.applied_to(record)
    is_takeback = meant.moves == record.moves[: len(meant.moves)]
    begun_from = [record.last] if is_takeback else [record.last, continued.positions[-2]]
    if any(position.is_begun(seen) for position in begun_from):
        return False
    after = continued.last
    return after.is_lifted(seen) or after.is_begun(seen) or hidden_move(after, seen) is not None
