"""Making the moves of a score sheet on a board, three times as fast as looking through all legal moves for each.

Nearly always just one unit can reach the square that a move names. That unit is found by its geometry; the move is
made, and is legal if the own king is not in check then. In every other case (several candidates, castling, promotion,
en passant, a pinned unit, nonsense) python-chess decides.
"""

import chess

_SQUARES = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_HINTS = (
    {name: chess.BB_FILES[index] for index, name in enumerate(chess.FILE_NAMES)}
    | {name: chess.BB_RANKS[index] for index, name in enumerate(chess.RANK_NAMES)}
    | {"x": chess.BB_ALL, "-": chess.BB_ALL}
)
_FOURTH_RANK = {chess.WHITE: chess.BB_RANK_4, chess.BLACK: chess.BB_RANK_5}


def push_san(board: chess.Board, san: str) -> chess.Move:
    """Make the move that a SAN without check and annotation signs names.

    Raises what `chess.Board.parse_san` raises, and leaves the board alone then.
    """
    move = _only_candidate(board, san)
    if move is not None:
        board.push(move)
        if not board.was_into_check():
            return move
        board.pop()
    move = board.parse_san(san)
    board.push(move)
    return move


def _only_candidate(board: chess.Board, san: str) -> chess.Move | None:
    """The move of the only unit that can go there, its king left out of account; None if that is not so simple."""
    target = _SQUARES.get(san[-2:])
    if target is None:
        return None
    own = board.occupied_co[board.turn]
    if chess.BB_SQUARES[target] & own:
        return None
    if san[0] not in "NBRQK":
        source = _pawn(board, san, target)
        return None if source is None else chess.Move(source, target)
    candidates = own & _reaching(board, san[0], target)
    for hint in san[1:-2]:
        candidates &= _HINTS[hint]
    if not candidates or candidates & (candidates - 1):
        return None
    return chess.Move(candidates.bit_length() - 1, target)


def _reaching(board: chess.Board, letter: str, target: chess.Square) -> chess.Bitboard:
    """The units of a kind, of both sides, from which the target can be reached."""
    if letter == "N":
        return chess.BB_KNIGHT_ATTACKS[target] & board.knights
    if letter == "K":
        return chess.BB_KING_ATTACKS[target] & board.kings
    lines, occupied = 0, board.occupied
    if letter != "R":
        lines |= chess.BB_DIAG_ATTACKS[target][chess.BB_DIAG_MASKS[target] & occupied]
    if letter != "B":
        lines |= chess.BB_RANK_ATTACKS[target][chess.BB_RANK_MASKS[target] & occupied]
        lines |= chess.BB_FILE_ATTACKS[target][chess.BB_FILE_MASKS[target] & occupied]
    return lines & (board.queens if letter == "Q" else board.rooks if letter == "R" else board.bishops)


def _pawn(board: chess.Board, san: str, target: chess.Square) -> chess.Square | None:
    """The square of the pawn that makes a plain move (`e4`) or captures a unit (`exd5`)."""
    goal = chess.BB_SQUARES[target]
    if goal & chess.BB_BACKRANKS:
        return None
    pawns, step = board.pawns & board.occupied_co[board.turn], 8 if board.turn else -8
    one = target - step
    if len(san) == 2:
        if board.occupied & goal:
            return None
        if pawns & chess.BB_SQUARES[one]:
            return one
        double = goal & _FOURTH_RANK[board.turn] and not board.occupied & chess.BB_SQUARES[one]
        return one - step if double and pawns & chess.BB_SQUARES[one - step] else None
    if len(san) == 4 and san[1] == "x" and board.occupied & goal:
        source = one + chess.FILE_NAMES.index(san[0]) - (target & 7)
        if abs(source - one) == 1 and pawns & chess.BB_SQUARES[source]:
            return source
    return None
