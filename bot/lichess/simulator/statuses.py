"""How a game on Lichess can stand or end: the fourteen statuses, and the words each export uses for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import chess

COLOR_NAMES: Final = {chess.WHITE: "white", chess.BLACK: "black"}


@dataclass(frozen=True, slots=True)
class Status:
    """A status as Lichess numbers and names it; any other pair can be made too, for a server newer than its clients."""

    id: int
    name: str

    @property
    def over(self) -> bool:
        """Whether the game has ended, aborted games included."""
        return self.id >= ABORTED.id

    @property
    def finished(self) -> bool:
        """Whether Lichess itself calls the game finished: an aborted one is not."""
        return self.id >= MATE.id


CREATED: Final = Status(10, "created")
STARTED: Final = Status(20, "started")
ABORTED: Final = Status(25, "aborted")
MATE: Final = Status(30, "mate")
RESIGN: Final = Status(31, "resign")
STALEMATE: Final = Status(32, "stalemate")
TIMEOUT: Final = Status(33, "timeout")
DRAW: Final = Status(34, "draw")
OUT_OF_TIME: Final = Status(35, "outoftime")
CHEAT: Final = Status(36, "cheat")
NO_START: Final = Status(37, "noStart")
UNKNOWN_FINISH: Final = Status(38, "unknownFinish")
INSUFFICIENT_MATERIAL_CLAIM: Final = Status(39, "insufficientMaterialClaim")
VARIANT_END: Final = Status(60, "variantEnd")

STATUSES: Final = {
    status.name: status
    for status in (
        CREATED,
        STARTED,
        ABORTED,
        MATE,
        RESIGN,
        STALEMATE,
        TIMEOUT,
        DRAW,
        OUT_OF_TIME,
        CHEAT,
        NO_START,
        UNKNOWN_FINISH,
        INSUFFICIENT_MATERIAL_CLAIM,
        VARIANT_END,
    )
}
"""All statuses that Lichess documents, by name."""

_TERMINATIONS: Final = dict.fromkeys(STATUSES.values(), "Normal") | {
    CREATED: "Unterminated",
    STARTED: "Unterminated",
    ABORTED: "Abandoned",
    NO_START: "Abandoned",
    TIMEOUT: "Time forfeit",
    OUT_OF_TIME: "Time forfeit",
    CHEAT: "Rules infraction",
    INSUFFICIENT_MATERIAL_CLAIM: "Insufficient material",
    UNKNOWN_FINISH: "Unknown",
}


def termination(status: Status) -> str:
    """The word of the PGN tag `Termination`."""
    return _TERMINATIONS.get(status, "Unknown")


def result(status: Status, winner: chess.Color | None) -> str:
    """The PGN result: the winner decides, never the name of the status; finished without a winner is a draw."""
    if not status.finished:
        return "*"
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner == chess.WHITE else "0-1"


def end_comment(status: Status, winner: chess.Color | None) -> str:
    """The sentence that a literate PGN ends with; empty while the game goes on."""
    if not status.over:
        return ""
    if winner is None:
        return {
            ABORTED: "Game was aborted.",
            STALEMATE: "Draw by stalemate.",
            OUT_OF_TIME: "Draw by time and insufficient material.",
            CHEAT: "Cheat detected.",
        }.get(status, "The game is a draw.")
    won, lost = COLOR_NAMES[winner].capitalize(), COLOR_NAMES[not winner].capitalize()
    return {
        MATE: f"{won} wins by checkmate.",
        RESIGN: f"{lost} resigns.",
        TIMEOUT: f"{lost} left the game.",
        OUT_OF_TIME: f"{won} wins on time.",
        NO_START: f"{won} wins by forfeit.",
        CHEAT: "Cheat detected.",
    }.get(status, f"{won} wins.")
