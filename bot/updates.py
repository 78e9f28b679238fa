"""What a source says of a game: always all moves so far, so repeats, reconnects and takebacks are ordinary updates."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

import chess

from scoring import Finish, OfferEvent


class Happening(StrEnum):
    """What an update reports beside the moves: the events of the lifecycle table."""

    DESCRIBED = "described"
    MOVED = "moved"
    LOST = "lost"
    ENDED = "ended"
    SETTLED = "settled"
    VOID = "void"
    VARIANT = "variant"
    MISSING = "missing"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the server names them: untrusted text. An anonymous player has the name ""."""

    name: str = ""
    title: str | None = None
    rating: int | None = None
    ai_level: int | None = None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What does not change during a game.

    `round` is round and board as the record names them, "3.2" for example; `began_ms` is when the game began, where the
    server says it.
    """

    white: Player = Player()
    black: Player = Player()
    variant: str = "standard"
    speed: str = ""
    start: chess.Board = field(default_factory=chess.Board)
    url: str | None = None
    round: str = ""
    began_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both clocks in milliseconds at the last position; None where the game or the server has none."""

    white_ms: int | None = None
    black_ms: int | None = None


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """The state of one game as a source knows it now.

    `plies_behind` is how far the source is behind the board as a rule; `offers` is None while draw offers are
    unknown; `flagged` is the side whose flag fell, where the record names it; `reason` says why, in one English
    sentence, where something went wrong. `record` is the complete record as PGN, once the game is settled by it.
    """

    id: str
    happening: Happening
    info: GameInfo
    moves: tuple[chess.Move, ...] = ()
    clocks: Clocks = Clocks()
    plies_behind: int = 0
    offers: tuple[OfferEvent, ...] | None = None
    finish: Finish | None = None
    flagged: chess.Color | None = None
    reason: str = ""
    record: str = ""


Transport = Literal["own", "tv", "stream", "export", "source", "none"]
"""How news of a game comes: its player's own stream, TV, a move stream, batched exports, or a source of whole games."""


class Listener(Protocol):
    """Whoever hears of games from a source: every call returns quickly and never raises."""

    def found(self, game_id: str, origin: str) -> None:
        """A game belongs to what is followed: follow it to its end, by the best transport there is.

        `origin` names the source for people, "arena winter01" for example. A game found again is left alone, also one
        that has been over for long.
        """

    def carried(self, update: GameUpdate, transport: Transport, origin: str) -> None:
        """News of a game that the source itself follows, so that it needs no other transport.

        With "source" the source also settles it; the others are settled by the server's record. Where several sources
        carry a game, "own" is listened to before "tv", and "tv" before "source".
        """

    def released(self, game_id: str, origin: str) -> None:
        """The source does not follow a game any more, which may go on: it needs another transport."""

    def heard(self, game_id: str) -> None:
        """A sign of life, without news."""

    def suspected(self, game_id: str) -> None:
        """The game may be over without a word: its record should be asked for."""


class Source(Protocol):
    """Something that games come from."""

    @property
    def name(self) -> str:
        """What people call it: "arena winter01" for example."""

    async def run(self, listener: Listener) -> None:
        """Tell of games until cancelled, or until there will never be more.

        Raises `LichessError` when the server did not give what it must; whoever runs sources tries again later, after a
        `TokenError` or a `NotFoundError` only if the source has worked before.
        """
