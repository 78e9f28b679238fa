"""What reading a PGN brings: games, and problems that name what is not one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import chess

from bot.pgn.comments import clock_cs
from scoring import Finish, OfferEvent


@dataclass(frozen=True)
class PgnGame:
    """One game of a file: its main line, and all that the record says beside the moves."""

    file: str
    number: int
    """From 1, as the games stand in the file."""
    headers: Mapping[str, str]
    start: chess.Board
    moves: tuple[chess.Move, ...]
    comments: Mapping[int, tuple[str, ...]]
    """The comments of the main line by the ply they hang on; 0 is before the first move."""
    offers: tuple[OfferEvent, ...]
    result: str
    """The result of the record: "1-0", "0-1", "1/2-1/2", or "*" where there is none."""
    finish: Finish | None
    """How the game ended; None where the record knows no end."""
    flagged: chess.Color | None = None
    """Whose flag fell, if the record names the side itself."""
    conflict: str | None = None
    """The result at the end of the moves where it contradicts the tag."""

    @cached_property
    def clocks(self) -> tuple[int | None, ...]:
        """The mover's clock after each ply in centiseconds (index 0 is ply 1), None where there is none."""
        return tuple(clock_cs(self.comments.get(ply, ())) for ply in range(1, len(self.moves) + 1))

    @property
    def start_fen(self) -> str:
        """The position the game begins with."""
        return self.start.fen() if self.header("FEN") else chess.STARTING_FEN

    def header(self, name: str) -> str:
        """A tag, "" where it is missing or says that it is unknown."""
        value = self.headers.get(name, "").strip()
        return "" if value.strip("?.-") == "" else value


@dataclass(frozen=True, slots=True)
class PgnProblem:
    """A game that is not scored, or a whole file (number 0), and why, in one sentence."""

    file: str
    number: int
    reason: str
    kind: Literal["broken", "unscored"]
    """"broken": it cannot be read; "unscored": it can, but it is not chess."""


class ProblemError(ValueError):
    """Ends the reading of one game; the text is the reason."""

    kind: Literal["broken", "unscored"] = "broken"


class BrokenGameError(ProblemError):
    """The game cannot be read."""


class UnscoredGameError(ProblemError):
    """The game is not one the rules can score."""

    kind = "unscored"
