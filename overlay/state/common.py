"""What all states are made of: names, sides, texts, players, points, and how far a game can be trusted."""

from typing import Literal

import msgspec

Lang = Literal["de", "en"]
Side = Literal["white", "black"]
OutcomeName = Literal["white_wins", "black_wins", "draw", "void"]
Lifecycle = Literal["waiting", "live", "reconnecting", "ended", "settled", "void", "unsupported", "missing"]
Cause = Literal["offers", "ending", "moves", "rules", "book"]


class Text(msgspec.Struct, frozen=True):
    """One sentence or phrase in both languages."""

    de: str
    en: str


class Player(msgspec.Struct, frozen=True):
    """A player as the server names them: untrusted text. An anonymous player has the name ""."""

    name: str
    title: str | None = None
    rating: int | None = None
    ai_level: int | None = None


class Points(msgspec.Struct, frozen=True):
    """What each side gets, in points (1 is a whole one)."""

    white: str
    black: str


class Leader(msgspec.Struct, frozen=True):
    """Who has the higher raw score if drawn now, and by how many points; side null: nobody leads."""

    side: Side | None
    by: str


class Status(msgspec.Struct, frozen=True):
    """What the state knows about itself.

    `stale_since_ms` is how long, before this message was built, nothing had been heard of a running game when it
    should have been. `corrected`: its score was changed after it had been given, see the `corrections`.
    """

    lifecycle: Lifecycle
    plies_behind: int = 0
    provisional: bool = False
    settled: bool = False
    corrected: bool = False
    offers_known: bool = False
    stale_since_ms: int | None = None
    note: Text | None = None


class Result(msgspec.Struct, frozen=True):
    """How the game ended, who got what, and what the server said; points null for a void game.

    `flagged` is whose flag fell, if that ended the game and it is known.
    """

    outcome: OutcomeName
    ending: str
    points: Points | None
    text: Text
    server: Text | None = None
    flagged: Side | None = None
