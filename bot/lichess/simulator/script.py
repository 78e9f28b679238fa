"""Games written down by hand, step by step, for tests and rehearsals."""

from __future__ import annotations

from typing import Any

import chess

from bot.lichess.simulator.model import Event, Game, Kind, Player, TimeControl
from bot.lichess.simulator.statuses import Status
from bot.lichess.simulator.variants import new_board


class Script:
    """A game in the making: every step comes `pace_ms` after the one before. `board` is the position so far.

    `Script("abcdefgh").moves("e4 e5").offer(chess.WHITE).moves("Nf3").resign(chess.BLACK).game()`
    """

    def __init__(
        self, game_id: str = "abcdefgh", *, pace_ms: int = 1000, control: TimeControl | None = None, **fields: Any
    ) -> None:
        self._pace_ms = pace_ms
        self._now_ms = 0
        self._events: list[Event] = []
        self._fields: dict[str, Any] = {
            "id": game_id,
            "white": Player("Amsel", 1700),
            "black": Player("Birke", 1650),
            "control": control,
            **fields,
        }
        self.board = new_board(fields.get("variant", "standard"), fields.get("initial_fen"))

    def wait(self, ms: int) -> Script:
        """Nothing happens for so many milliseconds more."""
        self._now_ms += ms
        return self

    def moves(self, text: str) -> Script:
        """Moves in SAN or UCI, separated by blanks."""
        for word in text.split():
            move = self.board.parse_san(word)
            uci = self.board.uci(move)
            self.board.push(move)
            self._add(Kind.MOVE, uci=uci)
        return self

    def takeback(self, plies: int = 1) -> Script:
        """The last plies are taken back."""
        for _ in range(plies):
            self.board.pop()
        return self._add(Kind.TAKEBACK, amount=plies)

    def propose_takeback(self, side: chess.Color) -> Script:
        """A side asks to take its last move back."""
        return self._add(Kind.TAKEBACK_OFFER, side)

    def decline_takeback(self, side: chess.Color) -> Script:
        """A side declines what the other proposes."""
        return self._add(Kind.TAKEBACK_DECLINE, side)

    def cancel_takeback(self, side: chess.Color) -> Script:
        """A side withdraws what it proposes."""
        return self._add(Kind.TAKEBACK_CANCEL, side)

    def chat(self, user: str, text: str) -> Script:
        """Somebody writes: a player to the other, anybody else to the spectators."""
        return self._add(Kind.CHAT, user=user, text=text)

    def offer(self, side: chess.Color) -> Script:
        """A side offers a draw."""
        return self._add(Kind.DRAW_OFFER, side)

    def decline(self, side: chess.Color) -> Script:
        """A side declines the offer of the other."""
        return self._add(Kind.DRAW_DECLINE, side)

    def cancel(self, side: chess.Color) -> Script:
        """A side withdraws its offer."""
        return self._add(Kind.DRAW_CANCEL, side)

    def accept(self, side: chess.Color) -> Script:
        """A side accepts the offer of the other."""
        return self._add(Kind.DRAW_ACCEPT, side)

    def more_time(self, side: chess.Color, ms: int = 15_000) -> Script:
        """A side is given time."""
        return self._add(Kind.MORE_TIME, side, amount=ms)

    def gone(self, side: chess.Color) -> Script:
        """A side leaves the board."""
        return self._add(Kind.GONE, side)

    def back(self, side: chess.Color) -> Script:
        """A side comes back."""
        return self._add(Kind.BACK, side)

    def berserk(self, side: chess.Color) -> Script:
        """A side gives up half of its time."""
        return self._add(Kind.BERSERK, side)

    def resign(self, side: chess.Color) -> Script:
        """A side resigns."""
        return self._add(Kind.RESIGN, side)

    def flag(self) -> Script:
        """The flag of the side to move falls."""
        return self._add(Kind.FLAG)

    def abort(self) -> Script:
        """The game is aborted."""
        return self._add(Kind.ABORT)

    def restart(self) -> Script:
        """The server restarts, which aborts the game."""
        return self._add(Kind.RESTART)

    def finish(self, status: Status, winner: chess.Color | None = None) -> Script:
        """The game ends in any other way."""
        return self._add(Kind.FINISH, winner, status=status)

    def game(self) -> Game:
        """The game as written so far."""
        return Game(events=tuple(self._events), **self._fields)

    def _add(self, kind: Kind, side: chess.Color | None = None, **fields: Any) -> Script:
        self._now_ms += self._pace_ms
        self._events.append(Event(self._now_ms, kind, side, **fields))
        return self
