"""What Lichess sends to the owner of a token about the owner's own games, as msgspec structs.

As in `bot.lichess.wire`, only the fields that are used, and all of them optional. The 12-character `fullId` of a game,
which lets anybody play on in the owner's name, is never read.
"""

import msgspec

from bot.lichess.ids import GameId
from bot.lichess.wire import SideName, Variant


class Account(msgspec.Struct, frozen=True):
    """The account that a token belongs to; bots have the title BOT."""

    id: str
    title: str | None = None


class Compat(msgspec.Struct, frozen=True):
    """Which of the two interfaces for own games a game may be followed by."""

    bot: bool = True
    board: bool = True


class EventGame(msgspec.Struct, frozen=True, rename="camel"):
    """A game in the event stream, and in the list of games under way."""

    game_id: GameId
    compat: Compat = Compat()


class EventLine(msgspec.Struct, frozen=True):
    """Any line of the event stream; challenges have no `game`."""

    type: str = ""
    game: msgspec.Raw = msgspec.Raw(b"")


class BoardPlayer(msgspec.Struct, frozen=True, rename="camel"):
    """A player as board streams name them; an anonymous one is an empty object, an engine has only a level."""

    name: str | None = None
    title: str | None = None
    rating: int | None = None
    ai_level: int | None = None


class BoardState(msgspec.Struct, frozen=True):
    """All moves in UCI, both clocks in milliseconds, and whose draw offer stands, as far as the server keeps track."""

    moves: str = ""
    wtime: int | None = None
    btime: int | None = None
    status: str = "started"
    winner: SideName | None = None
    wdraw: bool = False
    bdraw: bool = False


class BoardLine(BoardState, frozen=True, rename="camel"):
    """Any line of a board stream: `type` says which of the fields count."""

    type: str = ""
    id: str | None = None
    variant: Variant | None = None
    speed: str | None = None
    white: BoardPlayer = BoardPlayer()
    black: BoardPlayer = BoardPlayer()
    initial_fen: str | None = None
    state: BoardState | None = None
    username: str = ""
    text: str = ""
