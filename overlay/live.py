"""What the overlay asks of a followed game. Whoever follows games provides objects of this shape."""

# ruff: noqa: D102 - the fields are described where they are provided and where they are shown

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

import chess

from overlay.state import Lifecycle
from scoring import Decision, Game, Report


class LivePlayer(Protocol):
    """A player as the server names them: untrusted text."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str | None: ...
    @property
    def rating(self) -> int | None: ...
    @property
    def ai_level(self) -> int | None: ...


class LiveInfo(Protocol):
    """What does not change during a game."""

    @property
    def white(self) -> LivePlayer: ...
    @property
    def black(self) -> LivePlayer: ...
    @property
    def variant(self) -> str: ...
    @property
    def speed(self) -> str: ...
    @property
    def start(self) -> chess.Board: ...
    @property
    def url(self) -> str | None: ...


class LiveClocks(Protocol):
    """Both clocks in milliseconds at the last position."""

    @property
    def white_ms(self) -> int | None: ...
    @property
    def black_ms(self) -> int | None: ...


class LiveGame(Protocol):
    """A followed game as it stands."""

    @property
    def id(self) -> str: ...
    @property
    def lifecycle(self) -> Lifecycle: ...
    @property
    def info(self) -> LiveInfo: ...
    @property
    def game(self) -> Game: ...
    @property
    def clocks(self) -> LiveClocks: ...
    @property
    def clocks_at_ms(self) -> int: ...
    @property
    def changed_at_ms(self) -> int: ...
    @property
    def plies_behind(self) -> int: ...
    @property
    def offers(self) -> Sequence[object] | None: ...
    @property
    def history(self) -> Sequence[tuple[Fraction, Fraction]]: ...
    @property
    def report(self) -> Report: ...
    @property
    def decision(self) -> Decision | None: ...
