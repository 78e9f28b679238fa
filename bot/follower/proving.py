"""What one followed game asks to be proved, and what the answers are worth when they come."""

import chess

from bot.follower.proofs import Analysis, KnownProofs, Question, lower_ms, worth_proving
from bot.updates import Clocks
from scoring import Finish, Game, Rules, Winnability, flag_verdict


class Proving:
    """The proofs of one game, from its start; a proof of a position that was taken back means nothing any more."""

    def __init__(self, rules: Rules) -> None:
        """Begin without any."""
        self._rules = rules
        self._known = KnownProofs()
        self._proved_end: list[chess.Move] | None = None

    def proof(self, game: Game, winner: chess.Color) -> Winnability | None:
        """Whether a side can still mate, as far as it is proved or can be told at once."""
        return self._known.get(game, winner)

    def waits(self, game: Game, finish: Finish | None) -> bool:
        """Whether the result waits for a proof: that the position is dead or drawn, under "fide"."""
        return self._rules.flag_fall == "fide" and finish is not None and self._proved_end != game.moves

    def question(self, game_id: str, game: Game, clocks: Clocks, finish: Finish | None) -> Question | None:
        """What should be proved now; None if nothing should, or all of it is known."""
        if not worth_proving(game.board, clocks, finish, self._rules):
            return None
        over = self.waits(game, finish)
        if game.dead_ply is not None and not over:
            return None
        winners = tuple(side for side in chess.COLORS if over or self.proof(game, side) is None)
        if not winners:
            return None
        return Question(game_id, game.start, tuple(game.moves), winners, lower_ms(clocks), over)

    def take(self, question: Question, analysis: Analysis, game: Game, finish: Finish | None) -> bool:
        """Take the answer to a question of an earlier moment; returns whether it means anything.

        It does not if the game has gone back since, or ended otherwise than it was asked for.
        """
        if question.start != game.start or game.moves[: len(question.moves)] != list(question.moves):
            return False
        if question.over and (not self.waits(game, finish) or len(question.moves) != game.ply):
            return False
        self._known.take(question.moves, analysis.proofs)
        if question.over:
            self._proved_end = list(question.moves)
        return True

    def changes(self, question: Question, game: Game) -> bool:
        """Whether the answer to a question that was taken changes what is shown: the score, or what a flag fall means.

        By "fide" it does if it says something of the game as it stands; by another policy, if it disagrees with that.
        """
        if self._rules.flag_fall != "fide":
            return any(self._disagrees(game, winner) for winner in question.winners)
        return question.over or any(self.proof(game, winner) is not None for winner in question.winners)

    def _disagrees(self, game: Game, winner: chess.Color) -> bool:
        """Whether the proof says otherwise than the policy."""
        proof = self.proof(game, winner)
        wins = flag_verdict(game.board, not winner, self._rules).wins
        return proof is not None and proof.answer == ("unwinnable" if wins else "winnable")
