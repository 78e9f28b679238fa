"""A position of the game as hands see it: where every legal move leads, and what the board shows on the way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import chess

from bot.boards.kings import CENTRE
from bot.boards.placement import EMPTY, Placement, changed, differing, placement_of


@dataclass(frozen=True, slots=True)
class Way:
    """A legal move as it is carried out.

    Attributes:
        move: The move.
        contents: What each square that it changes holds in the end.
        passing: What each square may hold on the way: nothing, or a piece that is being moved.
        at_once: Whether it is neither quiet nor a part of castling, so that no other move shows the board it ends with.
    """

    move: chess.Move
    contents: dict[chess.Square, str]
    passing: dict[chess.Square, str]
    at_once: bool

    @property
    def gains(self) -> str:
        """The pieces that the board may show once more than before: those a pawn is promoted to."""
        return chess.piece_symbol(self.move.promotion) if self.move.promotion else ""


class Position:
    """A position of the game; its board must not be changed."""

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self.placement = placement_of(board)

    def after(self, move: chess.Move) -> Position:
        """The position after a legal move."""
        board = self.board.copy(stack=False)
        board.push(move)
        return Position(board)

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """All legal moves."""
        return tuple(way_of(self.board, move) for move in self.board.legal_moves)

    @cached_property
    def ends(self) -> dict[Placement, Way]:
        """All legal moves, each by what stands on the board after it; no two have that in common."""
        return {changed(self.placement, way.contents): way for way in self.ways}

    def is_begun(self, seen: Placement) -> bool:
        """Whether the board shows a legal move that is being carried out, or is complete."""
        squares = differing(seen, self.placement)
        return bool(squares) and any(self._is_on(way, seen, squares) for way in self.ways)

    def is_lifted(self, seen: Placement) -> bool:
        """Whether pieces are missing, and nothing else differs."""
        return all(seen[square] == EMPTY for square in differing(seen, self.placement))

    def is_certain(self, way: Way, seen: Placement) -> bool:
        """Whether a move that is complete on the board cannot be a part of another one.

        A piece may go on or back along its line as long as it is held, and one that has come to the next square may be
        drawn round a corner. A king may be on its way to castle, and so may a rook; a king that comes to the centre
        may show a result.
        """
        if way.at_once:
            return True
        move = way.move
        if move.to_square in CENTRE and self.board.piece_type_at(move.from_square) == chess.KING:
            return False
        squares = differing(seen, self.placement)
        return not any(
            _may_go_on(move, other.move) or self._is_on(other, seen, squares) for other in self.ways if other is not way
        )

    def _is_on(self, way: Way, seen: Placement, squares: tuple[chess.Square, ...]) -> bool:
        for square in squares:
            if seen[square] not in way.passing.get(square, ""):
                return False
        return all(
            seen.count(piece) <= self.placement.count(piece) + (piece.lower() == way.gains)
            for piece in {seen[square] for square in squares} - {EMPTY}
        )


def way_of(board: chess.Board, move: chess.Move) -> Way:
    """How a legal move is carried out."""
    if board.is_castling(move):
        return _castling(board, move)
    piece = board.piece_at(move.from_square)
    assert piece is not None
    mover = piece.symbol()
    placed = chess.Piece(move.promotion, piece.color).symbol() if move.promotion else mover
    passing = {square: EMPTY + mover for square in _path(move) if not board.occupied & chess.BB_SQUARES[square]}
    passing |= {move.from_square: EMPTY, move.to_square: EMPTY + mover + placed}
    contents = {move.from_square: EMPTY, move.to_square: placed}
    if board.is_en_passant(move):
        victim = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        contents[victim] = passing[victim] = EMPTY
    return Way(move, contents, passing, at_once=board.is_capture(move) or move.promotion is not None)


def _castling(board: chess.Board, move: chess.Move) -> Way:
    king_from, rank = move.from_square, chess.square_rank(move.from_square)
    long = chess.square_file(move.to_square) < chess.square_file(king_from)
    rooks = chess.SquareSet(board.castling_rights & chess.BB_RANKS[rank])
    rook_from = min(rooks) if long else max(rooks)
    king_to, rook_to = (chess.square(file, rank) for file in ((2, 3) if long else (6, 5)))
    king, rook = (chess.Piece(kind, board.turn).symbol() for kind in (chess.KING, chess.ROOK))
    ends = (king_from, king_to, rook_from, rook_to)
    return Way(
        move,
        contents={king_from: EMPTY, rook_from: EMPTY, king_to: king, rook_to: rook},
        passing=dict.fromkeys(range(min(ends), max(ends) + 1), EMPTY + king + rook),
        at_once=True,
    )


def _path(move: chess.Move) -> chess.SquareSet:
    """The squares over which a piece comes; a knight may come over all those of its rectangle."""
    between = chess.SquareSet.between(move.from_square, move.to_square)
    if between or chess.square_distance(move.from_square, move.to_square) < 2:
        return between
    files, ranks = (
        range(min(ends), max(ends) + 1)
        for ends in (
            (chess.square_file(move.from_square), chess.square_file(move.to_square)),
            (chess.square_rank(move.from_square), chess.square_rank(move.to_square)),
        )
    )
    return chess.SquareSet(chess.square(file, rank) for file in files for rank in ranks)


def _may_go_on(move: chess.Move, other: chess.Move) -> bool:
    """Whether a piece that was put where a move ends may be on its way to where another one does."""
    if move.from_square != other.from_square:
        return False
    return (
        chess.square_distance(move.from_square, move.to_square) == 1
        or move.to_square in chess.SquareSet.between(other.from_square, other.to_square)
        or other.to_square in chess.SquareSet.between(move.from_square, move.to_square)
    )
