"""A followed game that a test plays move by move, and the moments that are told of it."""

import chess

from bot.follower.followed import FollowedGame
from bot.moments import Moment
from bot.moments.teller import Moments
from bot.updates import Clocks, GameInfo, GameUpdate, Happening
from scoring import Finish, OfferEvent, Rules

H = Happening
START_MS = 1_000_000
LATER_MS = START_MS + 60_000
GAMBIT = "e4 e5 f4 exf4 " + "Nf3 Nf6 Ng1 Ng8 " * 3
"""After which White's pawn has been gone for six moves."""


class Played:
    """A game as its source tells it; `told` are the kinds and sides of all moments so far."""

    def __init__(self, moments: Moments | None = None, start: chess.Board | None = None) -> None:
        self.moments = moments or Moments(START_MS)
        self.game = FollowedGame("abcdefgh", Rules())
        self.start = start or chess.Board()
        self.now_ms = LATER_MS
        self.all: list[Moment] = []

    @property
    def told(self) -> list[str]:
        return [f"{moment.kind} {moment.side}" if moment.side else moment.kind for moment in self.all]

    def says(
        self,
        happening: Happening,
        line: str = "",
        *,
        offers: tuple[OfferEvent, ...] | None = None,
        finish: Finish | None = None,
        flagged: chess.Color | None = None,
        began_ms: int | None = None,
    ) -> list[str]:
        """The source tells all it knows; gives what is new."""
        board = self.start.copy()
        for san in line.split():
            board.push_san(san)
        info = GameInfo(start=self.start, began_ms=began_ms)
        moves = tuple(board.move_stack)
        update = GameUpdate("abcdefgh", happening, info, moves, Clocks(), 0, offers, finish, flagged)
        self.game.apply(update, self.now_ms)
        return self.look()

    def look(self) -> list[str]:
        """Look at the game as it stands; gives what is new."""
        before = len(self.all)
        self.now_ms += 1000
        self.all += self.moments.of_game(self.game, self.now_ms)
        return self.told[before:]

    def plays(self, line: str, offers: tuple[OfferEvent, ...] | None = None) -> list[str]:
        """A whole line from the beginning, one move after the other; gives what is new."""
        before, moves = len(self.all), line.split()
        self.says(H.DESCRIBED)
        for ply in range(1, len(moves) + 1):
            self.says(H.MOVED, " ".join(moves[:ply]), offers=offers)
        return self.told[before:]
