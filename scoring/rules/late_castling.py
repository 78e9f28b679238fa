"""A king that stays in the centre beyond move 15 is credited (RULES 5)."""

from collections.abc import Iterable

import chess

from scoring.amounts import LATE_CASTLING_A_MOVE, LATE_CASTLING_AFTER_MOVE, LATE_CASTLING_MOST
from scoring.case import Case, Entry, side_name


def judge(case: Case) -> Iterable[Entry]:
    """What castling with its move brought a side; while it has not castled, what its next move would bring."""
    return sorted((_of_side(case, side) for side in (chess.WHITE, chess.BLACK)), key=lambda entry: entry.ply)


def _of_side(case: Case, side: chess.Color) -> Entry:
    played = case.played
    castled = played.castling_ply(side)
    if castled:
        number, counts = played.moves_made(side, castled), True
    else:
        number = played.moves_made(side, played.last_ply) + 1
        counts = case.rules.uncastled_bonus == "always" or played.may_castle(side)
    ply = castled or played.last_ply
    return Entry(
        "late_castling",
        side_name(side),
        late_castling_bonus(number) if counts else 0,
        ply,
        plies=(ply,),
        values={"move": number, "castled": int(bool(castled))},
    )


def late_castling_bonus(move: int) -> int:
    """What castling with a side's n-th move is worth, in hundredths."""
    return min(LATE_CASTLING_MOST, max(0, (move - LATE_CASTLING_AFTER_MOVE) * LATE_CASTLING_A_MOVE))
