"""A moment, and of what kinds there are."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "game_begins",
    "game_ends",
    "flag_fall",
    "flag_fall_draw",
    "sacrifice_pays",
    "late_castling",
    "king_in_centre",
    "queen_trade",
    "offer_declined",
    "lead_changes",
    "match_decided",
]
Side: TypeAlias = Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence for people, in both languages, without a full stop."""

    de: str
    en: str


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that has just happened in a game.

    `side` is whom it is about: who sacrificed, castled late, offered or leads, whose flag fell, who won the game; None
    where it is about both or nobody. Of a match, `game_id` is the game that decided it.
    """

    kind: Kind
    game_id: str
    side: Side | None
