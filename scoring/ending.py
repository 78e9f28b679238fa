"""How a game ended and for whom: what the record says, and what the rules make of it (RULES 10)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import chess

from scoring.facts import Game
from scoring.flagfall import Prove, Verdict, flag_verdict
from scoring.options import Rules
from scoring.report import Outcome


class Ending(StrEnum):
    """How a game ended."""

    MATE = "mate"
    STALEMATE = "stalemate"
    RESIGNATION = "resignation"
    DRAW = "draw"
    REPETITION = "repetition"
    FIFTY_MOVES = "fifty_moves"
    FLAG_FALL = "flag_fall"
    LEFT = "left"
    CHEATING = "cheating"
    CLAIM = "claim"
    DEAD = "dead_position"
    VARIANT = "variant"
    UNKNOWN = "unknown"
    ABORTED = "aborted"
    NO_START = "no_start"
    NO_RESULT = "no_result"


VOID = frozenset({Ending.ABORTED, Ending.NO_START, Ending.NO_RESULT})
"""Endings that leave a game without a score (RULES 8)."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a game as the server or the record tells it; nobody won a draw or a void game."""

    ending: Ending
    winner: chess.Color | None = None

    @property
    def outcome(self) -> Outcome | Literal["void"]:
        """Who won by this record."""
        return "void" if self.ending in VOID else _won_by(self.winner)


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome that counts, how it came about, and what the record said."""

    outcome: Outcome | Literal["void"]
    ending: Ending
    finish: Finish | None
    verdict: Verdict | None = None
    """The flag-fall verdict, where a flag decided."""

    @property
    def overruled(self) -> bool:
        """Whether the record names another outcome."""
        return self.finish is not None and self.finish.outcome != self.outcome


def decide(
    game: Game,
    rules: Rules,
    finish: Finish | None,
    flagged: chess.Color | None = None,
    prove: Prove | None = None,
) -> Decision | None:
    """Decide a game from its end; None while it is still running.

    A dead position is a draw from the moment it is on the board, whatever the record says. `flagged` is the side
    whose flag fell, by default the loser of the record, else the side to move. `prove` is asked under "fide", as in
    `flag_verdict`; whether a position is dead by proof is not asked here, see `note_dead_position`.
    """
    if game.dead_ply is not None:
        return Decision("draw", Ending.DEAD, finish)
    if finish is None:
        return None
    if finish.ending != Ending.FLAG_FALL or rules.flag_fall == "server":
        return Decision(finish.outcome, _named(finish.ending, game), finish)
    if flagged is None:
        flagged = game.board.turn if finish.winner is None else not finish.winner
    verdict = flag_verdict(game.board, flagged, rules, prove)
    return Decision(_won_by(verdict.side if verdict.wins else None), Ending.FLAG_FALL, finish, verdict)


def _named(ending: Ending, game: Game) -> Ending:
    """The kind of a draw, which records leave open, as the position tells it; what it does not tell was agreed."""
    if ending == Ending.DRAW and game.board.is_repetition(3):
        return Ending.REPETITION
    if ending == Ending.DRAW and game.board.is_fifty_moves():
        return Ending.FIFTY_MOVES
    return ending


def _won_by(winner: chess.Color | None) -> Outcome:
    if winner is None:
        return "draw"
    return "white_wins" if winner == chess.WHITE else "black_wins"
