"""Where Lichess has changed its behaviour, or where it is not known for certain: one switch each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Switches:
    """The newest known behaviour by default.

    Attributes:
        delay: `plies3` holds the last three plies of a running game back, `none` shows all at once.
        first_line: Since 2026 the first line of a move stream says only what never changes; before, it described the
            game's present state too.
        lm: Last moves as two squares (`keys`, no promotion letter) or as true UCI.
        castling: How castling is written as a last move in standard chess.
        keepalive_s: Idle seconds on a move stream after which a blank line comes; None: never.
        aborted_hang: Whether a move stream opened on an aborted game never ends.
        streams_per_ip: How many move streams one address may have open.
    """

    delay: Literal["plies3", "none"] = "plies3"
    first_line: Literal["2026", "2023"] = "2026"
    lm: Literal["keys", "uci"] = "keys"
    castling: Literal["e1g1", "e1h1"] = "e1g1"
    keepalive_s: int | None = 50
    aborted_hang: bool = True
    streams_per_ip: int = 8

    @property
    def held_plies(self) -> int:
        """How many plies a running game is shown late."""
        return 3 if self.delay == "plies3" else 0
