"""What events make of a game: its positions, clocks, draw offers and end, as Lichess' server decides them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import chess

from bot.lichess.simulator import statuses
from bot.lichess.simulator.draw_offers import DrawOffers
from bot.lichess.simulator.model import Event, Game, Kind
from bot.lichess.simulator.state import Clocks, Position, State
from bot.lichess.simulator.statuses import Status
from bot.lichess.simulator.variants import lichess_fen, new_board

_MAX_PLIES = 600


def replay(game: Game) -> Iterator[State]:
    """The state before the first event and after each one.

    Events after the end of the game change nothing but the chat, nor do draw offers that Lichess does not allow, nor
    answers to an offer that does not stand.
    """
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
        self._clocks = Clocks(start_ms, start_ms)
        self._start_ply = self._board.ply()
        self._ticking = False
        self._event: Event | None = None
        self._status = statuses.STARTED
        self._winner: chess.Color | None = None
        self._offers = DrawOffers(game)
        self._takebacks: frozenset[chess.Color] = frozenset()
        self._berserk: frozenset[chess.Color] = frozenset()
        self._gone: frozenset[chess.Color] = frozenset()
        self._last_ms = 0
        self._end_clock_ms: int | None = None
        self._positions: tuple[Position, ...] = (self._position("", "", "", 0),)
        self._handlers: dict[Kind, Callable[[Event], None]] = {
            Kind.MOVE: self._move,
            Kind.TAKEBACK_OFFER: self._propose_takeback,
            Kind.TAKEBACK_DECLINE: lambda event: self._drop_takeback(not self._side(event)),
            Kind.TAKEBACK_CANCEL: lambda event: self._drop_takeback(self._side(event)),
            Kind.TAKEBACK: self._takeback,
            Kind.DRAW_OFFER: self._draw_offer,
            Kind.DRAW_DECLINE: lambda event: self._drop_offer(not self._side(event)),
            Kind.DRAW_CANCEL: lambda event: self._drop_offer(self._side(event)),
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
            Kind.CHAT: lambda _event: None,
        }

    def state(self) -> State:
        board = self._board
        return State(
            event=self._event,
            positions=self._positions,
            start_ply=self._start_ply,
            turn=board.turn,
            check=board.king(board.turn) if board.is_check() else None,
            threefold=board.is_repetition(3),
            status=self._status,
            winner=self._winner,
            offers=self._offers.made,
            acceptance=self._offers.acceptance,
            standing=self._offers.standing,
            takebacks=self._takebacks,
            clocks=self._clocks,
            berserk=self._berserk,
            gone=self._gone,
            last_ms=self._last_ms,
            end_clock_ms=self._end_clock_ms,
        )

    def apply(self, event: Event) -> None:
        self._event = None
        if not self._status.over or event.kind == Kind.CHAT:
            self._event = event
            self._handlers[event.kind](event)

    # --- moves and clocks

    def _position(self, uci: str, uci_rook: str, san: str, at_ms: int) -> Position:
        white_ms, black_ms = self._clocks.white_ms, self._clocks.black_ms
        return Position(self._board.ply(), lichess_fen(self._board), uci, uci_rook, san, white_ms, black_ms, at_ms)

    def _move(self, event: Event) -> None:
        board, mover = self._board, self._board.turn
        try:
            move = board.parse_uci(event.uci)
        except ValueError as error:
            raise ValueError(f"game {self._game.id}, ply {board.ply() + 1}: {error}") from error
        left = event.clock_ms if event.clock_ms is not None else self._clock_after_move(event.at_ms)
        self._clocks = self._clocks.with_side(mover, left)
        uci, uci_rook, san = board.uci(move), board.uci(move, chess960=True), board.san(move)
        board.push(move)
        self._last_ms = event.at_ms
        self._positions += (self._position(uci, uci_rook, san, event.at_ms),)
        self._start_turn(event.at_ms)
        # A move declines the opponent's offer; the mover's own goes with the move and stands.
        self._offers.drop(not mover)
        self._takebacks = frozenset()
        self._end_by_position()
        if self._status.over:
            self._clocks = self._clocks.stopped(event.at_ms)

    def _start_turn(self, at_ms: int) -> None:
        """The clock of the side to move runs once both sides have moved; a takeback does not stop it again."""
        self._ticking = self._ticking or len(self._positions) > 2
        running = self._board.turn if self._ticking else None
        self._clocks = replace(self._clocks, running=running, since_ms=at_ms)

    def _clock_after_move(self, at_ms: int) -> int | None:
        left = self._clocks.left_ms(self._board.turn, at_ms)
        if left is None or self._control is None or not self._ticking or self._board.turn in self._berserk:
            return left
        return left + self._control.increment_ms

    def _takeback(self, event: Event) -> None:
        if not 1 <= event.amount < len(self._positions):
            raise ValueError(f"game {self._game.id}: {event.amount} plies cannot be taken back")
        for _ in range(event.amount):
            self._take_one_back()
        self._start_turn(event.at_ms)
        self._takebacks = frozenset()
        self._offers.cut(self._board.ply())

    def _take_one_back(self) -> None:
        """The side to move gets the time back for which it has thought; the other one keeps what its move left it."""
        side, last = self._board.turn, self._positions[-1]
        self._clocks = self._clocks.with_side(side, last.white_ms if side == chess.WHITE else last.black_ms)
        self._board.pop()
        self._positions = self._positions[:-1]

    def _propose_takeback(self, event: Event) -> None:
        self._takebacks |= {self._side(event)}

    def _drop_takeback(self, proposer: chess.Color) -> None:
        if proposer not in self._takebacks:
            self._event = None
        self._takebacks -= {proposer}

    def _more_time(self, event: Event) -> None:
        self._change_clock(self._side(event), lambda ms: ms + event.amount)

    def _change_clock(self, side: chess.Color, change: Callable[[int], int]) -> None:
        ms = self._clocks.white_ms if side == chess.WHITE else self._clocks.black_ms
        if ms is not None:
            self._clocks = self._clocks.with_side(side, change(ms))

    def _go_berserk(self, event: Event) -> None:
        """In an arena a player may halve his time before his first move, and forgo the increment."""
        side = self._side(event)
        self._berserk |= {side}
        self._change_clock(side, lambda ms: ms // 2)

    # --- presence and draw offers

    def _leave(self, event: Event) -> None:
        self._gone |= {self._side(event)}

    def _return(self, event: Event) -> None:
        self._gone -= {self._side(event)}

    def _draw_offer(self, event: Event) -> None:
        side, board = self._side(event), self._board
        if board.is_repetition(3):
            self._end(event, statuses.DRAW, None)
        elif (not side) in self._offers.standing:
            self._draw_accept(event)
        elif not self._offers.allowed(side, board):
            self._event = None
        else:
            self._offers.make(side, board)
            if board.has_insufficient_material(not side):
                self._end(event, statuses.INSUFFICIENT_MATERIAL_CLAIM, None)

    def _drop_offer(self, offerer: chess.Color) -> None:
        if not self._offers.drop(offerer):
            self._event = None

    def _draw_accept(self, event: Event) -> None:
        self._offers.accept(self._side(event), self._board)
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
        self._clocks = self._clocks.with_side(self._board.turn, 0 if self._control else None)
        if other in self._offers.standing:
            self._end(event, statuses.DRAW, None)
        else:
            unable = self._board.has_insufficient_material(other)
            self._end(event, statuses.OUT_OF_TIME, None if unable else other)

    def _end(self, event: Event, status: Status, winner: chess.Color | None) -> None:
        self._status, self._winner, self._last_ms = status, winner, event.at_ms
        self._end_clock_ms = self._clocks.left_ms(self._board.turn, event.at_ms)
        self._clocks = self._clocks.stopped(event.at_ms)
        self._takebacks = frozenset()
        self._offers.clear()

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
            or (bool(self._offers.standing) and board.is_repetition(3))
            or len(self._positions) - 1 > _MAX_PLIES
        )
