"""The decision: one way to prove it after the other, the cheap ones first."""

from dataclasses import replace

import chess

from scoring.amounts import FLAG_FALL_NODES
from scoring.flagfall.winnability.answer import Proof, Winnability
from scoring.flagfall.winnability.corner import CornerMate
from scoring.flagfall.winnability.guide import Guide
from scoring.flagfall.winnability.hunt import PATIENT, QUICK, Hunt, Weights
from scoring.flagfall.winnability.material import cannot_mate
from scoring.flagfall.winnability.position import position_of
from scoring.flagfall.winnability.search import Found, Search
from scoring.flagfall.winnability.walls import walls_around

QUICK_NODES = 60
"""What nearly every position is decided within."""
MANY_FACING_PAWNS = 3
"""With so many it pays to look for walls first."""


def winnability(board: chess.Board, winner: chess.Color, nodes: int = FLAG_FALL_NODES) -> Winnability:
    """Decide whether `winner` can still mate by any series of legal moves from a position, whoever is to move.

    `nodes` limits the positions whose legal moves are looked at; what is not proved within them is undecided.
    The board is left as it is. The 50- and 75-move rules and repetitions play no part (RULES 10).
    """
    known = seen_at_once(board, winner)
    if known:
        return known
    if winner == chess.WHITE:
        return _white(board, nodes)
    return _mirrored(_white(board.mirror(), nodes))


def seen_at_once(board: chess.Board, winner: chess.Color) -> Winnability | None:
    """What the end of the game or the material says about a position; None if a proof is needed."""
    if not any(board.generate_legal_moves()):
        if board.turn != winner and board.is_check():
            return Winnability(winner, "winnable", "mate", 1, (), board.checkers_mask())
        return Winnability(winner, "unwinnable", "game_over", 1, None, board.occupied_co[winner])
    material = cannot_mate(board, winner)
    if material:
        return Winnability(winner, "unwinnable", material, 1, None, board.occupied_co[winner])
    return None


def _white(board: chess.Board, nodes: int) -> Winnability:
    """Decide whether White can still mate, where a proof is needed."""
    men = board.occupied_co[chess.WHITE]
    walls = walls_around(board) if _many_walls(board) else None
    if walls is not None:
        return Winnability(chess.WHITE, "unwinnable", "walled_in", 1, None, walls)
    quick = Search(board, _guide(board, QUICK), _cannot_mate)
    found = quick.run(min(nodes, QUICK_NODES))
    if found != "more":
        return _told(quick, found, quick.nodes, men)
    walls = walls_around(board)
    if walls is not None:
        return Winnability(chess.WHITE, "unwinnable", "walled_in", quick.nodes, None, walls)
    if quick.nodes >= nodes:
        return _told(quick, found, quick.nodes, men)
    patient = Search(board, _guide(board, PATIENT), _cannot_mate_or_is_walled_in)
    found = patient.run(nodes - quick.nodes)
    return _told(patient, found, quick.nodes + patient.nodes, men)


def _guide(board: chess.Board, weights: Weights) -> Guide:
    position = position_of(board)
    majors_and_pawns = (position.queens | position.rooks | position.pawns) & position.white
    return Hunt(position, weights) if majors_and_pawns else CornerMate(position)


def _told(search: Search, found: Found, nodes: int, men: chess.Bitboard) -> Winnability:
    """The answer that a search gives."""
    if found == "mate":
        return Winnability(chess.WHITE, "winnable", "mate", nodes, search.line, men)
    if found == "more":
        return Winnability(chess.WHITE, "undecided", "budget", nodes, None, men)
    proof: Proof = "forced" if search.forced else "nothing_mates" if search.came_back else "every_line_ends"
    return Winnability(chess.WHITE, "unwinnable", proof, nodes, None, men)


def _cannot_mate(board: chess.Board) -> bool:
    many = _many_walls(board)
    return cannot_mate(board, chess.WHITE) is not None or (many and walls_around(board) is not None)


def _cannot_mate_or_is_walled_in(board: chess.Board) -> bool:
    if cannot_mate(board, chess.WHITE):
        return True
    return bool(_facing(board)) and walls_around(board) is not None


def _many_walls(board: chess.Board) -> bool:
    """Whether so many pawns face each other that walls are likely."""
    return _facing(board).bit_count() >= MANY_FACING_PAWNS


def _facing(board: chess.Board) -> chess.Bitboard:
    """White's pawns that face a pawn of Black's, if White has nothing but pawns and bishops, which walls can hold."""
    white = board.occupied_co[chess.WHITE]
    if (board.queens | board.rooks | board.knights) & white:
        return chess.BB_EMPTY
    return board.pawns & white & (board.pawns & board.occupied_co[chess.BLACK]) >> 8


def _mirrored(seen: Winnability) -> Winnability:
    """What is so for White on a mirrored board is so for Black."""
    line = None if seen.witness is None else tuple(map(_mirrored_move, seen.witness))
    return replace(seen, winner=chess.BLACK, witness=line, units=chess.flip_vertical(seen.units))


def _mirrored_move(move: chess.Move) -> chess.Move:
    return chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)
