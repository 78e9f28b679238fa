"""Lichess' words for the state of a game, and what they mean here. Nothing beyond `bot.lichess` knows them."""

from typing import Literal

import chess

from scoring import Ending, Finish

RUNNING = frozenset({"created", "started"})

ENDINGS = {
    "aborted": Ending.ABORTED,
    "mate": Ending.MATE,
    "resign": Ending.RESIGNATION,
    "stalemate": Ending.STALEMATE,
    "timeout": Ending.LEFT,
    "draw": Ending.DRAW,
    "outoftime": Ending.FLAG_FALL,
    "cheat": Ending.CHEATING,
    "noStart": Ending.NO_START,
    "unknownFinish": Ending.UNKNOWN,
    "insufficientMaterialClaim": Ending.CLAIM,
    "variantEnd": Ending.VARIANT,
}
"""The twelve statuses of a game that is over; `outoftime` is a flag fall, `timeout` means that a player left."""


def finish_of(status: str, winner: Literal["white", "black"] | None) -> Finish | None:
    """The end of a game; None while it runs. A status not known yet is an ending of unknown kind."""
    if status in RUNNING:
        return None
    side = None if winner is None else winner == "white"
    return Finish(ENDINGS.get(status, Ending.UNKNOWN), side)


def offer_side(ply: int, first_mover: chess.Color) -> chess.Color:
    """Who made a draw offer: Lichess keeps it at the ply of that side's own move."""
    return first_mover if ply % 2 else not first_mover
