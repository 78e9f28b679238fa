"""Every status of Lichess in the words of the program."""

from typing import Literal

import chess
import pytest

from bot.lichess.simulator.statuses import STATUSES
from bot.lichess.statuses import ENDINGS, RUNNING, finish_of, offer_side
from scoring import Ending, Finish

TABLE = [
    ("aborted", None, Ending.ABORTED, "void"),
    ("mate", "white", Ending.MATE, "white_wins"),
    ("mate", "black", Ending.MATE, "black_wins"),
    ("resign", "black", Ending.RESIGNATION, "black_wins"),
    ("stalemate", None, Ending.STALEMATE, "draw"),
    ("timeout", "white", Ending.LEFT, "white_wins"),
    ("timeout", None, Ending.LEFT, "draw"),
    ("draw", None, Ending.DRAW, "draw"),
    ("outoftime", "white", Ending.FLAG_FALL, "white_wins"),
    ("outoftime", None, Ending.FLAG_FALL, "draw"),
    ("cheat", "black", Ending.CHEATING, "black_wins"),
    ("noStart", "white", Ending.NO_START, "void"),
    ("unknownFinish", None, Ending.UNKNOWN, "draw"),
    ("insufficientMaterialClaim", None, Ending.CLAIM, "draw"),
    ("variantEnd", "white", Ending.VARIANT, "white_wins"),
    ("futureEnd", "black", Ending.UNKNOWN, "black_wins"),
    ("futureEnd", None, Ending.UNKNOWN, "draw"),
]


@pytest.mark.parametrize(("status", "winner", "ending", "outcome"), TABLE)
def test_an_end(status: str, winner: Literal["white", "black"] | None, ending: Ending, outcome: str) -> None:
    finish = finish_of(status, winner)
    assert finish == Finish(ending, None if winner is None else winner == "white")
    assert finish.outcome == outcome


@pytest.mark.parametrize("status", ["created", "started"])
def test_a_running_game_has_no_end(status: str) -> None:
    assert finish_of(status, None) is None


def test_all_fourteen_statuses_are_known() -> None:
    assert {*RUNNING, *ENDINGS} == set(STATUSES)
    assert len(STATUSES) == 14


@pytest.mark.parametrize(
    ("ply", "first", "side"),
    [
        (1, chess.WHITE, chess.WHITE),
        (2, chess.WHITE, chess.BLACK),
        (41, chess.WHITE, chess.WHITE),
        (1, chess.BLACK, chess.BLACK),
        (2, chess.BLACK, chess.WHITE),
    ],
)
def test_a_draw_offer_is_made_by_who_made_the_move_of_its_ply(ply: int, first: chess.Color, side: chess.Color) -> None:
    assert offer_side(ply, first) == side
