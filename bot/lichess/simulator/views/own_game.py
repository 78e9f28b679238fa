"""A game as its own player sees it in lists and in the event stream."""

from __future__ import annotations

import hashlib

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.state import State
from bot.lichess.simulator.variants import VARIANTS
from bot.lichess.simulator.views.board_lines import clock_ms
from bot.lichess.simulator.views.wire import StatusObject, Wire, color_name, status_object


class OwnVariant(msgspec.Struct, frozen=True):
    """A variant with two of its names."""

    key: str
    name: str


class Opponent(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True, rename="camel"):
    """The other player under the name that people read, his title before it."""

    id: str | None
    username: str
    rating: int | None = None
    rating_diff: int | None = None
    ai: int | None = None


class Compat(msgspec.Struct, frozen=True):
    """Which of the two interfaces for players can play this game."""

    bot: bool
    board: bool


class OwnGame(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True, rename="camel"):
    """A game with its present position, not delayed."""

    full_id: str
    game_id: str
    fen: str
    color: str
    last_move: str
    source: str
    status: StatusObject
    variant: OwnVariant
    speed: str
    perf: str
    rated: bool
    has_moved: bool
    opponent: Opponent
    is_my_turn: bool
    seconds_left: int | None = None
    tournament_id: str | None = None
    swiss_id: str | None = None
    winner: str | None = None
    rating: int | None = None
    rating_diff: int | None = None
    compat: Compat | None = None
    id: str | None = None


class NowPlaying(Wire, kw_only=True, frozen=True):
    """The games of a player."""

    nb_my_turn: int
    now_playing: list[OwnGame]


class OwnGameEvent(msgspec.Struct, frozen=True):
    """A line of the event stream."""

    type: str
    game: OwnGame


def own_game(game: Game, side: chess.Color, state: State, at_ms: int, *, event: bool) -> OwnGame:
    """The game for the player of a side, `at_ms` milliseconds after its creation.

    `event` adds what only the event stream tells.
    """
    me, variant = game.player(side), VARIANTS[game.variant]
    settled = game.rated and state.status.finished
    left_ms = clock_ms(game, state, side, at_ms)
    return OwnGame(
        full_id=game.id + _secret(game.id, side),
        game_id=game.id,
        fen=state.positions[-1].fen,
        color=color_name(side) or "",
        last_move=state.positions[-1].uci,
        source=game.source,
        status=status_object(state.status),
        variant=OwnVariant(variant.key, variant.name),
        speed=game.speed,
        perf=game.perf,
        rated=game.rated,
        has_moved=state.plies > (state.start_ply + (side == chess.BLACK)) % 2,
        opponent=_opponent(game, not side, settled=settled),
        is_my_turn=state.playable and state.turn == side,
        seconds_left=None if left_ms is None else left_ms // 1000,
        tournament_id=game.arena.id if game.arena else None,
        swiss_id=game.swiss.id if game.swiss else None,
        winner=color_name(state.winner),
        rating=me.rating,
        rating_diff=me.rating_diff if settled else None,
        compat=Compat(bot=True, board=board_may_play(game)) if event else None,
        id=game.id if event else None,
    )


def now_playing(games: list[Game], user_id: str, now_ms: int, count: int) -> bytes:
    """The games that a user is playing, those first where it is his turn and his time is shortest."""
    own: list[OwnGame] = []
    for game in games:
        side = game.side_of(user_id)
        if side is not None:
            own.append(own_game(game, side, game.state_at(now_ms), now_ms - game.created_ms, event=False))
    own.sort(key=lambda one: (not one.is_my_turn, one.seconds_left or 0))
    return msgspec.json.encode(NowPlaying(nb_my_turn=sum(one.is_my_turn for one in own), now_playing=own[:count]))


def board_may_play(game: Game) -> bool:
    """Whether the Board API serves a game: rapid or slower, blitz only if it was arranged and not found."""
    if game.speed in ("rapid", "classical", "correspondence"):
        return True
    return game.speed == "blitz" and game.source in ("friend", "ai", "api")


def _opponent(game: Game, side: chess.Color, *, settled: bool) -> Opponent:
    player = game.player(side)
    if player.ai_level is not None:
        return Opponent(id=None, username=f"Stockfish level {player.ai_level}", ai=player.ai_level)
    if not player.name:
        return Opponent(id=None, username="Anonymous")
    name = f"{player.title} {player.name}" if player.title else player.name
    return Opponent(
        id=player.id, username=name, rating=player.rating, rating_diff=player.rating_diff if settled else None
    )


def _secret(game_id: str, side: chess.Color) -> str:
    """The four characters that only the player knows."""
    return hashlib.sha256(f"{game_id}{color_name(side)}".encode()).hexdigest()[:4]
