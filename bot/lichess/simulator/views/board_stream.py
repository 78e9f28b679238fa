"""The stream of one's own game, without I/O: nothing in it is late, and it tells offers, takebacks and absences."""

from __future__ import annotations

import chess
import msgspec

from bot.lichess.simulator.model import Event, Game, Kind
from bot.lichess.simulator.state import State
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.views.board_lines import ChatLine, OpponentGone, game_full, game_state
from bot.lichess.simulator.views.chat import said
from bot.lichess.simulator.views.move_stream import Line
from bot.lichess.simulator.views.wire import Wire
from bot.lichess.simulator.world import World

_SILENT = {Kind.DRAW_DECLINE, Kind.DRAW_CANCEL, Kind.GONE, Kind.BACK, Kind.BERSERK, Kind.CHAT}
"""What sends no state."""
_STEP_MS = 5000
_CLAIM_MS = 40_000
_PATIENCE = {"rapid": 2, "classical": 3}


class BoardStream:
    """One client's stream of a game that it plays itself.

    Lines are due with every event, and every five seconds while the opponent is gone. `ended` is true after the final
    state, and after the first line of a game that was over before.
    """

    def __init__(self, game: Game, side: chess.Color, switches: Switches, *, bot: bool) -> None:
        self._game = game
        self._side = side
        self._switches = switches
        self._bot = bot
        self._seen: int | None = None
        self._claim: _Claim | None = None
        self.ended = False

    @property
    def due_ms(self) -> int | None:
        """When the next line is due, on the simulator's clock; None if nothing is planned."""
        event_ms = self._game.due_ms(self._seen or 0)
        times = (event_ms, self._claim.due_ms + self._game.created_ms if self._claim else None)
        return min((time for time in times if time is not None), default=None)

    def news(self, world: World) -> list[Line]:
        """The lines that are due now; if the game has vanished, none and the end."""
        latest = world.get(self._game.id)
        if latest is None:
            self.ended = True
            return []
        self._game = latest
        now_ms = world.clock.now_ms()
        count, at_ms = latest.events_by(now_ms), now_ms - latest.created_ms
        if self._seen is None:
            return self._open(count, at_ms)
        lines: list[Line] = []
        for index in range(self._seen, count):
            lines += self._countdown(latest.events[index].at_ms - 1)
            lines += self._told(latest.states[index], latest.states[index + 1])
        self._seen = count
        return lines + self._countdown(at_ms)

    def _open(self, count: int, at_ms: int) -> list[Line]:
        self._seen = count
        state = self._game.states[count]
        self.ended = state.status.over
        return [_line(game_full(self._game, state, at_ms, self._switches), final=self.ended)]

    def _told(self, before: State, after: State) -> list[Line]:
        """What one event sends: texts first, but after the state of a move."""
        event = after.event
        if event is None:
            return []
        texts = [
            _line(ChatLine(room=room, username=text.user, text=text.text))
            for text in said(self._game, before, after)
            for room in self._rooms(text.room)
        ]
        states = [] if event.kind in _SILENT else self._states(before, after, event)
        return states + texts if event.kind == Kind.MOVE else texts + states + self._presence(event)

    def _rooms(self, room: str) -> list[str]:
        """Players see their own room, bots both: what Lichess tells the players comes twice to them."""
        if self._bot:
            return ["player", "spectator"] if room == "player" else [room]
        return [room] if room == "player" else []

    def _states(self, before: State, after: State, event: Event) -> list[Line]:
        stale = (
            before.standing if event.kind == Kind.MOVE and self._switches.stale_draw and after.playable else frozenset()
        )
        self.ended = after.status.over
        line = _line(game_state(self._game, after, event.at_ms, self._switches, stale), final=self.ended)
        if self.ended:
            self._claim = None
        twice = event.kind in (Kind.ABORT, Kind.RESTART) and self._switches.abort_twice
        return [line, line] if twice else [line]

    def _presence(self, event: Event) -> list[Line]:
        if event.side != (not self._side):
            return []
        if event.kind == Kind.GONE:
            wait_ms = event.amount or _CLAIM_MS * _PATIENCE.get(self._game.speed, 1)
            self._claim = _Claim(event.at_ms, wait_ms)
            return self._countdown(event.at_ms)
        if event.kind == Kind.BACK:
            self._claim = None
            return [_line(OpponentGone(gone=False))]
        return []

    def _countdown(self, at_ms: int) -> list[Line]:
        """The seconds until the game may be claimed, as far as they have been counted."""
        lines = []
        while self._claim and self._claim.due_ms <= at_ms:
            lines.append(_line(OpponentGone(gone=True, claim_win_in_seconds=self._claim.seconds())))
            self._claim = self._claim.next()
        return lines


class _Claim:
    """A countdown: every five seconds down to 0, which comes twice."""

    def __init__(self, due_ms: int, left_ms: int) -> None:
        self.due_ms = due_ms
        self._left_ms = left_ms

    def seconds(self) -> int:
        return max(0, self._left_ms // 1000)

    def next(self) -> _Claim | None:
        left_ms = self._left_ms - _STEP_MS
        return None if left_ms < -_STEP_MS else _Claim(self.due_ms + _STEP_MS, left_ms)


def _line(message: Wire, *, final: bool = False) -> Line:
    return Line(msgspec.json.encode(message), final)
