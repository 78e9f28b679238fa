"""What a game is at one time: the result of its events up to then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import chess

from bot.lichess.simulator.statuses import Status

if TYPE_CHECKING:
    from bot.lichess.simulator.model import Event


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both clocks in milliseconds, as they stood at `since_ms`; that of `running` runs from then on.

    None without a clock. Times are milliseconds after the creation of the game.
    """

    white_ms: int | None
    black_ms: int | None
    running: chess.Color | None = None
    since_ms: int = 0

    def left_ms(self, side: chess.Color, at_ms: int) -> int | None:
        """What the clock of a side shows at a time."""
        stood_ms = self.white_ms if side == chess.WHITE else self.black_ms
        if stood_ms is None or side != self.running:
            return stood_ms
        return max(0, stood_ms - (at_ms - self.since_ms))

    def with_side(self, side: chess.Color, ms: int | None) -> Clocks:
        """The same with another time for a side."""
        return replace(self, white_ms=ms) if side == chess.WHITE else replace(self, black_ms=ms)

    def stopped(self, at_ms: int) -> Clocks:
        """The same once both have stopped at a time."""
        return Clocks(self.left_ms(chess.WHITE, at_ms), self.left_ms(chess.BLACK, at_ms))


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the game's line, with the move that led to it.

    Attributes:
        ply: Lichess' count of plies, which starts at the ply of the initial position.
        fen: In Lichess' spelling, all six fields.
        uci: The move, castling as e1g1; empty at the start.
        uci_rook: The same move with castling as king takes rook, e1h1.
        san: The move in algebraic notation.
        white_ms: White's clock as it stood then; None without a clock.
        black_ms: Black's.
        at_ms: When it arose, in milliseconds after the creation of the game.
    """

    ply: int
    fen: str
    uci: str
    uci_rook: str
    san: str
    white_ms: int | None
    black_ms: int | None
    at_ms: int

    @property
    def mover_ms(self) -> int | None:
        """The clock of the side that made the move."""
        return self.white_ms if self.ply % 2 == 1 else self.black_ms


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """A draw offer with its normalised ply: the ply of the move that it belongs to.

    An offer made while it is the own turn counts for the move that follows it. `undone` says that its move has been
    taken back since.
    """

    ply: int
    side: chess.Color
    undone: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a game at one time.

    `event` is what led to it: None at the start, and where the server took no notice of what was asked.
    `positions[0]` is the start; `start_ply` is its ply (not 0 for a game from a position). `acceptance` is the
    acceptance of a draw offer, in the form of an offer. `standing` holds the sides whose draw offer stands,
    `takebacks` those whose proposal of a takeback does. `last_ms` is the time of the last move or of the end, after the
    creation. `end_clock_ms` is the clock of the side to move when the game ended without a move of his.
    """

    event: Event | None
    positions: tuple[Position, ...]
    start_ply: int
    turn: chess.Color
    check: chess.Square | None
    threefold: bool
    status: Status
    winner: chess.Color | None
    offers: tuple[DrawOffer, ...]
    acceptance: DrawOffer | None
    standing: frozenset[chess.Color]
    takebacks: frozenset[chess.Color]
    clocks: Clocks
    berserk: frozenset[chess.Color]
    gone: frozenset[chess.Color]
    last_ms: int
    end_clock_ms: int | None

    @property
    def plies(self) -> int:
        """The number of moves of both sides on the board now."""
        return len(self.positions) - 1

    @property
    def turns(self) -> int:
        """The ply of the present position, in Lichess' count."""
        return self.positions[-1].ply

    @property
    def playable(self) -> bool:
        """Whether it can still be played on."""
        return not self.status.over
