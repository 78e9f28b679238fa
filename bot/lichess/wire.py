"""What Lichess sends, as msgspec structs: only the fields that are used; all others are ignored.

Everything that Lichess may leave out is optional here, whatever its description says is required.
"""

from typing import Literal

import msgspec

from bot import updates

SideName = Literal["white", "black"]


class User(msgspec.Struct, frozen=True):
    """A user as games name them."""

    name: str
    title: str | None = None


class Player(msgspec.Struct, frozen=True, rename="camel"):
    """A player of a game; an anonymous one has no user, an engine only a level."""

    user: User | None = None
    name: str | None = None
    rating: int | None = None
    ai_level: int | None = None


def player(wire: Player) -> updates.Player:
    """A player as the rest of the program knows them."""
    name = wire.user.name if wire.user else wire.name or ""
    return updates.Player(name, wire.user.title if wire.user else None, wire.rating, wire.ai_level)


class Players(msgspec.Struct, frozen=True):
    """Both players; either may be an empty object."""

    white: Player = msgspec.field(default_factory=Player)
    black: Player = msgspec.field(default_factory=Player)


class Variant(msgspec.Struct, frozen=True):
    """A variant as streams name it."""

    key: str


class Status(msgspec.Struct, frozen=True):
    """A status as streams name it; an id from 25 means that the game is over."""

    id: int
    name: str


class Line(msgspec.Struct, frozen=True, rename="camel"):
    """Any line of a move stream: with an `id` it describes the game, with only a `fen` it is a position."""

    id: str | None = None
    fen: str | None = None
    lm: str | None = None
    wc: int | None = None
    bc: int | None = None
    variant: Variant | None = None
    speed: str | None = None
    initial_fen: str | None = None
    players: Players | None = None
    status: Status | None = None
    winner: SideName | None = None
    draw_offers: list[int] = []


class ExportedGame(msgspec.Struct, frozen=True, rename="camel"):
    """The JSON export of a game; `moves` in SAN, `clocks` in centiseconds after each ply, `pgn` when asked for."""

    id: str
    status: str
    variant: str = "standard"
    speed: str = ""
    players: Players = msgspec.field(default_factory=Players)
    winner: SideName | None = None
    initial_fen: str | None = None
    moves: str = ""
    clocks: list[int] = []
    pgn: str = ""
    created_at: int | None = None


class UserStatus(msgspec.Struct, frozen=True, rename="camel"):
    """What a user does at the moment; `playing_id` is the game, when it was asked for and there is one."""

    id: str
    name: str = ""
    playing_id: str | None = None
