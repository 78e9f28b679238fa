"""What events make of a game: its positions, clocks, draw offers and end, as Lichess' server decides them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from bot.lichess.simulator import statuses
from bot.lichess.simulator.model import Event, Game, Kind
from bot.lichess.simulator.statuses import Status
from bot.lichess.simulator.variants import lichess_fen, new_board

_MAX_PLIES = 600


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the game's line, with the move that led to it.

    Attributes:
        ply: Lichess' count of plies, which starts at the ply of the initial position.
        fen: In Lichess' spelling, all six fields.
        uci: The move, castling as e1g1; empty at the start.
        uci_rook: The same move with castling as king takes rook, e1h1.
        san: The move in algebraic notation.
        white_ms: White's clock as it stood then; None without a clock.
        black_ms: Black's.
        at_ms: When it arose, in milliseconds after the creation of the game.
    """

    ply: int
    fen: str
    uci: str
    uci_rook: str
    san: str
    white_ms: int | None
    black_ms: int | None
    at_ms: int

    @property
    def mover_ms(self) -> int | None:
        """The clock of the side that made the move."""
        return self.white_ms if self.ply % 2 == 1 else self.black_ms


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """A draw offer with its normalised ply: the ply of the move that it belongs to.

    An offer made while it is the own turn counts for the move that follows it.
    """

    ply: int
    side: chess.Color


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a game at one time.

    `positions[0]` is the start; `start_ply` is its ply (not 0 for a game from a position). `standing` holds the sides
    whose draw offer stands. `last_ms` is the time of the last move or of the end, after the creation. `end_clock_ms` is
    the clock of the side to move when the game ended without a move of his; `lag_ms` how long he has thought.
    """

    positions: tuple[Position, ...]
    start_ply: int
    turn: chess.Color
    check: chess.Square | None
    threefold: bool
    status: Status
    winner: chess.Color | None
    offers: tuple[DrawOffer, ...]
    standing: frozenset[chess.Color]
    berserk: frozenset[chess.Color]
    gone: frozenset[chess.Color]
    last_ms: int
    end_clock_ms: int | None

    @property
    def plies(self) -> int:
        """The number of moves of both sides on the board now."""
        return len(self.positions) - 1

    @property
    def turns(self) -> int:
        """The ply of the present position, in Lichess' count."""
        return self.positions[-1].ply

    @property
    def playable(self) -> bool:
        """Whether it can still be played on."""
        return not self.status.over


def replay(game: Game) -> Iterator[State]:
    """The state before the first event and after each one. Events after the end of the game change nothing."""
    course = _Course(game)
    yield course.state()
    for event in game.events:
        course.apply(event)
        yield course.state()


