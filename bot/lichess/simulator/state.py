"""What a game is at one time: the result of its events up to then."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from bot.lichess.simulator.statuses import Status


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

    An offer made while it is the own turn counts for the move that follows it.
    """

    ply: int
    side: chess.Color


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a game at one time.

    `positions[0]` is the start; `start_ply` is its ply (not 0 for a game from a position). `standing` holds the sides
    whose draw offer stands. `last_ms` is the time of the last move or of the end, after the creation. `end_clock_ms` is
    the clock of the side to move when the game ended without a move of his; `lag_ms` how long he has thought.
    """

    positions: tuple[Position, ...]
    start_ply: int
    turn: chess.Color
    check: chess.Square | None
    threefold: bool
    status: Status
    winner: chess.Color | None
    offers: tuple[DrawOffer, ...]
    standing: frozenset[chess.Color]
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
