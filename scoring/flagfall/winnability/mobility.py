"""Where every unit could ever get to: an upper bound, for positions in which walls of pawns keep the sides apart.

The squares of each unit grow from the one it stands on, until no move leads to another one. A move counts unless it is
ruled out for good: by units that can neither move nor be captured, by pawns that face each other on a file they cannot
leave, or, for a king, by attacks that never end. All else is let through, so what is not reached here is never reached.
"""

import chess

from scoring.flagfall.winnability.attacks import squares, unit_attacks

Sides = dict[chess.Color, chess.Bitboard]


class Unit:
    """A unit and the squares it could ever stand on."""

    __slots__ = ("attacked", "captures", "color", "home", "kind", "may_be_captured", "promotes", "reached")

    def __init__(self, kind: chess.PieceType, color: chess.Color, home: chess.Square) -> None:
        """Begin where it stands."""
        self.kind = kind
        self.color = color
        self.home = home
        self.reached = 1 << home
        self.captures = chess.BB_EMPTY
        """The squares it could capture on."""
        self.attacked = unit_attacks(kind, color, home, chess.BB_ALL)
        """What it could attack from the squares it reaches."""
        self.may_be_captured = False
        self.promotes = False

    @property
    def keeps_its_file(self) -> bool:
        """Whether it is a pawn that never captures and never promotes."""
        return self.kind == chess.PAWN and not self.captures and not self.promotes


class Mobility:
    """The units of a position with all the squares they could ever stand on.

    The position must allow neither castling nor a capture en passant at once: an en passant capture that could come
    later is seen, because its square is one that the captured pawn could have stopped on.
    """

    def __init__(self, board: chess.Board) -> None:
        """Let the squares of all units grow as far as they go."""
        white = board.occupied_co[chess.WHITE]
        self.units = [
            Unit(board.piece_type_at(square) or chess.PAWN, bool(white >> square & 1), square)
            for square in squares(board.occupied)
        ]
        self.fixed: Sides = {}
        """Units that never move and are never captured."""
        self._targets: Sides = {}
        self._guarded: Sides = {}
        self._kings = chess.BB_EMPTY
        while self._grow():
            pass

    def _grow(self) -> bool:
        """Let all units go as far as they can by what is ruled out so far; whether any got further."""
        self._rule_out()
        before = [(unit.reached, unit.captures) for unit in self.units]
        for unit in self.units:
            if unit.kind == chess.PAWN:
                self._grow_pawn(unit)
            else:
                self._grow_piece(unit)
        return before != [(unit.reached, unit.captures) for unit in self.units]

    def _rule_out(self) -> None:
        """Work out what the squares reached so far rule out."""
        self.fixed, self._targets, self._guarded, captures = ({True: 0, False: 0} for _ in range(4))
        self._kings = chess.BB_EMPTY
        for unit in self.units:
            captures[unit.color] |= unit.captures
            if unit.kind != chess.KING:
                self._targets[unit.color] |= unit.reached
        for unit in self.units:
            unit.may_be_captured = unit.kind != chess.KING and bool(unit.reached & captures[not unit.color])
            if not unit.may_be_captured:
                self._guarded[unit.color] |= _always_attacked(unit)
                if unit.reached == 1 << unit.home:
                    self.fixed[unit.color] |= unit.reached
                    if unit.kind == chess.KING:
                        self._kings |= unit.reached

    def _grow_piece(self, unit: Unit) -> None:
        fixed = self.fixed[chess.WHITE] | self.fixed[chess.BLACK]
        barred = self.fixed[unit.color] | self._kings
        if unit.kind == chess.KING:
            barred |= self._guarded[not unit.color]
        reached = new = unit.reached
        attacked = chess.BB_EMPTY
        while new:
            square = new.bit_length() - 1
            attacks = unit_attacks(unit.kind, unit.color, square, fixed)
            attacked |= attacks
            new = (new ^ 1 << square) | attacks & ~barred & ~reached
            reached |= attacks & ~barred
        unit.attacked = attacked
        if reached != 1 << unit.home:
            unit.reached = unit.captures = reached

    def _grow_pawn(self, pawn: Unit) -> None:
        if pawn.promotes:
            return
        free = ~(self.fixed[chess.WHITE] | self.fixed[chess.BLACK]) & self._before_the_pawn_it_faces(pawn)
        targets = self._targets[not pawn.color] & ~self.fixed[pawn.color]
        reached = new = pawn.reached
        attacked = chess.BB_EMPTY
        while new:
            square = new.bit_length() - 1
            attacks = chess.BB_PAWN_ATTACKS[pawn.color][square]
            attacked |= attacks
            pawn.captures |= attacks & targets
            steps = _steps(pawn.color, square, free) | attacks & targets
            new = (new ^ 1 << square) | steps & ~reached
            reached |= steps
        pawn.reached, pawn.attacked = reached, attacked
        if reached & chess.BB_BACKRANKS:
            pawn.promotes = True
            pawn.reached = pawn.captures = pawn.attacked = chess.BB_ALL

    def _before_the_pawn_it_faces(self, pawn: Unit) -> chess.Bitboard:
        """The squares on this side of an enemy pawn that always stays ahead on the same file; else all squares."""
        if not pawn.keeps_its_file:
            return chess.BB_ALL
        side = chess.BB_ALL
        for other in self.units:
            faces = other.color != pawn.color and other.home % 8 == pawn.home % 8 and other.keeps_its_file
            if faces and not other.may_be_captured:
                if pawn.color == chess.WHITE and other.home > pawn.home:
                    side &= (1 << other.home) - 1
                elif pawn.color == chess.BLACK and other.home < pawn.home:
                    side &= ~((2 << other.home) - 1)
        return side


def _steps(color: chess.Color, square: chess.Square, free: chess.Bitboard) -> chess.Bitboard:
    """Where a pawn can step to from a square."""
    if color == chess.WHITE:
        step = (1 << square + 8) & free & chess.BB_ALL
        return step | ((step & chess.BB_RANK_3) << 8) & free
    step = (1 << square >> 8) & free
    return step | ((step & chess.BB_RANK_6) >> 8) & free


def _always_attacked(unit: Unit) -> chess.Bitboard:
    """What a unit attacks wherever it is and whatever stands around it."""
    attacked = chess.BB_ALL
    for square in squares(unit.reached):
        beside = chess.BB_KING_ATTACKS[square]
        attacks = unit_attacks(unit.kind, unit.color, square, beside)
        attacked &= attacks if unit.kind in (chess.PAWN, chess.KNIGHT) else attacks & beside
        if not attacked:
            break
    return attacked
