"""The public move stream of one game, without I/O."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.state import Position, State
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.variants import VARIANTS
from bot.lichess.simulator.views.offers import told_offers
from bot.lichess.simulator.views.wire import (
    Players,
    StatusObject,
    Wire,
    color_name,
    last_move,
    players,
    round_seconds,
    status_object,
)
from bot.lichess.simulator.world import World


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its newline. `final` marks the one that tells how the game ended."""

    data: bytes
    final: bool = False


class VariantObject(msgspec.Struct, frozen=True):
    """A variant with its three names."""

    key: str
    name: str
    short: str


class Description(Wire, kw_only=True, frozen=True):
    """The game as a whole: what never changes, and what only the final line and the old first line tell."""

    id: str
    variant: VariantObject
    speed: str
    perf: str
    rated: bool
    initial_fen: str | None = None
    fen: str | None = None
    player: str | None = None
    turns: int | None = None
    started_at_turn: int | None = None
    source: str
    tournament_id: str | None = None
    swiss_id: str | None = None
    rules: tuple[str, ...] = ()
    status: StatusObject | None = None
    created_at: int
    winner: str | None = None
    last_move: str | None = None
    check: str | None = None
    threefold: bool = False
    rematch: str | None = None
    draw_offers: list[int] | None = None
    players: Players


class PositionLine(Wire, kw_only=True, frozen=True):
    """A position, the move that led to it, and both clocks of that moment in whole seconds."""

    fen: str
    lm: str | None = None
    wc: int | None = None
    bc: int | None = None


def describe(game: Game, state: State, switches: Switches, *, final: bool) -> Description:
    """The first line of the stream, or its final one.

    Since 2026 the first line says nothing about the present state. The final line gives FEN, plies, status, winner, the
    plies of all draw offers, and the change of the ratings.
    """
    old = switches.first_line == "2023"
    present = final or old
    variant = VARIANTS[game.variant]
    return Description(
        id=game.id,
        variant=VariantObject(variant.key, variant.name, variant.short),
        speed=game.speed,
        perf=game.perf,
        rated=game.rated,
        initial_fen=game.initial_fen,
        fen=state.positions[-1].fen if present else None,
        player=color_name(state.turn) if old else None,
        turns=state.turns if present else None,
        started_at_turn=state.start_ply if old or state.start_ply else None,
        source=game.source,
        tournament_id=game.arena.id if game.arena else None,
        swiss_id=game.swiss.id if game.swiss else None,
        rules=game.rules,
        status=status_object(state.status) if present else None,
        created_at=game.created_ms,
        winner=color_name(state.winner) if present else None,
        last_move=(state.positions[-1].uci or None) if old else None,
        check=chess.square_name(state.check) if old and state.check is not None else None,
        threefold=present and state.threefold,
        rematch=game.rematch if final else None,
        draw_offers=(sorted({offer.ply for offer in told_offers(state, switches)}) or None) if present else None,
        players=players(game, state),
    )


def position_line(position: Position, switches: Switches) -> PositionLine:
    """A line for one position."""
    return PositionLine(
        fen=position.fen,
        lm=last_move(position, switches),
        wc=round_seconds(position.white_ms),
        bc=round_seconds(position.black_ms),
    )


class MoveStream:
    """One client's stream of a game.

    A running game with a clock is shown three plies late: a line waits until three more are behind it, so that nothing
    but the first line comes before ply 3, and the waiting lines come in one burst with the final line. A takeback sends
    nothing, not even for lines that still wait: the next positions just go on from an earlier one. Draw offers, given
    time and absent players send nothing either.

    With the switch `delay="seconds"` it is told instead as it was some time ago. `ended` is true after the final line.
    """

    def __init__(self, game: Game, switches: Switches) -> None:
        self._game = game
        self._switches = switches
        self._seen: int | None = None
        self._lag_ms = 0
        self._waiting: deque[Line] = deque()
        self._plies = 0
        self._hangs = False
        self.ended = False

    @property
    def due_ms(self) -> int | None:
        """When the next event is to be told, on the simulator's clock; None if nothing is planned."""
        event_ms = self._game.due_ms(self._seen or 0)
        return None if event_ms is None else event_ms + self._lag_ms

    def news(self, world: World) -> list[Line]:
        """The lines that are due now; if the game has vanished, none and the end."""
        latest = world.get(self._game.id)
        if latest is None:
            self.ended = True
            return []
        self._game, now_ms, before = latest, world.clock.now_ms(), self._seen
        if before is None and latest.state_at(now_ms).playable:
            self._lag_ms = self._switches.lag_ms(latest)
        self._seen = latest.events_by(now_ms - self._lag_ms)
        if before is None:
            return self._open(latest.states[self._seen])
        return [line for state in latest.states[before + 1 : self._seen + 1] for line in self._told(state)]

    def _open(self, state: State) -> list[Line]:
        """The description, what is visible of the positions so far, and the end if the game is over."""
        self._hangs = state.status.over and not state.status.finished and self._switches.aborted_hang
        first = [Line(_encode(describe(self._game, state, self._switches, final=False)))]
        self._append(state, since=0)
        return first + self._release(state)

    def _told(self, state: State) -> list[Line]:
        """The lines that one more event makes visible."""
        if self.ended or self._hangs:
            return []
        self._append(state, since=self._plies + 1)
        return self._release(state)

    def _append(self, state: State, since: int) -> None:
        self._waiting.extend(Line(_encode(position_line(p, self._switches))) for p in state.positions[since:])
        self._plies = state.plies

    def _release(self, state: State) -> list[Line]:
        held = self._switches.held_plies if self._game.control and state.playable else 0
        lines = [self._waiting.popleft() for _ in range(len(self._waiting) - held)]
        if state.status.over and not self._hangs:
            self.ended = True
            lines.append(Line(_encode(describe(self._game, state, self._switches, final=True)), final=True))
        return lines


def _encode(message: Wire) -> bytes:
    return msgspec.json.encode(message)
