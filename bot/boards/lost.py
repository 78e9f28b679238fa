"""Moves of which no message arrived: the legal moves that lead to what stands on the board, if only some can."""

from typing import Final

import chess

from bot.boards.placement import EMPTY, Placement
from bot.boards.position import Position

LONGEST: Final = 4
"""How many plies are looked for at most."""
_ENOUGH: Final = 1500
"""How many moves a search tries at most; one that is cut short has found nothing."""
_MANY: Final = 4

Line = tuple[chess.Move, ...]


def two_moves(position: Position, seen: Placement, first: chess.Move | None) -> Line | None:
    """The two legal moves after which the board shows this, if there are no other two.

    Of several ones, those that begin with the move that was on the board for a moment (`first`) are the right ones.
    """
    lines = _Search(seen, position.board, 2).lines
    if len(lines) > 1:
        lines = [line for line in lines if line[0] == first]
    return lines[0] if len(lines) == 1 else None


def lost_moves(position: Position, seen: Placement) -> Line | None:
    """The fewest legal moves, at least two, after which the board shows this, if no other ones as few do that."""
    for plies in range(2, LONGEST + 1):
        search = _Search(seen, position.board, plies)
        if search.lines or search.is_cut_short:
            return _only(search)
    return None


def hidden_move(position: Position, seen: Placement) -> Line | None:
    """The legal move after which the board shows another one that has begun, if there is no other."""
    lines = [
        (way.move,)
        for way in position.ways
        if all(seen[square] == content for square, content in way.contents.items())
        and position.after(way.move).is_begun(seen)
    ]
    return lines[0] if len(lines) == 1 else None


def _only(search: "_Search") -> Line | None:
    return search.lines[0] if len(search.lines) == 1 and not search.is_cut_short else None


class _Search:
    """All series of so many legal moves from a position to what stands on the board, or some of many."""

    def __init__(self, seen: Placement, start: chess.Board, plies: int) -> None:
        self.lines: list[Line] = []
        self.is_cut_short = False
        self._tried = 0
        self._seen = _bitboards(seen)
        self._board = start.copy(stack=False)
        self._walk(plies, ())

    def _walk(self, plies: int, line: Line) -> None:
        board = self._board
        mine, theirs = (plies + 1) // 2, plies // 2
        slack = bool(board.castling_rights)  # castling moves two units
        come, gone = self._changes(board.turn)
        if come.bit_count() > mine + slack or gone.bit_count() > mine + theirs + slack:
            return
        if any(
            units.bit_count() > most + slack
            for units, most in zip(self._changes(not board.turn), (theirs, plies), strict=True)
        ):
            return
        if plies == 0:
            if not (come or gone or any(self._changes(not board.turn))):
                self.lines.append(line)
            return
        # With one move left, what it moves cannot come back; a king may castle without moving.
        movers = gone | (board.kings if slack else 0) if mine == 1 else chess.BB_ALL
        for move in board.generate_legal_moves(movers):
            self._tried += 1
            self.is_cut_short = self._tried > _ENOUGH
            if self.is_cut_short or len(self.lines) >= _MANY:
                return
            board.push(move)
            self._walk(plies - 1, (*line, move))
            board.pop()

    def _changes(self, color: chess.Color) -> tuple[int, int]:
        """The squares to which units of a side have come on the board, and from which they have gone."""
        board, come, gone = self._board, 0, 0
        for kind in chess.PIECE_TYPES:
            before, after = board.pieces_mask(kind, color), self._seen[color][kind]
            come |= after & ~before
            gone |= before & ~after
        return come, gone


def _bitboards(placement: Placement) -> dict[chess.Color, dict[chess.PieceType, int]]:
    masks = {color: dict.fromkeys(chess.PIECE_TYPES, 0) for color in chess.COLORS}
    for square, symbol in enumerate(placement):
        if symbol != EMPTY:
            piece = chess.Piece.from_symbol(symbol)
            masks[piece.color][piece.piece_type] |= chess.BB_SQUARES[square]
    return masks
