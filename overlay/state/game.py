"""The whole state of one game."""

from typing import Literal

import msgspec

from overlay.state.common import Cause, Leader, Player, Points, Result, Side, Status, Text
from overlay.state.flag import Flag


class Clocks(msgspec.Struct, frozen=True):
    """Both clocks at the shown position; `age_ms` is how long before this message was built they were read."""

    white_ms: int | None = None
    black_ms: int | None = None
    running: Side | None = None
    age_ms: int = 0


class Score(msgspec.Struct, frozen=True):
    """The three scores a live game always has (RULES 8)."""

    draw: Points
    white_wins: Points
    black_wins: Points


class Entry(msgspec.Struct, frozen=True):
    """One line of the ledger: amount in signed points ("-0.05"), for one side or for both."""

    rule: str
    side: Literal["white", "black", "both"]
    amount: str
    ply: int
    text: Text
    plies: tuple[int, ...] = ()
    squares: tuple[str, ...] = ()


class OutcomeEntries(msgspec.Struct, frozen=True):
    """The entries that belong to an outcome and not to the game (RULES 12): short draw, pieces left, transfer."""

    draw: tuple[Entry, ...]
    white_wins: tuple[Entry, ...]
    black_wins: tuple[Entry, ...]


class RunningItem(msgspec.Struct, frozen=True):
    """Something that is still under way: an open loss, a sacrifice that may earn, a king that has not castled.

    `progress` of `goal` full moves, where there is something to count.
    """

    kind: Literal["open_loss", "sacrifice", "uncastled_king"]
    side: Side
    text: Text
    progress: int | None = None
    goal: int | None = None


class Running(msgspec.Struct, frozen=True):
    """What may still change the score by itself; `moves_to_go` of 25 until a draw is no longer a short one."""

    moves_to_go: int
    items: tuple[RunningItem, ...] = ()


class Opening(msgspec.Struct, frozen=True):
    """The opening as people call it, with its code in the Encyclopaedia of Chess Openings ("C37")."""

    code: str
    name: str


class Book(msgspec.Struct, frozen=True):
    """Which book says how far the game follows known predecessors: `ply` is the last known one, 0 is the start.

    `provisional`: an answer is missing that may still change it. `in_book`: the position after the last move is known,
    so nothing counts as played since the book yet. `opening` is null where none has a name.
    """

    name: str
    ply: int
    provisional: bool = False
    in_book: bool = False
    opening: Opening | None = None


class Correction(msgspec.Struct, frozen=True):
    """A score that was given and changed afterwards: what became known, and the points, null for a void game."""

    cause: Cause
    before: Points | None
    after: Points | None
    text: Text


class GameState(msgspec.Struct, frozen=True):
    """The whole state of one game: the topic `game/<id>` and `GET /api/v1/games/<id>`."""

    id: str
    white: Player
    black: Player
    fen: str
    start_fen: str
    chess960: bool
    last_move: str | None
    ply: int
    clocks: Clocks
    score: Score
    leader: Leader
    entries: tuple[Entry, ...]
    outcome_entries: OutcomeEntries
    running: Running
    flag: Flag
    book: Book
    stakes: Points
    status: Status
    rules: dict[str, str]
    speed: str
    url: str | None = None
    result: Result | None = None
    history: tuple[tuple[float, float], ...] = ()
    """Points of both sides if drawn, at every ply from 0 to `ply`."""
    moves: tuple[str, ...] = ()
    """Every move in SAN, from ply 1 to `ply`."""
    base: Points = Points("0.45", "0.55")
    """What each side starts with before any entry (RULES 8): the first line of every breakdown."""
    check: Side | None = None
    """The side whose king is in check in the shown position."""
    corrections: tuple[Correction, ...] = ()
    """What was changed after the end, oldest first; the last `after` is the score that holds."""
