"""One followed game: its facts kept in step with what the source says, and judged after every update."""

from fractions import Fraction

import chess

from bot.follower.lifecycle import Lifecycle, after
from bot.updates import Clocks, GameInfo, GameUpdate, Happening
from scoring import Decision, Finish, Game, OfferEvent, Report, Rules, decide, declined_offers, score


class FollowedGame:
    """The current state of a game; `apply` is the only thing that changes it."""

    def __init__(self, game_id: str, rules: Rules) -> None:
        """Begin to wait for a game."""
        self.id = game_id
        self.rules = rules
        self.lifecycle: Lifecycle = "waiting"
        self.info = GameInfo()
        self.game = Game()
        self.clocks = Clocks()
        self.clocks_at_ms = 0
        self.changed_at_ms = 0
        self.heard_at_ms = 0
        self.plies_behind = 0
        self.offers: tuple[OfferEvent, ...] | None = None
        self.finish: Finish | None = None
        self.reason = ""
        self.history: list[tuple[Fraction, Fraction]] = []
        self.report: Report = score(self.game, rules)
        self.decision: Decision | None = None

    def apply(self, update: GameUpdate, now_ms: int) -> None:
        """Take all that a source knows now; raises `LifecycleError`, and changes nothing, for what cannot happen."""
        self.lifecycle = after(self.lifecycle, update.happening)
        if update.info.start != self.info.start or update.info.variant != self.info.variant:
            self.game, self.history = Game(update.info.start), []
        self.info = update.info
        self._take_moves(update.moves)
        if update.clocks != self.clocks or not self.clocks_at_ms:
            self.clocks, self.clocks_at_ms = update.clocks, now_ms
        self.plies_behind, self.reason, self.finish = update.plies_behind, update.reason, update.finish
        self.offers = update.offers
        self.changed_at_ms = now_ms
        if update.happening is not Happening.LOST:
            self.heard_at_ms = now_ms
        self._judge()

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
        for ply in range(len(self.history), len(moves) + 1):
            points = score(self.game, self.rules, ply=ply).outcomes["draw"].points
            self.history.append((points[chess.WHITE], points[chess.BLACK]))

    def _judge(self) -> None:
        declined = declined_offers(self.offers or (), self.game.played())
        self.report = score(self.game, self.rules, declined=[offer.side for offer in declined])
        self.decision = decide(self.game, self.rules, self.finish)