class _Course:
    """A game on its way through its events."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._control = game.control
        self._board = new_board(game.variant, game.initial_fen)
        start_ms = game.control.start_ms if game.control else None
        self._clocks = {chess.WHITE: start_ms, chess.BLACK: start_ms}
        self._start_ply = self._board.ply()
        self._turn_since_ms = 0
        self._status = statuses.STARTED
        self._winner: chess.Color | None = None
        self._offers: tuple[DrawOffer, ...] = ()
        self._standing: frozenset[chess.Color] = frozenset()
        self._berserk: frozenset[chess.Color] = frozenset()
        self._gone: frozenset[chess.Color] = frozenset()
        self._last_ms = 0
        self._end_clock_ms: int | None = None
        self._positions: tuple[Position, ...] = (self._position("", "", "", 0),)
        self._handlers: dict[Kind, Callable[[Event], None]] = {
            Kind.MOVE: self._move,
            Kind.TAKEBACK: self._takeback,
            Kind.DRAW_OFFER: self._draw_offer,
            Kind.DRAW_DECLINE: self._draw_decline,
            Kind.DRAW_CANCEL: self._draw_cancel,
            Kind.DRAW_ACCEPT: self._draw_accept,
            Kind.MORE_TIME: self._more_time,
            Kind.GONE: self._leave,
            Kind.BACK: self._return,
            Kind.BERSERK: self._go_berserk,
            Kind.RESIGN: lambda event: self._end(event, statuses.RESIGN, not self._side(event)),
            Kind.FLAG: self._flag,
            Kind.ABORT: lambda event: self._end(event, statuses.ABORTED, None),
            Kind.RESTART: lambda event: self._end(event, statuses.ABORTED, None),
            Kind.FINISH: lambda event: self._end(event, event.status or statuses.UNKNOWN_FINISH, event.side),
        }

    def state(self) -> State:
        board = self._board
        return State(
            positions=self._positions,
            start_ply=self._start_ply,
            turn=board.turn,
            check=board.king(board.turn) if board.is_check() else None,
            threefold=board.is_repetition(3),
            status=self._status,
            winner=self._winner,
            offers=self._offers,
            standing=self._standing,
            berserk=self._berserk,
            gone=self._gone,
            last_ms=self._last_ms,
            end_clock_ms=self._end_clock_ms,
        )

    def apply(self, event: Event) -> None:
        if not self._status.over:
            self._handlers[event.kind](event)

    # --- moves and clocks

    def _position(self, uci: str, uci_rook: str, san: str, at_ms: int) -> Position:
        white_ms, black_ms = self._clocks[chess.WHITE], self._clocks[chess.BLACK]
        return Position(self._board.ply(), lichess_fen(self._board), uci, uci_rook, san, white_ms, black_ms, at_ms)

    def _move(self, event: Event) -> None:
        board, mover = self._board, self._board.turn
        try:
            move = board.parse_uci(event.uci)
        except ValueError as error:
            raise ValueError(f"game {self._game.id}, ply {board.ply() + 1}: {error}") from error
        self._clocks[mover] = event.clock_ms if event.clock_ms is not None else self._clock_after_move(event.at_ms)
        uci, uci_rook, san = board.uci(move), board.uci(move, chess960=True), board.san(move)
        board.push(move)
        self._turn_since_ms = self._last_ms = event.at_ms
        self._positions += (self._position(uci, uci_rook, san, event.at_ms),)
        # A move declines the opponent's offer; the mover's own goes with the move and stands.
        self._standing -= {not mover}
        self._end_by_position()

    def _remaining_ms(self, at_ms: int) -> int | None:
        """The clock of the side to move: it runs once both sides have moved."""
        left = self._clocks[self._board.turn]
        if left is None or len(self._positions) <= 2:
            return left
        return max(0, left - (at_ms - self._turn_since_ms))

    def _clock_after_move(self, at_ms: int) -> int | None:
        left = self._remaining_ms(at_ms)
        if left is None or self._control is None or len(self._positions) <= 2 or self._board.turn in self._berserk:
            return left
        return left + self._control.increment_ms

    def _takeback(self, event: Event) -> None:
        if not 1 <= event.amount < len(self._positions):
            raise ValueError(f"game {self._game.id}: {event.amount} plies cannot be taken back")
        for _ in range(event.amount):
            self._board.pop()
        self._positions = self._positions[: -event.amount]
        position = self._positions[-1]
        self._clocks = {chess.WHITE: position.white_ms, chess.BLACK: position.black_ms}
        self._turn_since_ms = event.at_ms
        self._standing = frozenset()

    def _more_time(self, event: Event) -> None:
        side = self._side(event)
        left = self._clocks[side]
        if left is not None:
            self._clocks[side] = left + event.amount

    def _go_berserk(self, event: Event) -> None:
        """In an arena a player may halve his time before his first move, and forgo the increment."""
        side = self._side(event)
        self._berserk |= {side}
        left = self._clocks[side]
        if left is not None:
            self._clocks[side] = left // 2

    # --- presence and draw offers

    def _leave(self, event: Event) -> None:
        self._gone |= {self._side(event)}

    def _return(self, event: Event) -> None:
        self._gone -= {self._side(event)}

    def _draw_offer(self, event: Event) -> None:
        side, board = self._side(event), self._board
        ply = board.ply()
        self._offers += (DrawOffer(ply + 1 if board.turn == side else ply, side),)
        self._standing |= {side}
        if board.is_repetition(3) or (not side) in self._standing - {side}:
            self._end(event, statuses.DRAW, None)
        elif board.has_insufficient_material(not side):
            self._end(event, statuses.INSUFFICIENT_MATERIAL_CLAIM, None)

    def _draw_decline(self, event: Event) -> None:
        self._standing -= {not self._side(event)}

    def _draw_cancel(self, event: Event) -> None:
        self._standing -= {self._side(event)}

    def _draw_accept(self, event: Event) -> None:
        if (not self._side(event)) not in self._standing:
            raise ValueError(f"game {self._game.id}: there is no draw offer to accept")
        self._end(event, statuses.DRAW, None)

    # --- ends

    def _side(self, event: Event) -> chess.Color:
        if event.side is None:
            raise ValueError(f"game {self._game.id}: the event {event.kind} needs a side")
        return event.side

    def _flag(self, event: Event) -> None:
        """The clock of the side to move ran out.

        Drawn by a standing offer of the other side, or if that side lacks the material to mate; otherwise it wins.
        """
        other = not self._board.turn
        self._clocks[self._board.turn] = 0 if self._control else None
        if other in self._standing:
            self._end(event, statuses.DRAW, None)
        else:
            unable = self._board.has_insufficient_material(other)
            self._end(event, statuses.OUT_OF_TIME, None if unable else other)

    def _end(self, event: Event, status: Status, winner: chess.Color | None) -> None:
        self._status, self._winner, self._last_ms = status, winner, event.at_ms
        self._end_clock_ms = self._remaining_ms(event.at_ms)

    def _end_by_position(self) -> None:
        """Lichess ends these by itself; threefold repetition only if a draw offer stands, 50 moves always."""
        board = self._board
        if board.is_variant_end():
            self._status = statuses.VARIANT_END
            if not board.is_variant_draw():
                self._winner = board.turn if board.is_variant_win() else not board.turn
        elif board.is_checkmate():
            self._status, self._winner = statuses.MATE, not board.turn
        elif board.is_stalemate():
            self._status = statuses.STALEMATE
        elif self._is_automatic_draw():
            self._status = statuses.DRAW

    def _is_automatic_draw(self) -> bool:
        board = self._board
        return (
            board.is_insufficient_material()
            or board.halfmove_clock >= 100
            or board.is_repetition(5)
            or (bool(self._standing) and board.is_repetition(3))
            or len(self._positions) - 1 > _MAX_PLIES
        )
