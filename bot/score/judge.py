"""One game of a record, judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import chess

from bot.pgn import PgnGame
from scoring import (
    Decision,
    DeclinedOffer,
    Game,
    OutcomeScore,
    Proofs,
    Report,
    Rules,
    decide,
    declined_offers,
    note_dead_position,
    replay,
    score,
)

RESULTS = {"white_wins": "1-0", "black_wins": "0-1", "draw": "1/2-1/2"}


@dataclass(frozen=True)
class Judged:
    """A game, its facts, its report, and the outcome that counts."""

    game: PgnGame
    played: Game
    declined: tuple[DeclinedOffer, ...]
    report: Report
    decision: Decision | None
    """None while there is no result."""

    @property
    def result(self) -> str:
        """The result that counts: "1-0", "0-1", "1/2-1/2", "void", or "*" without a result."""
        return "*" if self.decision is None else RESULTS.get(self.decision.outcome, "void")

    @property
    def outcome(self) -> OutcomeScore | None:
        """The score of the outcome that counts; None for a void game and one without a result."""
        if self.decision is None or self.decision.outcome == "void":
            return None
        return self.report.outcomes[self.decision.outcome]

    @property
    def points(self) -> Mapping[chess.Color, Fraction] | None:
        """The points of both sides; None for a void game and one without a result."""
        return None if self.outcome is None else self.outcome.points

    @property
    def overruled(self) -> bool:
        """Whether the record names another result than the one that counts."""
        return self.result not in ("*", "void", self.game.result)


def judge(game: PgnGame, rules: Rules) -> Judged:
    """Score a game as it stands at its end, and decide it by what its record says."""
    played = replay(game.moves, game.start)
    prove = Proofs(rules)
    if rules.flag_fall == "fide":
        note_dead_position(played, prove)
    declined = declined_offers(game.offers, played.played()) if game.offers else []
    report = score(played, rules, declined=[offer.side for offer in declined])
    decision = decide(played, rules, game.finish, game.flagged, prove)
    return Judged(game, played, tuple(declined), report, decision)
