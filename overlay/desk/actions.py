"""What an operator can do: one struct for each, told apart by "do" on the wire."""

from typing import Annotated, Literal

import msgspec

from overlay.channels import MAX_DELAY_S
from overlay.state import Lang, OfferKind, OutcomeName, Side

Name = Annotated[str, msgspec.Meta(max_length=64)]
PlayerName = Annotated[str, msgspec.Meta(max_length=100)]
BoardName = Annotated[str, msgspec.Meta(max_length=40)]
RoundName = Annotated[str, msgspec.Meta(max_length=20)]
Moves = Annotated[str, msgspec.Meta(max_length=8000)]


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """Something that an operator does."""


class Pin(_Action, frozen=True):
    """Feature this game, whatever the rule says; null: leave it to the rule."""

    game: Name | None


class Scene(_Action, frozen=True):
    """Show a scene, or hide it."""

    name: Name
    on: bool


class Freeze(_Action, frozen=True):
    """Let all scenes stay at what they show, or go on."""

    on: bool


class Clear(_Action, frozen=True):
    """Take everything off the air at once, or put it back."""

    on: bool


class Delay(_Action, frozen=True):
    """Tell everything so much later to everybody without a viewer token; null: as configured."""

    seconds: Annotated[int, msgspec.Meta(ge=0, le=MAX_DELAY_S)] | None


class Theme(_Action, frozen=True):
    """The theme of all scenes whose address names none; null: as configured."""

    name: Name | None


class Language(_Action, frozen=True):
    """The language of all scenes whose address names none; null: as the browser likes it."""

    lang: Lang | None


class Test(_Action, frozen=True):
    """Show an example of a rule on the test scenes; null: none."""

    rule: Name | None


class Offer(_Action, frozen=True):
    """Note what a player said about a draw, for a game over the board."""

    game: Name
    side: Side
    kind: OfferKind


class Undo(_Action, frozen=True):
    """Take back what was done last."""


class Pause(_Action, frozen=True):
    """Let the rehearsal pause, or go on."""

    on: bool


class Speed(_Action, frozen=True):
    """How many times as fast the rehearsal goes as the games did."""

    factor: Annotated[float, msgspec.Meta(gt=0, le=100)]


class Seek(_Action, frozen=True):
    """Go to a ply of a rehearsed game."""

    game: Name
    ply: Annotated[int, msgspec.Meta(ge=0)]


class Fire(_Action, frozen=True):
    """Let an example of a rule be played in the rehearsal."""

    rule: Name


class NamePlayers(_Action, frozen=True):
    """Say who plays at an electronic board: in the game that goes on there, or in the next one if it is over."""

    board: Name
    white: PlayerName
    black: PlayerName
    round: RoundName


class NameBoard(_Action, frozen=True):
    """Say what a board is called; "": by its number."""

    board: Name
    name: BoardName


class NameGame(_Action, frozen=True):
    """Correct the players or the round of a game at a board."""

    game: Name
    white: PlayerName
    black: PlayerName
    round: RoundName


class Round(_Action, frozen=True):
    """Games at boards that have not begun belong to this round."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class End(_Action, frozen=True):
    """End a game at a board, or give it another end; `flagged` is whose flag fell in a draw, "void" is not scored."""

    game: Name
    outcome: OutcomeName
    ending: Literal["unknown", "resignation", "draw", "flag_fall", "left", "cheating"]
    flagged: Side | None = None


class Reopen(_Action, frozen=True):
    """Take the result of a game at a board back: it goes on."""

    game: Name


class Correct(_Action, frozen=True):
    """After so many plies, the game at a board went on with these moves in SAN, with numbers or without."""

    game: Name
    ply: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    moves: Moves


class NewGame(_Action, frozen=True):
    """Begin another game at a board, whose beginning was not seen, with the moves in SAN that were made."""

    board: Name
    moves: Moves


class Turn(_Action, frozen=True):
    """Read a board from its other side."""

    board: Name


class NotNow(_Action, frozen=True):
    """Let something that the program does by itself rest, or go on."""

    name: Name
    on: bool


AtBoards = NamePlayers | NameBoard | NameGame | Round | End | Reopen | Correct | NewGame | Turn
OnAir = Pin | Scene | Freeze | Clear | Delay | Theme | Language | Test
Steering = Pause | Speed | Seek | Fire
Action = OnAir | Offer | Undo | AtBoards | NotNow | Steering
