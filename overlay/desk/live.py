"""What the desk moves, as it sees it. Whoever puts the program together provides objects of these shapes."""

# ruff: noqa: D102 - what is plain from its name

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from overlay.channels import Channels
from overlay.desk.actions import Action, AtBoards
from overlay.hub import Hub
from overlay.shown.live import LiveGame
from overlay.state import OfferKind, Room, Side, Text


class Desk(Protocol):
    """The desk as pages need it, wherever it stands.

    Attributes:
        channels: Where everybody else looks.
        private: The hub of those who control, with the topics `desk` and `test`.
    """

    @property
    def channels(self) -> Channels: ...
    @property
    def private(self) -> Hub: ...

    async def carry_out(self, action: Action) -> None:
        """Carry out an action; raises `overlay.desk.refused.Refused`."""


class Pins(Protocol):
    """Something that can feature a chosen game."""

    def pin(self, game_id: str | None) -> None:
        """Feature this game before all others; None: none."""


class Noted(Protocol):
    """Something about a draw that was noted, after so many plies."""

    @property
    def game(self) -> str: ...
    @property
    def ply(self) -> int: ...
    @property
    def side(self) -> Side: ...
    @property
    def kind(self) -> OfferKind: ...


class Boards(Protocol):
    """The games whose draw offers nobody tells but the operator."""

    @property
    def boards(self) -> Iterable[str]:
        """Their ids."""
        ...

    @property
    def noted(self) -> Sequence[Noted]:
        """What was noted, oldest first."""
        ...

    def note(self, game_id: str, side: Side, kind: OfferKind) -> None:
        """Note what a player says now; raises ValueError if the game is none of these, or that cannot be said now."""

    def unnote(self, game_id: str) -> None:
        """Take back the last note of a game."""


class Rooms(Protocol):
    """The electronic boards, and the operator's hand on their games."""

    def state(self) -> Room:
        """How they stand."""
        ...

    def carry_out(self, action: AtBoards) -> Callable[[], None]:
        """Do something, and say how it is taken back; raises `overlay.desk.refused.Refused`.

        What takes it back raises ValueError if that cannot be done any more.
        """
        ...


class Helper(Protocol):
    """Something that the program does by itself unless it is told "not now"."""

    @property
    def name(self) -> str:
        """What it is called in the table of words: "obs", "predictions"."""
        ...

    @property
    def paused(self) -> bool:
        """Whether it rests."""
        ...

    @property
    def note(self) -> Text | None:
        """What is wrong with it, in one sentence."""
        ...

    @property
    def last(self) -> Text | None:
        """What it did last, in a few words."""
        ...

    def pause(self, on: bool) -> None:
        """Let it rest, or go on."""


class RehearsedLike(Protocol):
    """A game that is rehearsed."""

    @property
    def id(self) -> str:
        """The id that it has now."""
        ...

    @property
    def name(self) -> str:
        """Who plays: untrusted text."""
        ...

    @property
    def length(self) -> int:
        """How many plies it has."""
        ...


class Rehearsal(Protocol):
    """Games that are played on purpose."""

    @property
    def paused(self) -> bool:
        """Whether the time stands still."""
        ...

    @property
    def speed(self) -> float:
        """How many times as fast it goes."""
        ...

    @property
    def rules(self) -> Sequence[str]:
        """The rules of which there is an example."""
        ...

    def games(self) -> Sequence[RehearsedLike]:
        """The games that are played."""
        ...

    def pause(self, on: bool) -> None:
        """Let the time stand still, or go on."""

    def set_speed(self, speed: float) -> None:
        """Change the speed."""

    def seek(self, game_id: str, ply: int) -> None:
        """Go to a ply of a game; raises ValueError if there is no such game."""

    def fire(self, rule: str) -> None:
        """Play an example of a rule; raises ValueError if there is none."""


Examples = Mapping[str, LiveGame]
"""By the code of a rule, a game in which it has just struck."""
