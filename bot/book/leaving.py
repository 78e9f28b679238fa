"""Where a game leaves a book."""

import chess

from bot.pgn import PgnGame
from scoring.book import Book


def leaving_ply(game: PgnGame, book: Book) -> int | None:
    """The ply of the first unknown position; None for a game that ends before one, 0 for any start but the normal one.

    A missing answer counts as unknown.
    """
    board = game.start.copy(stack=False)
    if board.chess960 or board.fen() != chess.STARTING_FEN:
        return 0
    for ply, move in enumerate(game.moves, 1):
        board.push(move)
        if not book.knows(board):
            return ply
    return None
