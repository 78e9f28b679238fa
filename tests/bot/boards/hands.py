"""How hands carry out a move on a physical board: every order of lifting and placing, as what the board then shows."""

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from bot.boards.placement import EMPTY, Placement, changed

Step = tuple[chess.Square, str]
"""What a square holds after something was lifted from it or put on it."""


@dataclass(frozen=True)
class Order:
    """The steps of a move in one order; after the last one it is complete."""

    name: str
    steps: tuple[Step, ...]

    def shown(self, placement: Placement) -> list[Placement]:
        """What the board shows after each step."""
        shown = []
        for square, content in self.steps:
            placement = changed(placement, {square: content})
            shown.append(placement)
        return shown


def orders(board: chess.Board, move: chess.Move) -> list[Order]:
    """Every order in which a legal move can be carried out; sliding pieces are seen on every square of their way."""
    if board.is_castling(move):
        return list(_castling(board, move))
    mover = _symbol(board, move.from_square)
    lift, put = (move.from_square, EMPTY), (move.to_square, mover)
    if move.promotion:
        return list(_promotion(board, move))
    slide = _way(move.from_square, move.to_square, mover)
    if not board.is_capture(move):
        return [Order("carried", (lift, put)), *([Order("slid", (lift, *slide, put))] if slide else [])]
    if board.is_en_passant(move):
        file, rank = chess.square_file(move.to_square), chess.square_rank(move.from_square)
        away = (chess.square(file, rank), EMPTY)
        return [
            Order("en passant", (lift, put, away)),
            Order("en passant, victim before it is put", (lift, away, put)),
            Order("en passant, victim first", (away, lift, put)),
        ]
    away = (move.to_square, EMPTY)
    found = [
        Order("mover first", (lift, away, put)),
        Order("victim first", (away, lift, put)),
        Order("pushed away", (lift, put)),
    ]
    if slide:
        found += [
            Order("slid, victim first", (away, lift, *slide, put)),
            Order("slid up to the victim", (lift, *slide[:-1], away, slide[-1], put)),
            Order("slid, pushed away", (lift, *slide, put)),
        ]
    return found


def _promotion(board: chess.Board, move: chess.Move) -> Iterator[Order]:
    assert move.promotion
    pawn, new = _symbol(board, move.from_square), chess.Piece(move.promotion, board.turn).symbol()
    lift, pushed, off, put = (
        (move.from_square, EMPTY),
        (move.to_square, pawn),
        (move.to_square, EMPTY),
        (move.to_square, new),
    )
    if board.is_capture(move):
        for first in ((lift, off), (off, lift)):
            yield Order("captured, pawn exchanged", (*first, pushed, off, put))
            yield Order("captured, new piece put", (*first, put))
        yield Order("pushed away, pawn exchanged", (lift, pushed, off, put))
    else:
        yield Order("pawn exchanged", (lift, pushed, off, put))
        yield Order("pawn exchanged at once", (lift, pushed, put))
        yield Order("pawn taken off, new piece put", (lift, put))
        yield Order("new piece put, pawn taken off", (put, lift))


def _castling(board: chess.Board, move: chess.Move) -> Iterator[Order]:
    after = board.copy(stack=False)
    after.push(move)
    king, rook = (chess.Piece(kind, board.turn).symbol() for kind in (chess.KING, chess.ROOK))
    king_from, king_to = move.from_square, after.king(board.turn)
    rooks = chess.SquareSet(board.pieces_mask(chess.ROOK, board.turn) & ~after.pieces_mask(chess.ROOK, board.turn))
    long = king_to is not None and chess.square_file(king_to) == 2
    rook_to = chess.square(3 if long else 5, chess.square_rank(king_from))
    rook_from = next(iter(rooks), rook_to)
    assert king_to is not None
    units = {"K": (king, king_from, king_to), "R": (rook, rook_from, rook_to)}
    texts = ["KkRr", "RrKk", "KRkr", "KRrk", "RKkr", "RKrk"]
    if king_from == king_to or rook_from == rook_to:  # in Chess960 one of them may stay where it is
        texts = ["Rr"] if king_from == king_to else ["Kk"]
    for text in texts:
        steps: list[Step] = []
        holds: dict[chess.Square, str] = {king_from: king, rook_from: rook}
        for letter in text:
            symbol, start, end = units[letter.upper()]
            step = (start, EMPTY) if letter.isupper() else (end, symbol)
            if letter.islower() and holds.get(end, EMPTY) != EMPTY:
                break  # the other piece still stands there
            holds[step[0]] = step[1]
            steps.append(step)
        else:
            yield Order(f"castling {text}", tuple(steps))
    if abs(king_from - king_to) > 1 and rook_from not in (king_to, rook_to) and king_from != rook_to:
        way = _way(king_from, king_to, king) if rook_from not in chess.SquareSet.between(king_from, king_to) else ()
        back = _way(rook_from, rook_to, rook) if not {king_from, king_to} & set(_between(rook_from, rook_to)) else ()
        yield Order(
            "castling, king slid", ((king_from, EMPTY), *way, (king_to, king), (rook_from, EMPTY), (rook_to, rook))
        )
        yield Order(
            "castling, rook slid first",
            ((rook_from, EMPTY), *back, (rook_to, rook), (king_from, EMPTY), (king_to, king)),
        )


def _between(start: chess.Square, end: chess.Square) -> list[chess.Square]:
    """The squares between two squares, in the order in which a piece comes over them."""
    squares = list(chess.SquareSet.between(start, end))
    return squares if start < end else squares[::-1]


def _way(start: chess.Square, end: chess.Square, symbol: str) -> tuple[Step, ...]:
    return tuple(step for square in _between(start, end) for step in ((square, symbol), (square, EMPTY)))


def _symbol(board: chess.Board, square: chess.Square) -> str:
    piece = board.piece_at(square)
    assert piece
    return piece.symbol()
