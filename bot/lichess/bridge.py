"""The few moves between a known position and one that is shown later, where there is only one way."""

from collections.abc import Iterator

import chess

LONGEST = 3
"""How many plies are bridged: as many as an export is late."""


def bridge(board: chess.Board, target: chess.Board, last_move: str | None = None) -> tuple[chess.Move, ...] | None:
    """The only moves that lead from a board to a position a few plies later; None if there are none, or several ways.

    `last_move` is the server's hint of the last of them.
    """
    plies = target.ply() - board.ply()
    if not 1 <= plies <= LONGEST:
        return None
    ways = _ways(board.copy(stack=False), target, plies, last_move)
    way = next(ways, None)
    return way if way is not None and next(ways, None) is None else None


def _ways(
    board: chess.Board, target: chess.Board, plies: int, last_move: str | None
) -> Iterator[tuple[chess.Move, ...]]:
    if plies == 0:
        if board.fen() == target.fen():
            yield ()
        return
    if not _within_reach(board, target, plies):
        return
    for move in list(board.legal_moves):
        if plies == 1 and not _is_meant(board, move, last_move):
            continue
        board.push(move)
        for rest in _ways(board, target, plies - 1, last_move):
            yield (move, *rest)
        board.pop()


def _within_reach(board: chess.Board, target: chess.Board, plies: int) -> bool:
    """Whether so many plies might do: a move changes two squares of its side, castling four, a capture one more."""
    moves = {board.turn: (plies + 1) // 2, not board.turn: plies // 2}
    return all(
        (board.occupied_co[side] ^ target.occupied_co[side]).bit_count()
        <= 2 * moves[side] + 2 * (board.king(side) != target.king(side)) + moves[not side]
        for side in chess.COLORS
    )


def _is_meant(board: chess.Board, move: chess.Move, last_move: str | None) -> bool:
    """Whether a hint, if there is one, may mean a move: castling has two spellings, a promotion lacks its piece."""
    if last_move is None or move.uci()[:4] == last_move[:4]:
        return True
    return board.is_castling(move) and move.uci()[:2] == last_move[:2]
