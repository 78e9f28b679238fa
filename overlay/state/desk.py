"""The operator's desk: what was chosen, and what can be chosen. Only those who control ever get it."""

from typing import Literal

import msgspec

from overlay.state.common import Lang, Side
from overlay.state.room import Automatic, Room

OfferKind = Literal["offer", "decline", "withdraw"]


class Choices(msgspec.Struct, frozen=True):
    """Everything that the operator has chosen. None: nothing, so that what is configured holds.

    `hidden` are names of scenes; `test` is the rule of which an example is shown on the test scenes; `resting` are the
    names of automatics that do nothing for now.
    """

    pinned: str | None = None
    delay_s: int | None = None
    cleared: bool = False
    frozen: bool = False
    hidden: tuple[str, ...] = ()
    theme: str | None = None
    lang: Lang | None = None
    test: str | None = None
    resting: tuple[str, ...] = ()


class NotedOffer(msgspec.Struct, frozen=True):
    """Something about a draw that the operator noted for a game over the board, after so many plies."""

    game: str
    ply: int
    side: Side
    kind: OfferKind


class RehearsedGame(msgspec.Struct, frozen=True):
    """A game that is rehearsed, and how many plies it has in all."""

    id: str
    name: str
    length: int


class Rehearsing(msgspec.Struct, frozen=True):
    """How the rehearsal goes; `rules` are those of which an example can be fired."""

    paused: bool
    speed: float
    games: tuple[RehearsedGame, ...]
    rules: tuple[str, ...]


class Desk(msgspec.Struct, frozen=True):
    """The topic `desk`, for those who control.

    `delay_s` is what holds now for everybody without a viewer token. `previews` are the scenes on which examples can be
    seen. `undo` is the name of the action that undo would take back. `boards` are the games whose draw offers the
    operator notes, `offers` what was noted. `room` are the electronic boards, `automatics` what can be told "not now".
    """

    choices: Choices
    delay_s: int
    scenes: tuple[str, ...]
    previews: tuple[str, ...]
    themes: tuple[str, ...]
    tests: tuple[str, ...]
    undo: str | None = None
    boards: tuple[str, ...] = ()
    offers: tuple[NotedOffer, ...] = ()
    rehearsal: Rehearsing | None = None
    room: Room | None = None
    automatics: tuple[Automatic, ...] = ()
