"""What is found out about a flag fall."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import chess

from scoring.dead_position import is_dead
from scoring.flagfall import POLICIES, Prove, Verdict, Winnability
from scoring.flagfall.fide import fide


@dataclass(frozen=True)
class FlagFall:
    """What all policies say if the flag of one side falls."""

    winner: chess.Color
    """The side with time left, which wins if it is not a draw."""
    verdicts: Mapping[str, Verdict]

    @property
    def proof(self) -> Winnability:
        """What "fide" found out."""
        proof = self.verdicts["fide"].proof
        assert proof is not None
        return proof


def flag_fall(board: chess.Board, winner: chess.Color, prove: Prove) -> FlagFall:
    """Ask every policy whether `winner` wins, should the other side's flag fall now."""
    policies = POLICIES | {"fide": partial(fide, prove=prove)}
    return FlagFall(winner, {policy: decide(board, winner) for policy, decide in policies.items()})


def dead(board: chess.Board, prove: Prove) -> bool | None:
    """Whether neither side can mate any more, though the game is not over; None if that is undecided."""
    if is_dead(board, prove):
        return True
    sides = (board.turn, not board.turn)
    if any(prove(board, side).answer == "winnable" for side in sides):
        return False
    return None if any(prove(board, side).answer == "undecided" for side in sides) else False
