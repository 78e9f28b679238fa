"""The arbiter's work as the page sees it. Whoever puts the program together provides an object of this shape."""

from collections.abc import Mapping
from typing import Literal, Protocol

import msgspec

from overlay.access.tokens import Role
from overlay.arbiter.view import ArbitedEvent, Made, Tried

Cause = Literal["refused", "stale", "role", "store"]


class NotCorrected(Exception):  # noqa: N818 - nothing is wrong with the program
    """A correction was not made; the text says why in one sentence. `between` are those that were made meanwhile."""

    def __init__(self, sentence: str, cause: Cause = "refused", between: tuple[Made, ...] = ()) -> None:
        super().__init__(sentence)
        self.cause = cause
        self.between = between


class Asked(msgspec.Struct, frozen=True):
    """A correction that somebody asks for: an act as docs/arbiter.md has it, and its reason."""

    act: msgspec.Raw
    why: str
    expected_number: int = 0


class Arbiter(Protocol):
    """Shows events to arbiters and corrects them."""

    async def names(self) -> Mapping[str, str]:
        """The events that there are: their names by their ids."""
        ...

    async def view(self, event_id: str) -> ArbitedEvent:
        """An event as it stands. Raises KeyError if there is none of this id."""
        ...

    async def attempt(self, event_id: str, asked: Asked, *, who: str, role: Role) -> Tried:
        """What a correction would do; nothing is kept. Raises KeyError, `NotCorrected`."""
        ...

    async def correct(self, event_id: str, asked: Asked, *, who: str, role: Role) -> Tried:
        """Make a correction. Raises KeyError, `NotCorrected`."""
        ...
