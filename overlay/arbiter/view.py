"""The wire of the arbiter's page, as msgspec structs. Points are decimal text; names and reasons are untrusted text."""

import msgspec

from overlay.state import OutcomeName, Points, Text


class Counted(msgspec.Struct, frozen=True):
    """How a game counts; the outcome is null while it runs, and points where it gives none."""

    outcome: OutcomeName | None
    ending: str
    points: Points | None


class Game(msgspec.Struct, frozen=True):
    """A game of the event, in the order in which they began.

    `fact` is what the server and the rules say, `counts` what holds after all corrections. `complete`: its record is,
    so that it can be judged.
    """

    id: str
    white: str
    black: str
    round: int | None
    board: int | None
    fact: Counted
    counts: Counted
    corrected: bool
    excluded: bool
    complete: bool


class Unfit(msgspec.Struct, frozen=True):
    """A game that belongs to the event and does not count in it: why by code, and in one English sentence."""

    id: str
    white: str
    black: str
    reason: str
    text: str


class Made(msgspec.Struct, frozen=True):
    """A correction that was made.

    `before` and `after` are what it changed in the game it touches, null where that is none.
    `undone`: a later one has taken it back.
    """

    number: int
    who: str
    at_ms: int
    why: str
    text: Text
    game: str | None
    undone: bool
    before: Counted | None
    after: Counted | None


class Clash(msgspec.Struct, frozen=True):
    """A correction in force although its game has changed since; `reason`: why it has no effect any more, or empty."""

    number: int
    text: Text
    was: Counted | None
    now: Counted | None
    reason: str


class ArbitedEvent(msgspec.Struct, frozen=True):
    """An event as its arbiter sees it. `number` is that of the last correction, 0 for none."""

    id: str
    name: str
    number: int
    games: tuple[Game, ...]
    unfit: tuple[Unfit, ...]
    corrections: tuple[Made, ...]
    conflicts: tuple[Clash, ...]


class Line(msgspec.Struct, frozen=True):
    """A player's place and points, rounded down."""

    place: int
    points: str


class Shift(msgspec.Struct, frozen=True):
    """What changes for a player; null where the player is not in the table. `gain` is signed, "" for nothing."""

    player: str
    before: Line | None
    after: Line | None
    gain: str


class Tried(msgspec.Struct, frozen=True):
    """What a correction would do, or has done."""

    text: Text
    shifts: tuple[Shift, ...]


class Refusal(msgspec.Struct, frozen=True):
    """Why a correction was not made, in one English sentence; `between` are those that were made meanwhile."""

    error: str
    between: tuple[Made, ...] = ()
