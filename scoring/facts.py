"""What a game says about itself, once per ply: the facts that all rules judge from.

Reading a move is the dear part and is done once; judging goes over the facts again and again. Most plies change
nothing that a rule asks for, and all quiet plies in a row share one record.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import chess

from scoring.asymmetry import asymmetry
from scoring.position import CASTLED, Position


class Material(NamedTuple):
    """What stands on the board of one position; changes only by captures and promotions."""

    counts: tuple[int, ...]
    """White's pawns, minors, rooks and queens, then Black's."""
    units: int
    """Units of both sides, kings and pawns counted."""
    structure: tuple[chess.Bitboard, chess.Bitboard]
    """The squares of White's and of Black's pawns when the material last changed."""
    asymmetry: int
    """RULES 2."""
    dead: bool
    """Neither side has the material to mate."""

    @property
    def pawns(self) -> int:
        """Pawns of both sides together."""
        return self.counts[0] + self.counts[_BLACK]

    @property
    def may_be_dead(self) -> bool:
        """Whether only kings and minors are left: with anything else somebody can mate."""
        white, black = self.counts[:_BLACK], self.counts[_BLACK:]
        return not any((white[0], white[2], white[3], black[0], black[2], black[3]))


class Facts(NamedTuple):
    """What a rule may ask of one position and of the move that led to it."""

    material: Material
    castling_rights: chess.Bitboard
    captured: chess.PieceType | None = None
    """What was captured: a promoted queen is a queen."""
    square: chess.Square | None = None
    """Where the capturing or castling unit landed, as the move says it."""
    castled: bool = False
    promoted: bool = False


class Played:
    """The facts of a game up to its last ply N, which no later ply can change any more.

    `facts[k]` are those of position k; every capture, promotion and castling is at one of the plies `events`.
    """

    __slots__ = ("events", "facts", "first_mover", "first_number", "last_ply")

    def __init__(
        self, facts: Sequence[Facts], events: Sequence[int], first_mover: chess.Color, first_number: int
    ) -> None:
        """Take facts and events, the side that moves first and the number of its move."""
        self.facts = facts
        self.events = events
        self.first_mover = first_mover
        self.first_number = first_number
        self.last_ply = len(facts) - 1

    def mover(self, ply: int) -> chess.Color:
        """The side that made the move of this ply."""
        return self.first_mover if ply % 2 else not self.first_mover

    def moves_made(self, side: chess.Color, ply: int) -> int:
        """How many moves a side has made by this ply."""
        return (ply + 1) // 2 if side == self.first_mover else ply // 2

    def castling_ply(self, side: chess.Color) -> int | None:
        """The ply with which a side castled; None if it has not."""
        for ply in self.events:
            if self.facts[ply].castled and self.mover(ply) == side:
                return ply
        return None

    def may_castle(self, side: chess.Color) -> bool:
        """Whether a side still has a castling right at the last ply."""
        back_rank = chess.BB_RANK_1 if side == chess.WHITE else chess.BB_RANK_8
        return bool(self.facts[self.last_ply].castling_rights & back_rank)

    def label(self, ply: int) -> str:
        """The move number of a ply as score sheets print it: "12." for White, "12..." for Black."""
        half_moves = ply - 1 + (self.first_mover == chess.BLACK)
        return f"{self.first_number + half_moves // 2}.{'..' if half_moves % 2 else ''}"


class Game:
    """A game being read: the facts of every position so far.

    Grows by `push` and `extend` and shrinks by `cut`.
    """

    def __init__(self, start: chess.Board | None = None) -> None:
        """Begin at any position, by default the normal one; `start` itself is left alone."""
        self.start = (start or chess.Board()).copy(stack=False)
        self._reset()

    def _reset(self) -> None:
        self._board = self.start.copy(stack=False)
        self._position = Position(self.start)
        self.moves: list[chess.Move] = []
        self.facts = [Facts(_start_material(self.start, self._position.pawns), self._position.rights)]
        self.events: list[int] = []
        self._sans: list[str] = []
        self.dead_ply: int | None = 0 if self.facts[0].material.dead else None

    @property
    def ply(self) -> int:
        """How many plies have been made, also beyond a dead position."""
        return len(self.moves)

    def end_dead(self, ply: int) -> None:
        """End the game at a ply whose position was proved dead; `cut` to before it takes that back."""
        if self.dead_ply is None or ply < self.dead_ply:
            self.dead_ply = ply

    @property
    def board(self) -> chess.Board:
        """The position after the last move, with the moves that led to it; not to be changed by the caller."""
        for move in self.moves[len(self._board.move_stack) :]:
            self._board.push(move)
        return self._board

    @property
    def sans(self) -> list[str]:
        """Every move as a score sheet has it (SAN): each is worked out once; not to be changed by the caller."""
        missing = len(self.moves) - len(self._sans)
        if missing:
            board = self.board.copy(stack=missing)
            for _ in range(missing):
                board.pop()
            self._sans += [board.san_and_push(move) for move in self.moves[-missing:]]
        return self._sans

    def push(self, move: chess.Move) -> None:
        """Make a move, which must be legal: what is not legal here is not noticed here."""
        self.extend((move,))

    def extend(self, moves: Iterable[chess.Move]) -> None:
        """Make several legal moves."""
        position, facts = self._position, self.facts
        quiet = Facts(facts[-1].material, position.rights)
        for move in moves:
            self.moves.append(move)
            captured = position.make(move)
            if captured or move.promotion:
                self._add_event(move, captured)
                quiet = Facts(facts[-1].material, position.rights)
            else:
                if position.rights != quiet.castling_rights:
                    quiet = Facts(quiet.material, position.rights)
                facts.append(quiet)

    def _add_event(self, move: chess.Move, captured: int) -> None:
        """Add the facts of a capture, a promotion or castling."""
        ply, material = len(self.facts), self.facts[-1].material
        castled = captured == CASTLED
        if not castled:
            mover = self._position.squares[move.to_square] > 0
            material = _next_material(material, mover, captured, move.promotion, self._position.pawns)
            if self.dead_ply is None and material.may_be_dead and self.board.is_insufficient_material():
                material, self.dead_ply = material._replace(dead=True), ply
        self.events.append(ply)
        unit = captured if captured > 0 else None
        rights = self._position.rights
        self.facts.append(Facts(material, rights, unit, move.to_square, castled, move.promotion is not None))

    def cut(self, ply: int) -> None:
        """Take back every move after a ply."""
        moves, sans, dead_ply = self.moves[:ply], self._sans[:ply], self.dead_ply
        self._reset()
        self.extend(moves)
        self._sans = sans
        if dead_ply is not None and dead_ply <= ply:
            self.end_dead(dead_ply)

    def played(self, ply: int | None = None) -> Played:
        """The facts that count: up to a ply, by default the last, and never beyond a dead position."""
        end = self.ply if ply is None else ply
        if self.dead_ply is not None:
            end = min(end, self.dead_ply)
        events = self.events if end == self.ply else [event for event in self.events if event <= end]
        return Played(self.facts[: end + 1], events.copy(), self.start.turn, self.start.fullmove_number)


def replay(moves: Iterable[chess.Move], start: chess.Board | None = None) -> Game:
    """Read legal moves from a start position, by default the normal one."""
    game = Game(start)
    game.extend(moves)
    return game


_CLASS = {chess.PAWN: 0, chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 3}
_BLACK = len(("pawns", "minors", "rooks", "queens"))


def _start_material(board: chess.Board, pawns: Sequence[chess.Bitboard]) -> Material:
    counts = [0] * 2 * _BLACK
    for piece in board.piece_map().values():
        if piece.piece_type != chess.KING:
            counts[_CLASS[piece.piece_type] + (0 if piece.color else _BLACK)] += 1
    white, black = pawns[chess.WHITE], pawns[chess.BLACK]
    units = board.occupied.bit_count()
    return Material(tuple(counts), units, (white, black), asymmetry(white, black), board.is_insufficient_material())


def _next_material(
    before: Material, mover: chess.Color, captured: int, promotion: int | None, pawns: Sequence[chess.Bitboard]
) -> Material:
    """The material after a capture, a promotion or both."""
    own, other = (0, _BLACK) if mover else (_BLACK, 0)
    counts, units = list(before.counts), before.units
    if captured:
        counts[other + _CLASS[captured]] -= 1
        units -= 1
    if promotion:
        counts[own + _CLASS[promotion]] += 1
        counts[own] -= 1
    structure = pawns[chess.WHITE], pawns[chess.BLACK]
    shape = before.asymmetry if structure == before.structure else asymmetry(*structure)
    return Material(tuple(counts), units, structure, shape, before.dead)
