"""What is still under way in a game and may change its score by itself (RULES 12)."""

from dataclasses import dataclass

import chess

from scoring.amounts import FULL_LENGTH_MOVES, SACRIFICE_COUNTED_MOVES
from scoring.case import Case
from scoring.rules.late_castling import late_castling_bonus
from scoring.sacrifices import Sacrifice
from scoring.trades import Loss


@dataclass(frozen=True, slots=True)
class Running:
    """Losses that may still become a trade, sacrifices that can still grow, kings not castled, moves to go to 25."""

    losses: tuple[Loss, ...]
    sacrifices: tuple[Sacrifice, ...]
    uncastled: dict[chess.Color, int]
    """By side, what its uncastled king is worth now, in hundredths; sides that castled are missing."""
    moves_to_go: int
    """Full moves until a draw is no longer a short one."""


def what_is_running(case: Case) -> Running:
    """Look at the end of a game for everything that is not settled."""
    losses = [loss for pairing in case.pairings.values() for loss in pairing.open]
    growing = [
        sacrifice
        for sacrifice in case.sacrifices
        if sacrifice.runs_at(case.last_ply) and not sacrifice.void and sacrifice.length < SACRIFICE_COUNTED_MOVES
    ]
    return Running(
        losses=tuple(sorted(losses)),
        sacrifices=tuple(growing),
        uncastled=_uncastled(case),
        moves_to_go=max(0, FULL_LENGTH_MOVES - (case.last_ply - case.book_ply) // 2),
    )


def _uncastled(case: Case) -> dict[chess.Color, int]:
    played = case.played
    return {
        side: late_castling_bonus(played.moves_made(side, played.last_ply) + 1)
        for side in (chess.WHITE, chess.BLACK)
        if not played.castling_ply(side) and (case.rules.uncastled_bonus == "always" or played.may_castle(side))
    }
