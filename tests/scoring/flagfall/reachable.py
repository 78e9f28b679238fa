"""The truth about a position from which only few others can be reached: they are all looked at."""

from collections import deque

import chess


def can_mate(start: chess.Board, most: int) -> bool | None:
    """Whether White can still mate by any legal moves; None if more than `most` positions can be reached."""
    seen, waiting = {_key(start)}, deque([start])
    while waiting:
        board = waiting.popleft()
        if board.turn == chess.BLACK and board.is_checkmate():
            return True
        for move in board.legal_moves:
            after = board.copy(stack=False)
            after.push(move)
            if _key(after) not in seen:
                seen.add(_key(after))
                waiting.append(after)
        if len(seen) > most:
            return None
    return False


def _key(board: chess.Board) -> str:
    """What counts for the moves to come: with the rights to castle and to capture en passant, without the counters."""
    return board.epd()
