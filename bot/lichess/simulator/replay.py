"""What events make of a game: its positions, draw offers and end, as Lichess' server decides them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import chess

from bot.lichess.simulator import statuses
from bot.lichess.simulator.draw_offers import DrawOffers
from bot.lichess.simulator.endings import ending
from bot.lichess.simulator.game_clocks import GameClocks
from bot.lichess.simulator.model import Event, Game, Kind
from bot.lichess.simulator.state import Position, State
from bot.lichess.simulator.statuses import Status
from bot.lichess.simulator.variants import lichess_fen, new_board


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
        self._board = new_board(game.variant, game.initial_fen)
        self._clocks = GameClocks(game.control)
        self._start_ply = self._board.ply()
        self._event: Event | None = None
        self._status = statuses.STARTED
        self._winner: chess.Color | None = None
        self._offers = DrawOffers(game)
        self._takebacks: frozenset[chess.Color] = frozenset()
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
            Kind.MORE_TIME: lambda event: self._clocks.give(self._side(event), event.amount),
            Kind.GONE: self._leave,
            Kind.BACK: self._return,
            Kind.BERSERK: lambda event: self._clocks.go_berserk(self._side(event)),
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
            clocks=self._clocks.shown,
            berserk=self._clocks.berserk,
            gone=self._gone,
            last_ms=self._last_ms,
            end_clock_ms=self._end_clock_ms,
        )

    def apply(self, event: Event) -> None:
        self._event = None
        if not self._status.over or event.kind == Kind.CHAT:
            self._event = event
            self._handlers[event.kind](event)

    # --- moves

    def _position(self, uci: str, uci_rook: str, san: str, at_ms: int) -> Position:
        board, clocks = self._board, self._clocks.shown
        return Position(board.ply(), lichess_fen(board), uci, uci_rook, san, clocks.white_ms, clocks.black_ms, at_ms)

    def _move(self, event: Event) -> None:
        board, mover = self._board, self._board.turn
        try:
            move = board.parse_uci(event.uci)
        except ValueError as error:
            raise ValueError(f"game {self._game.id}, ply {board.ply() + 1}: {error}") from error
        self._clocks.moved(mover, event.at_ms, event.clock_ms)
        uci, uci_rook, san = board.uci(move), board.uci(move, chess960=True), board.san(move)
        board.push(move)
        self._last_ms = event.at_ms
        self._positions += (self._position(uci, uci_rook, san, event.at_ms),)
        self._clocks.turn(board.turn, len(self._positions) - 1, event.at_ms)
        # A move declines the opponent's offer; the mover's own goes with the move and stands.
        self._offers.drop(not mover)
        self._takebacks = frozenset()
        if end := ending(board, offered=bool(self._offers.standing), plies=len(self._positions) - 1):
            self._status, self._winner = end
            self._clocks.stop(event.at_ms)

    def _takeback(self, event: Event) -> None:
        if not 1 <= event.amount < len(self._positions):
            raise ValueError(f"game {self._game.id}: {event.amount} plies cannot be taken back")
        for _ in range(event.amount):
            self._take_one_back()
        self._clocks.turn(self._board.turn, len(self._positions) - 1, event.at_ms)
        self._takebacks = frozenset()
        self._offers.cut(self._board.ply())

    def _take_one_back(self) -> None:
        """The side to move gets the time back for which it has thought; the other one keeps what its move left it."""
        side, last = self._board.turn, self._positions[-1]
        self._clocks.put(side, last.white_ms if side == chess.WHITE else last.black_ms)
        self._board.pop()
        self._positions = self._positions[:-1]

    def _propose_takeback(self, event: Event) -> None:
        self._takebacks |= {self._side(event)}

    def _drop_takeback(self, proposer: chess.Color) -> None:
        if proposer not in self._takebacks:
            self._event = None
        self._takebacks -= {proposer}

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
        self._clocks.put(self._board.turn, 0 if self._game.control else None)
        if other in self._offers.standing:
            self._end(event, statuses.DRAW, None)
        else:
            unable = self._board.has_insufficient_material(other)
            self._end(event, statuses.OUT_OF_TIME, None if unable else other)

    def _end(self, event: Event, status: Status, winner: chess.Color | None) -> None:
        self._status, self._winner, self._last_ms = status, winner, event.at_ms
        self._end_clock_ms = self._clocks.shown.left_ms(self._board.turn, event.at_ms)
        self._clocks.stop(event.at_ms)
        self._takebacks = frozenset()
        self._offers.clear()
