"""The position of a search: a move changes it as python-chess does."""

from collections import Counter
from random import Random

import chess

from scoring.flagfall.winnability.position import Position, after, position_of, put_on

GAMES = 100
PLIES = 120


def test_moves_are_those_of_python_chess() -> None:
    random = Random(1)
    seen = Counter[str]()
    searched = chess.Board(None)
    for number in range(GAMES):
        board = chess.Board.from_chess960_pos(random.randrange(960)) if number % 2 else chess.Board()
        searched.chess960 = board.chess960
        position = position_of(board)
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            rare = [move for move in moves if kind(board, move)]
            move = random.choice(rare if rare and random.random() < 0.7 else moves)
            seen[kind(board, move)] += 1
            position = after(position, move.from_square, move.to_square, move.promotion or 0)
            board.push(move)
            assert without_idle_right(position, board) == position_of(board), (board.fen(), move)
            put_on(searched, position)
            assert set(searched.legal_moves) == set(board.legal_moves), board.fen()
    kinds = {"O-O", "O-O-O", "960 O-O", "960 O-O-O", "en passant", *map(chess.piece_name, range(2, 6))}
    assert all(seen[kind] > 5 for kind in kinds), seen


def kind(board: chess.Board, move: chess.Move) -> str:
    """What is not plain about a move; nothing if it is."""
    if board.is_castling(move):
        return ("960 " if board.chess960 else "") + ("O-O" if board.is_kingside_castling(move) else "O-O-O")
    if move.promotion:
        return chess.piece_name(move.promotion)
    return "en passant" if board.is_en_passant(move) else ""


def without_idle_right(position: Position, board: chess.Board) -> Position:
    """A pawn that stands ready to capture en passant may be pinned: `position_of` looks at that, `after` does not."""
    idle = position.ep_square == board.ep_square and not board.has_legal_en_passant()
    return position._replace(ep_square=None) if idle else position
