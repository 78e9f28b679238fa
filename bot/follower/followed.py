"""One followed game: its facts kept in step with what the source says, and judged after every update."""

from collections.abc import Mapping
from fractions import Fraction

import chess

from bot.follower.correction import Correction, correction
from bot.follower.lifecycle import OVER, RUNNING, Lifecycle, after
from bot.updates import Clocks, GameInfo, GameUpdate, Happening, Transport
from scoring import Decision, Finish, Game, OfferEvent, Report, Rules, decide, declined_offers, score

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
    """The current state of a game; `apply` is the only thing that changes its score."""

    def __init__(self, game_id: str, rules: Rules) -> None:
        """Begin to wait for a game."""
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
        self.report: Report = score(self.game, rules)
        self.decision: Decision | None = None

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
    def stale_since_ms(self) -> int | None:
        """When the game was last heard of, if that is too long ago; None also if it never was."""
        return self.heard_at_ms or None if self.stale and self.lifecycle in RUNNING else None

    def apply(self, update: GameUpdate, now_ms: int) -> None:
        """Take all that a source knows now; raises `LifecycleError`, and changes nothing, for what cannot happen."""
        self.lifecycle = after(self.lifecycle, update.happening)
        before, told = self.last, (self.decision, self.points)
        if before is None or update.info.start != before.info.start or update.info.variant != before.info.variant:
            self.game, self.history = Game(update.info.start), []
        self.last = update
        self._take_moves(update.moves)
        if before is None or update.clocks != before.clocks or update.moves != before.moves:
            self.clocks_at_ms = now_ms
        self.changed_at_ms = now_ms
        if update.happening is Happening.LOST:
            self.stale = True
        else:
            self.heard_at_ms, self.stale = now_ms, False
        self._judge(update)
        if before and told[0] and self.decision and told[1] != self.points:
            self.corrections.append(correction(before, update, told, (self.decision, self.points), now_ms))

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
        for ply in range(len(self.history), len(moves) + 1):
            points = score(self.game, self.rules, ply=ply).outcomes["draw"].points
            both = (points[chess.WHITE], points[chess.BLACK])
            self.history.append(self.history[-1] if self.history and self.history[-1] == both else both)

    def _judge(self, update: GameUpdate) -> None:
        declined = declined_offers(update.offers or (), self.game.played())
        self.report = score(self.game, self.rules, declined=[offer.side for offer in declined])
        self.decision = decide(self.game, self.rules, update.finish, update.flagged)
