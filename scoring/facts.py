"""What a game says about itself, once per ply: the facts that all rules judge from.

Reading a move is the dear part and is done once; judging goes over the facts again and again. Most plies change
nothing that a rule asks for, and all quiet plies in a row share one record.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import chess

from scoring.asymmetry import asymmetry


class Material(NamedTuple):
    """What stands on the board of one position; changes only by captures and promotions."""

    units: int
    """Units of both sides, kings and pawns counted."""
    pawns: int
    """Pawns of both sides together."""
    asymmetry: int
    """RULES 2."""
    balance: tuple[int, int, int, int]
    """White's pawns, minors, rooks and queens less Black's."""
    dead: bool
    """Neither side has the material to mate."""


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

    `facts[k]` are those of position k; `events` the plies with a capture, a promotion, a castling or a lost
    castling right.
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
    """A game being read: its facts so far and the board after its last move.

    Grows by `push` and `extend` and shrinks by `cut`; facts and board stay in step.
    """

    def __init__(self, start: chess.Board | None = None) -> None:
        """Begin at any position, by default the normal one; `start` itself is left alone."""
        self.board = (start or chess.Board()).copy(stack=False)
        self.first_mover = self.board.turn
        self.first_number = self.board.fullmove_number
        self.facts = [Facts(_material(self.board), self.board.clean_castling_rights())]
        self.events: list[int] = []
        self.dead_ply: int | None = 0 if self.facts[0].material.dead else None

    @property
    def ply(self) -> int:
        """How many plies have been made, also beyond a dead position."""
        return len(self.facts) - 1

    @property
    def moves(self) -> list[chess.Move]:
        """All moves made so far."""
        return self.board.move_stack.copy()

    def push(self, move: chess.Move) -> None:
        """Make a move, which must be legal: what is not legal here is not noticed here."""
        self.extend((move,))

    def extend(self, moves: Iterable[chess.Move]) -> None:
        """Make several legal moves."""
        board, facts, sides = self.board, self.facts, self.board.occupied_co
        quiet = Facts(facts[-1].material, facts[-1].castling_rights)
        for move in moves:
            before = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
            opponent, rights = sides[not board.turn], board.castling_rights
            board.push(move)
            lost = opponent ^ sides[board.turn]
            if lost or move.promotion or board.castling_rights != rights:
                self._event(move, before, lost)
                quiet = Facts(facts[-1].material, board.castling_rights)
            else:
                facts.append(quiet)

    def _event(self, move: chess.Move, before: tuple[chess.Bitboard, ...], lost: chess.Bitboard) -> None:
        """Add the facts of a move that is not quiet: `before` and `lost` are the units by type and the one captured."""
        board, material = self.board, self.facts[-1].material
        captured = next((unit for unit, squares in zip(chess.PIECE_TYPES, before, strict=True) if squares & lost), None)
        castled = not lost and _castles(move, kings=before[-1], rooks=before[3])
        if lost or move.promotion:
            material = _material(board, material.asymmetry if board.pawns == before[0] else None)
        ply = len(self.facts)
        self.events.append(ply)
        self.facts.append(
            Facts(material, board.castling_rights, captured, move.to_square, castled, move.promotion is not None)
        )
        if material.dead and self.dead_ply is None:
            self.dead_ply = ply

    def cut(self, ply: int) -> None:
        """Take back every move after a ply."""
        while self.ply > ply:
            self.facts.pop()
            self.board.pop()
        while self.events and self.events[-1] > ply:
            self.events.pop()
        if self.dead_ply is not None and self.dead_ply > ply:
            self.dead_ply = None

    def played(self, ply: int | None = None) -> Played:
        """The facts that count: up to a ply, by default the last, and never beyond a dead position."""
        end = self.ply if ply is None else ply
        if self.dead_ply is not None:
            end = min(end, self.dead_ply)
        if end == self.ply:
            return Played(self.facts.copy(), self.events.copy(), self.first_mover, self.first_number)
        events = [event for event in self.events if event <= end]
        return Played(self.facts[: end + 1], events, self.first_mover, self.first_number)


def replay(moves: Iterable[chess.Move], start: chess.Board | None = None) -> Game:
    """Read legal moves from a start position, by default the normal one."""
    game = Game(start)
    game.extend(moves)
    return game


def _castles(move: chess.Move, kings: chess.Bitboard, rooks: chess.Bitboard) -> bool:
    """Whether a move that captures nothing castles: the king goes onto its own rook, or two files away."""
    files = chess.square_file(move.to_square) - chess.square_file(move.from_square)
    onto_rook = rooks & chess.BB_SQUARES[move.to_square]
    return bool(kings & chess.BB_SQUARES[move.from_square] and (onto_rook or abs(files) > 1))


def _material(board: chess.Board, known_asymmetry: int | None = None) -> Material:
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    pawns, rooks, queens = board.pawns, board.rooks, board.queens
    minors = board.knights | board.bishops
    return Material(
        board.occupied.bit_count(),
        pawns.bit_count(),
        asymmetry(pawns & white, pawns & black) if known_asymmetry is None else known_asymmetry,
        (
            (pawns & white).bit_count() - (pawns & black).bit_count(),
            (minors & white).bit_count() - (minors & black).bit_count(),
            (rooks & white).bit_count() - (rooks & black).bit_count(),
            (queens & white).bit_count() - (queens & black).bit_count(),
        ),
        not (pawns or rooks or queens) and board.is_insufficient_material(),
    )
