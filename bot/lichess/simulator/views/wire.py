"""The JSON shapes that several views share. The order of the fields is the order in which Lichess writes them.

A field that is None or False is left out, as Lichess does.
"""

from __future__ import annotations

import chess
import msgspec

from bot.lichess.simulator.model import Game, Player
from bot.lichess.simulator.state import Position, State
from bot.lichess.simulator.statuses import COLOR_NAMES, Status
from bot.lichess.simulator.switches import Switches


class Wire(msgspec.Struct, omit_defaults=True, rename="camel", kw_only=True, frozen=True):
    """A JSON object with camelCase keys, without the fields that hold their default."""


class User(Wire, kw_only=True, frozen=True):
    """A user in few words."""

    name: str
    title: str | None = None
    id: str


class StatusObject(msgspec.Struct, frozen=True):
    """A status as streams write it."""

    id: int
    name: str


class GamePlayer(Wire, kw_only=True, frozen=True):
    """A player of a game; `{}` for an anonymous one."""

    user: User | None = None
    ai_level: int | None = None
    rating: int | None = None
    rating_diff: int | None = None
    provisional: bool = False
    berserk: bool = False


class Players(msgspec.Struct, frozen=True):
    """Both players."""

    white: GamePlayer
    black: GamePlayer


def user(player: Player) -> User | None:
    """The user behind a player, if there is one."""
    return User(name=player.name, title=player.title, id=player.id) if player.name else None


def players(game: Game, state: State, *, berserk: bool = False) -> Players:
    """Both players; how their ratings changed only once a rated game is finished."""
    settled = game.rated and state.status.finished

    def one(side: chess.Color) -> GamePlayer:
        player = game.player(side)
        return GamePlayer(
            user=user(player),
            ai_level=player.ai_level,
            rating=player.rating,
            rating_diff=player.rating_diff if settled else None,
            provisional=player.provisional,
            berserk=berserk and side in state.berserk,
        )

    return Players(one(chess.WHITE), one(chess.BLACK))


def status_object(status: Status) -> StatusObject:
    """A status with number and name."""
    return StatusObject(status.id, status.name)


def color_name(side: chess.Color | None) -> str | None:
    """`white`, `black`, or None."""
    return None if side is None else COLOR_NAMES[side]


def round_seconds(ms: int | None) -> int | None:
    """Whole seconds, halves rounded up, as Lichess shows clocks in streams and PGN."""
    return None if ms is None else (ms + 500) // 1000


def last_move(position: Position, switches: Switches) -> str | None:
    """The move as streams write it (`lm`).

    By default two squares without the promotion letter, a drop as its square twice; None at the start.
    """
    uci = position.uci_rook if switches.castling == "e1h1" else position.uci
    if not uci or switches.lm == "uci":
        return uci or None
    return uci[2:4] * 2 if "@" in uci else uci[:4]
