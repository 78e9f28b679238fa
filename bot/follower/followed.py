"""One followed game: its facts kept in step with what the source says, and judged after every update."""

from collections.abc import Mapping
from fractions import Fraction

import chess

from bot.book.openings import NamedPositions, Opening
from bot.follower.correction import Correction, Given, correction
from bot.follower.lifecycle import OVER, RUNNING, Lifecycle, after
from bot.follower.proofs import Analysis, KnownProofs, Question, lower_ms, worth_proving
from bot.follower.search import BookSearch
from bot.updates import Clocks, GameInfo, GameUpdate, Happening, Transport
from scoring import (
    NO_BOOK,
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
    flag_verdict,
    replay,
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
        self.game = Game()
        self.clocks_at_ms = 0
        self.changed_at_ms = 0
        self.heard_at_ms = 0
        self.stale = False
        self.corrections: list[Correction] = []
        self.history: list[tuple[Fraction, Fraction]] = []
        self._book = book
        self._said = book.answer(self.game) if book else NO_BOOK
        self._named = BookSearch(NamedPositions)
        self.report: Report = score(self.game, rules, book=self._said)
        self.decision: Decision | None = None
        self._proofs = KnownProofs()
        self._proved_end: list[chess.Move] | None = None
        self._given: Given | None = None

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
        self._named.answer(self.game)
        return self._named.asked.opening

    @property
    def wanted(self) -> chess.Board | None:
        """The position that the book on the network is to be asked for; None if there is none."""
        return self._book.wanted if self._book else None

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
        return self.rules.flag_fall == "fide" and self.finish is not None and self._proved_end != self.game.moves

    @property
    def question(self) -> Question | None:
        """What should be proved now; None if nothing should, or all of it is known."""
        if self.lifecycle not in ("live", "reconnecting", "ended", "settled", "void"):
            return None
        if not worth_proving(self.game.board, self.clocks, self.finish, self.rules):
            return None
        if self.game.dead_ply is not None and not self.proving:
            return None
        winners = [side for side in chess.COLORS if self.proving or self.proof(side) is None]
        if not winners:
            return None
        moves, low_ms = tuple(self.game.moves), lower_ms(self.clocks)
        return Question(self.id, self.game.start, moves, tuple(winners), low_ms, self.proving)

    def proof(self, winner: chess.Color) -> Winnability | None:
        """Whether a side can still mate, as far as it is proved or can be told at once."""
        return self._proofs.get(self.game, winner)

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
            self.game, self.history = Game(update.info.start), []
            self._proofs, self._proved_end = KnownProofs(), None
        self.last = update
        self._take_moves(update.moves)
        if before is None or update.clocks != before.clocks or update.moves != before.moves:
            self.clocks_at_ms = now_ms
        self.changed_at_ms = now_ms
        if update.happening is Happening.LOST:
            self.stale = True
        else:
            self.heard_at_ms, self.stale = now_ms, False
        self._judge(update, now_ms)

    def take_proof(self, question: Question, analysis: Analysis, now_ms: int) -> bool:
        """Take the answer to a question of an earlier moment; returns whether it changes what is shown.

        It means nothing if the game has gone back since, or ended otherwise than it was asked for.
        """
        update, played = self.last, self.game.moves[: len(question.moves)]
        if update is None or question.start != self.game.start or played != list(question.moves):
            return False
        if question.over and (not self.proving or len(question.moves) != self.game.ply):
            return False
        self._proofs.take(question.moves, analysis.proofs)
        if question.over:
            self._proved_end = list(question.moves)
        if question.over or analysis.dead_ply is not None:
            self._set_dead(analysis.dead_ply)
        if self.rules.flag_fall != "fide":
            return any(self._disagrees(winner) for winner in question.winners)
        if not question.over and all(self.proof(winner) is None for winner in question.winners):
            return False
        self.changed_at_ms = now_ms
        self._judge(update, now_ms)
        return True

    def look_again(self, epd: str, now_ms: int) -> bool:
        """Ask the book anew if this is the position that was wanted of it; whether it says something else."""
        wanted = self.wanted
        if self.last is None or self._book is None or wanted is None or wanted.epd() != epd:
            return False
        self._book.begin_anew()
        if self._book.answer(self.game) == self._said:
            return False
        self._look_up()
        self.changed_at_ms = now_ms
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

    def _take_moves(self, moves: tuple[chess.Move, ...]) -> None:
        """Keep the common beginning, take the rest back and add what is new."""
        known = self.game.moves
        common = next((ply for ply, pair in enumerate(zip(known, moves, strict=False)) if pair[0] != pair[1]), None)
        if common is None:
            common = min(len(known), len(moves))
        if common < len(known):
            self.game.cut(common)
        self.game.extend(moves[common:])
        del self.history[common + 1 :]
        self._look_up()

    def _look_up(self) -> None:
        """Ask the book about the game as it stands; earlier points stay where they rest on as many plies of it."""
        before = self._said
        self._said = self._book.answer(self.game) if self._book else NO_BOOK
        if self._said.ply != before.ply:
            del self.history[min(self._said.ply, before.ply) + 1 :]
        self._write_history()

    def _write_history(self) -> None:
        for ply in range(len(self.history), self.game.ply + 1):
            points = score(self.game, self.rules, ply=ply, book=self._said).outcomes["draw"].points
            both = (points[chess.WHITE], points[chess.BLACK])
            self.history.append(self.history[-1] if self.history and self.history[-1] == both else both)

    def _set_dead(self, ply: int | None) -> None:
        """End the game at the first dead position, as it was proved; with None there is none."""
        before = self.game.dead_ply
        if ply == before:
            return
        self.game = replay(self.game.moves, self.game.start)
        if ply is not None:
            self.game.end_dead(ply)
        del self.history[min(dead for dead in (ply, before) if dead is not None) + 1 :]
        self._look_up()

    def _disagrees(self, winner: chess.Color) -> bool:
        """Whether the proof says otherwise than the policy."""
        proof = self.proof(winner)
        wins = flag_verdict(self.game.board, not winner, self.rules).wins
        return proof is not None and proof.answer == ("unwinnable" if wins else "winnable")

    def _judge(self, update: GameUpdate, now_ms: int) -> None:
        """Judge anew, and note a correction if another score was given before; a result that waits is not given.

        A result that was given is corrected once when the book has answered, not after each of its answers.
        """
        declined = declined_offers(update.offers or (), self.game.played())
        self.report = score(self.game, self.rules, declined=[offer.side for offer in declined], book=self._said)
        self.decision = decide(self.game, self.rules, update.finish, update.flagged, self._known)
        waits = self._said.provisional and self._given and self._given.decision and self._given.update is update
        if self.proving or waits:
            return
        given, self._given = self._given, Given(update, self.decision, self.points, self._said)
        if given and given.decision and self.decision and given.points != self.points:
            self.corrections.append(correction(given, self._given, now_ms))

    def _known(self, _: chess.Board, winner: chess.Color) -> Winnability:
        """The proof for the last position; what is not proved yet counts as undecided."""
        return self.proof(winner) or Winnability(winner, "undecided", "budget", 0)
