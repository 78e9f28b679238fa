"""What a correction does. The structs are also what is kept and sent: each is told from others by its field `act`."""

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

import msgspec

from scoring import Outcome

Side: TypeAlias = Literal["white", "black"]
Ending: TypeAlias = Literal[
    "mate", "stalemate", "resignation", "draw", "repetition", "fifty_moves", "flag_fall", "left", "cheating", "claim",
    "dead_position", "unknown", "aborted", "no_start", "no_result",
]  # fmt: skip
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
GameId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    pass


class SetResult(_Act, frozen=True, tag="result"):
    """Who won a game, and how it ended; the points follow from its record."""

    game_id: GameId
    outcome: Outcome | Literal["void"]
    ending: Ending = "unknown"


class RuleFlagFall(_Act, frozen=True, tag="flag_fall"):
    """What the flag fall that ended a game means: the side with time left wins, or it is a draw."""

    game_id: GameId
    means: Literal["win", "draw"]


class _Offer(_Act, frozen=True):
    game_id: GameId
    ply: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    side: Side
    kind: Literal["offer", "decline", "withdraw"] = "offer"


class AddOffer(_Offer, frozen=True, tag="offer_added"):
    """A draw offer, or an answer to one, that the record does not have; the game is judged anew with it."""


class StrikeOffer(_Offer, frozen=True, tag="offer_struck"):
    """A draw offer, or an answer to one, that was none; the game is judged anew without it."""


class SetPoints(_Act, frozen=True, tag="points"):
    """The points of both sides, whatever the rules say; until the result or an offer is corrected."""

    game_id: GameId
    white: Fraction
    black: Fraction


class Exclude(_Act, frozen=True, tag="excluded"):
    """The game counts for nobody."""

    game_id: GameId


class Include(_Act, frozen=True, tag="included"):
    """A game that was excluded counts again."""

    game_id: GameId


class MergeNames(_Act, frozen=True, tag="names"):
    """A player who has had two names: all games of `old` are those of `new`."""

    old: Name
    new: Name


class PlaceGame(_Act, frozen=True, tag="place"):
    """The round and the board that a game belongs to; None for neither."""

    game_id: GameId
    round: Number | None = None
    board: Number | None = None


class Undo(_Act, frozen=True, tag="undo"):
    """An earlier correction, by its number, is taken back; an undo as well, and what it took back holds again."""

    number: Number


Act: TypeAlias = (
    SetResult | RuleFlagFall | AddOffer | StrikeOffer | SetPoints | Exclude | Include | MergeNames | PlaceGame | Undo
)
