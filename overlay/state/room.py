"""The electronic boards of a room as the operator sees them. Names and notes are untrusted text."""

from typing import Literal

import msgspec

from overlay.state.common import OutcomeName, Text

BoardLink = Literal["connected", "silent", "away"]
BoardState = Literal["unknown", "ready", "playing", "odd", "over", "set_up"]


class RoomGame(msgspec.Struct, frozen=True):
    """A game of a board; `outcome` is null while it goes on, and `ending` says how it ended.

    A player whom nobody has named is "".
    """

    id: str
    white: str
    black: str
    round: str
    plies: int
    outcome: OutcomeName | None = None
    ending: str = ""


class RoomNames(msgspec.Struct, frozen=True):
    """Who plays, and in which round; a player whom nobody has named is ""."""

    white: str = ""
    black: str = ""
    round: str = ""


class RoomBoard(msgspec.Struct, frozen=True):
    """A board, and who plays there now or next.

    Its `name` is "" if nobody has named it; `link` is whether it answers. `stands` is what stands there, `position`
    what would have to, if the state is "odd" and the game goes on, both as the first field of a FEN; `differs` are the
    squares where the board differs from the game. `next` are the names that the next game will have. `game` is the one
    that goes on there or has ended and not been cleared away, `moves` are its last ones in SAN. `games` are the last
    ones of the board, the latest first.
    """

    serial: str
    name: str
    link: BoardLink
    state: BoardState
    white: str = ""
    black: str = ""
    round: str = ""
    next: RoomNames = RoomNames()
    stands: str | None = None
    differs: tuple[str, ...] = ()
    position: str | None = None
    battery: str = ""
    game: str | None = None
    moves: tuple[str, ...] = ()
    games: tuple[RoomGame, ...] = ()
    note: Text | None = None


class Room(msgspec.Struct, frozen=True):
    """All boards in their order; `more` are those for which there is no space. The notes say what is wrong."""

    connected: bool
    round: int
    boards: tuple[RoomBoard, ...]
    more: int = 0
    note: Text | None = None
    notes: tuple[Text, ...] = ()


class Automatic(msgspec.Struct, frozen=True):
    """Something that the program does by itself unless it is told "not now".

    `note` says what is wrong with it, `last` what it did last.
    """

    name: str
    paused: bool
    note: Text | None = None
    last: Text | None = None
