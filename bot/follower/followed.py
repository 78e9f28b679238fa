"""One followed game: its state as the source tells it, judged after every update."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import chess

from bot.book.openings import Opening
from bot.follower.correction import Correction, Given, Results
from bot.follower.lifecycle import OVER, RUNNING, Lifecycle, after
from bot.follower.played import Played
from bot.follower.proofs import Analysis, Question
from bot.follower.proving import Proving
from bot.follower.search import BookSearch
from bot.updates import Clocks, GameInfo, GameUpdate, Happening, Transport
from scoring import (
    Book,
    Decision,
    Ending,
    Finish,
    Game,
    OfferEvent,
    Report,
    Rules,
    Winnability,
    decide,
    declined_offers,
    score,
)

STALE_MS: dict[Transport, int] = {
    "own": 30_000,
    "stream": 75_000,
    "export": 40_000,
    "tv": 180_000,
    "source": 180_000,
    "none": 180_000,
}
"""How long nothing may be heard before a game is stale: a sign of life must have come in that time (TV sends none)."""


class FollowedGame:
    """The current state of a game; only `apply` changes its score, `look_again`, and under "fide" `take_proof`."""

    def __init__(self, game_id: str, rules: Rules, book: BookSearch[Book] | None = None) -> None:
        """Begin to wait for a game, with a book or without."""
        self.id = game_id
        self.rules = rules
        self.lifecycle: Lifecycle = "waiting"
        self.transport: Transport = "none"
        self.last: GameUpdate | None = None
        self.clocks_at_ms = 0
        self.changed_at_ms = 0
        self.heard_at_ms = 0
        self.stale = False
        self._played = Played(rules, book)
        self._proofs = Proving(rules)
        self._results = Results()
        self.report: Report = score(self.game, rules, book=self._played.said)
        self.decision: Decision | None = None

    @property
    def game(self) -> Game:
        """The moves as far as they are known, and the facts of every ply."""
        return self._played.game

    @property
    def history(self) -> Sequence[tuple[Fraction, Fraction]]:
        """The points that a draw would give after every ply, from the start on, White's first."""
        return self._played.history

    @property
    def corrections(self) -> Sequence[Correction]:
        """What was corrected after it was given."""
        return self._results.corrections

    @property
    def info(self) -> GameInfo:
        """What does not change during the game."""
        return self.last.info if self.last else GameInfo()

    @property
    def clocks(self) -> Clocks:
        """Both clocks at the last position."""
        return self.last.clocks if self.last else Clocks()

    @property
    def plies_behind(self) -> int:
        """How far the source is behind the board as a rule."""
        return self.last.plies_behind if self.last else 0

    @property
    def offers(self) -> tuple[OfferEvent, ...] | None:
        """The draw offers; None while they are unknown."""
        return self.last.offers if self.last else None

    @property
    def finish(self) -> Finish | None:
        """How the game ended, as far as the server has told."""
        return self.last.finish if self.last else None

    @property
    def opening(self) -> Opening | None:
        """The opening, if it has a name."""
        return self._played.opening

    @property
    def wanted(self) -> chess.Board | None:
        """The position that the book on the network is to be asked for; None if there is none."""
        return self._played.wanted

    @property
    def reason(self) -> str:
        """Why, where something went wrong."""
        return self.last.reason if self.last else ""

    @property
    def over(self) -> bool:
        """Whether nothing more is to come, except a correction."""
        return self.lifecycle in OVER

    @property
    def points(self) -> Mapping[chess.Color, Fraction] | None:
        """What both sides get; None while there is no result, and for a void game."""
        if self.decision is None or self.decision.outcome == "void":
            return None
        return self.report.outcomes[self.decision.outcome].points

    @property
    def flagged(self) -> chess.Color | None:
        """Whose flag fell, if that ended the game: as it was judged, by "server" as the record says it."""
        if self.last is None or self.decision is None or self.decision.ending != Ending.FLAG_FALL:
            return None
        if self.decision.verdict:
            return not self.decision.verdict.side
        if self.last.flagged is None and self.finish and self.finish.winner is not None:
            return not self.finish.winner
        return self.last.flagged

    @property
    def proving(self) -> bool:
        """Whether the result still waits for a proof: that the position is dead or drawn, under "fide"."""
        return self._proofs.waits(self.game, self.finish)

    @property
    def question(self) -> Question | None:
        """What should be proved now; None if nothing should, or all of it is known."""
        if self.lifecycle not in ("live", "reconnecting", "ended", "settled", "void"):
            return None
        return self._proofs.question(self.id, self.game, self.clocks, self.finish)

    def proof(self, winner: chess.Color) -> Winnability | None:
        """Whether a side can still mate, as far as it is proved or can be told at once."""
        return self._proofs.proof(self.game, winner)

    def asked(self, winner: chess.Color) -> bool:
        """Whether it is to be proved now that a side can still mate."""
        question = self.question
        return question is not None and winner in question.winners

    @property
    def stale_since_ms(self) -> int | None:
        """When the game was last heard of, if that is too long ago; None also if it never was."""
        return self.heard_at_ms or None if self.stale and self.lifecycle in RUNNING else None

    def apply(self, update: GameUpdate, now_ms: int) -> None:
        """Take all that a source knows now; raises `LifecycleError`, and changes nothing, for what cannot happen."""
        self.lifecycle = after(self.lifecycle, update.happening)
        before = self.last
        if before is None or update.info.start != before.info.start or update.info.variant != before.info.variant:
            self._played.begin(update.info.start)
            self._proofs = Proving(self.rules)
        self.last = update
        self._played.take(update.moves)
        if before is None or update.clocks != before.clocks or update.moves != before.moves:
            self.clocks_at_ms = now_ms
        if update.happening is Happening.LOST:
            self.stale = True
        else:
            self.heard_at_ms, self.stale = now_ms, False
        self._judge(update, now_ms)

    def take_proof(self, question: Question, analysis: Analysis, now_ms: int) -> bool:
        """Take the answer to a question of an earlier moment; returns whether it changes what is shown."""
        if self.last is None or not self._proofs.take(question, analysis, self.game, self.finish):
            return False
        if question.over or analysis.dead_ply is not None:
            self._played.end_dead(analysis.dead_ply)
        if not self._proofs.changes(question, self.game):
            return False
        if self.rules.flag_fall == "fide":
            self._judge(self.last, now_ms)
        return True

    def look_again(self, epd: str, now_ms: int) -> bool:
        """Ask the book anew if this is the position that was wanted of it; whether it says something else."""
        if self.last is None or not self._played.look_again(epd):
            return False
        self._judge(self.last, now_ms)
        return True

    def heard(self, now_ms: int) -> bool:
        """Note a sign of life; whether that ends a silence that was too long."""
        self.heard_at_ms = now_ms
        if not self.stale or self.lifecycle != "live":
            return False
        self.stale, self.changed_at_ms = False, now_ms
        return True

    def grow_stale(self, now_ms: int) -> bool:
        """Look whether nothing has been heard for too long; true when that is new."""
        if self.stale or self.lifecycle != "live" or now_ms - self.heard_at_ms <= STALE_MS[self.transport]:
            return False
        self.stale, self.changed_at_ms = True, now_ms
        return True

    def _judge(self, update: GameUpdate, now_ms: int) -> None:
        """Judge anew; a result that waits for a proof is not given."""
        self.changed_at_ms = now_ms
        said, declined = self._played.said, declined_offers(update.offers or (), self.game.played())
        self.report = score(self.game, self.rules, declined=[offer.side for offer in declined], book=said)
        self.decision = decide(self.game, self.rules, update.finish, update.flagged, self._known)
        if not self.proving:
            self._results.give(Given(update, self.decision, self.points, said), now_ms)

    def _known(self, _: chess.Board, winner: chess.Color) -> Winnability:
        """The proof for the last position; what is not proved yet counts as undecided."""
        return self.proof(winner) or Winnability(winner, "undecided", "budget", 0)
