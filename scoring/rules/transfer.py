"""The winner receives its own stake from the loser (RULES 7)."""

from collections.abc import Iterator

import chess

from scoring.case import Case, Entry, side_name


def judge_white_wins(case: Case) -> Iterator[Entry]:
    """The transfer if White wins."""
    return _judge(case, chess.WHITE)


def judge_black_wins(case: Case) -> Iterator[Entry]:
    """The transfer if Black wins."""
    return _judge(case, chess.BLACK)


def _judge(case: Case, winner: chess.Color) -> Iterator[Entry]:
    stake = case.stakes[winner]
    for side in (chess.WHITE, chess.BLACK):
        yield Entry(
            "transfer",
            side_name(side),
            stake if side == winner else -stake,
            case.last_ply,
            plies=(case.last_ply,),
            values={"winner": side_name(winner)},
        )
