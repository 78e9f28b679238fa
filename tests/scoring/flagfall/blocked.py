"""Random positions in which pawns nearly close the board, and bishops and other pieces on both sides of them."""

from collections.abc import Iterator
from random import Random

import chess

LOWEST, HIGHEST = 1, 5
"""The ranks, from 0 on, on which the white pawns of a wall stand; the black ones stand before them."""
MEN = ("", "", "B", "b", "Bb", "BBb", "Bbb", "n", "r", "q", "bn", "N")


def blocked(random: Random, count: int) -> Iterator[chess.Board]:
    """So many legal positions, without rights to castle or to capture en passant at once."""
    while count:
        board = _wall(random)
        for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
            _disturb(board, random)
        for man in random.choice(MEN):
            _put(board, man, chess.SQUARES, random)
        _put(board, "K", range(40), random)
        _put(board, "k", range(24, 64), random)
        board.turn = random.random() < 0.5
        if board.is_valid():
            count -= 1
            yield board


def _wall(random: Random) -> chess.Board:
    board = chess.Board(None)
    rank = random.randint(LOWEST, HIGHEST)
    for file in range(8):
        if random.random() < 0.97:
            board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, chess.WHITE))
            board.set_piece_at(chess.square(file, rank + 1), chess.Piece(chess.PAWN, chess.BLACK))
        step = random.choice((1, -1)) * random.choice((*[1] * 11, 2))
        rank += step if LOWEST <= rank + step <= HIGHEST else -step
    return board


def _disturb(board: chess.Board, random: Random) -> None:
    """Take a pawn back, put another one behind it, or take it away."""
    square = random.choice(list(chess.SquareSet(board.pawns)))
    pawn = chess.Piece(chess.PAWN, board.color_at(square) or chess.BLACK)
    behind = square + random.choice((8, 16)) * (-1 if pawn.color else 1)
    if not 8 <= behind < 56 or board.piece_at(behind):
        return
    way = random.randrange(3)
    if way != 0:
        board.remove_piece_at(square)
    if way != 1:
        board.set_piece_at(behind, pawn)


def _put(board: chess.Board, man: str, among: range | list[chess.Square], random: Random) -> None:
    free = [square for square in among if not board.piece_at(square)]
    board.set_piece_at(random.choice(free), chess.Piece.from_symbol(man))
