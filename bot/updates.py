"""What a source says of a game: always all moves so far, so repeats, reconnects and takebacks are ordinary updates."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

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


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the server names them: untrusted text. An anonymous player has the name ""."""

    name: str = ""
    title: str | None = None
    rating: int | None = None
    ai_level: int | None = None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What does not change during a game."""

    white: Player = Player()
    black: Player = Player()
    variant: str = "standard"
    speed: str = ""
    start: chess.Board = field(default_factory=chess.Board)
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both clocks in milliseconds at the last position; None where the game or the server has none."""

    white_ms: int | None = None
    black_ms: int | None = None


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """The state of one game as a source knows it now.

    `plies_behind` is how far the source is behind the board as a rule; `offers` is None while draw offers are
    unknown; `reason` says why, in one English sentence, where something went wrong.
    """

    id: str
    happening: Happening
    info: GameInfo
    moves: tuple[chess.Move, ...] = ()
    clocks: Clocks = Clocks()
    plies_behind: int = 0
    offers: tuple[OfferEvent, ...] | None = None
    finish: Finish | None = None
    reason: str = ""


class Emit(Protocol):
    """Whoever takes updates: it must return quickly and never raise."""

    def __call__(self, update: GameUpdate, /) -> None:
        """Take an update."""
