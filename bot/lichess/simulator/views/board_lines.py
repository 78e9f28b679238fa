"""The JSON shapes of the stream of one's own game."""

from __future__ import annotations

import chess
import msgspec

from bot.lichess.simulator.model import Game, Player
from bot.lichess.simulator.state import State
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.variants import VARIANTS
from bot.lichess.simulator.views.move_stream import VariantObject
from bot.lichess.simulator.views.wire import Wire, color_name

_UNLIMITED_MS = 2_147_483_647
_DAY_MS = 86_400_000


class PerfObject(msgspec.Struct, frozen=True):
    """A rating category by the name that people read, in the language of the account."""

    name: str


class BoardClock(msgspec.Struct, frozen=True):
    """The time control in milliseconds."""

    initial: int
    increment: int


class BoardUser(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A player with an account: unlike elsewhere his title is told even if he has none."""

    id: str
    name: str
    title: str | None
    rating: int | None = None
    provisional: bool = False


class BoardEngine(Wire, kw_only=True, frozen=True):
    """The engine as a player; `{}` for an anonymous one."""

    ai_level: int | None = None


class GameState(Wire, kw_only=True, frozen=True, tag_field="type", tag="gameState"):
    """All moves, both clocks in milliseconds as they show now, and what is offered."""

    moves: str
    wtime: int
    btime: int
    winc: int
    binc: int
    status: str
    winner: str | None = None
    wdraw: bool | None = None
    bdraw: bool | None = None
    wtakeback: bool | None = None
    btakeback: bool | None = None
    rematch: str | None = None


class GameFull(Wire, kw_only=True, frozen=True):
    """The game as a whole, and its state. Its type is not the first that it tells."""

    id: str
    variant: VariantObject
    speed: str
    perf: PerfObject
    rated: bool
    created_at: int
    white: BoardUser | BoardEngine
    black: BoardUser | BoardEngine
    initial_fen: str
    clock: BoardClock | None = None
    days_per_turn: int | None = None
    tournament_id: str | None = None
    type: str
    state: GameState


class ChatLine(Wire, kw_only=True, frozen=True, tag_field="type", tag="chatLine"):
    """Somebody wrote."""

    room: str
    username: str
    text: str


class OpponentGone(Wire, kw_only=True, frozen=True, tag_field="type", tag="opponentGone"):
    """The opponent has left the board, or is back."""

    gone: bool
    claim_win_in_seconds: int | None = None


def game_full(game: Game, state: State, at_ms: int, switches: Switches) -> GameFull:
    """The first line, `at_ms` milliseconds after the creation of the game."""
    variant, control = VARIANTS[game.variant], game.control
    return GameFull(
        id=game.id,
        variant=VariantObject(variant.key, variant.name, variant.short),
        speed=game.speed,
        perf=PerfObject(VARIANTS[game.perf].name if game.perf in VARIANTS else game.perf[0].upper() + game.perf[1:]),
        rated=game.rated,
        created_at=game.created_ms,
        white=_player(game.white),
        black=_player(game.black),
        initial_fen=game.initial_fen or "startpos",
        clock=BoardClock(control.initial_s * 1000, control.increment_ms) if control else None,
        days_per_turn=game.days_per_turn,
        tournament_id=game.arena.id if game.arena else None,
        type="gameFull",
        state=game_state(game, state, at_ms, switches),
    )


def game_state(
    game: Game, state: State, at_ms: int, switches: Switches, stale_draws: frozenset[chess.Color] = frozenset()
) -> GameState:
    """The state as it is told `at_ms` milliseconds after the creation of the game.

    `stale_draws` are sides whose offer stands no longer but is still told.
    """
    increment_ms = game.control.increment_ms if game.control else 0
    off = False if switches.draw_false == "false" else None
    draws = state.standing | stale_draws

    def flag(side: chess.Color, sides: frozenset[chess.Color]) -> bool | None:
        return True if side in sides else off

    rook = switches.board_castling == "e1h1"
    return GameState(
        moves=" ".join(position.uci_rook if rook else position.uci for position in state.positions[1:]),
        wtime=_or_unlimited(clock_ms(game, state, chess.WHITE, at_ms)),
        btime=_or_unlimited(clock_ms(game, state, chess.BLACK, at_ms)),
        winc=increment_ms,
        binc=increment_ms,
        status=state.status.name,
        winner=color_name(state.winner),
        wdraw=flag(chess.WHITE, draws),
        bdraw=flag(chess.BLACK, draws),
        wtakeback=flag(chess.WHITE, state.takebacks),
        btakeback=flag(chess.BLACK, state.takebacks),
        rematch=game.rematch if state.status.over else None,
    )


def clock_ms(game: Game, state: State, side: chess.Color, at_ms: int) -> int | None:
    """The clock of a side; in correspondence what is left of the days for a move, None without any limit."""
    left_ms = state.clocks.left_ms(side, at_ms)
    if left_ms is not None or game.days_per_turn is None:
        return left_ms
    thinking_ms = at_ms - state.positions[-1].at_ms if state.playable and side == state.turn else 0
    return max(0, game.days_per_turn * _DAY_MS - thinking_ms)


def _or_unlimited(ms: int | None) -> int:
    return _UNLIMITED_MS if ms is None else ms


def _player(player: Player) -> BoardUser | BoardEngine:
    if not player.name:
        return BoardEngine(ai_level=player.ai_level)
    return BoardUser(
        id=player.id, name=player.name, title=player.title, rating=player.rating, provisional=player.provisional
    )
