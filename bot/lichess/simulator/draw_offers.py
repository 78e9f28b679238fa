"""The draw offers of a game: which Lichess allows, which stand, and which it remembers."""

from __future__ import annotations

from dataclasses import replace

import chess

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.state import DrawOffer

_FIRST_PLY = 2
_FIRST_PLY_WITHOUT_EARLY_DRAWS = 60
_PLIES_BETWEEN = 20


class DrawOffers:
    """The offers of a game so far.

    `made` are all of them, `standing` the sides whose offer stands, `acceptance` is the acceptance of one in the form
    of an offer.
    """

    def __init__(self, game: Game) -> None:
        early = game.swiss is None and "noEarlyDraw" not in game.rules
        self._game = game
        self._first_ply = _FIRST_PLY if early else _FIRST_PLY_WITHOUT_EARLY_DRAWS
        self.made: tuple[DrawOffer, ...] = ()
        self.standing: frozenset[chess.Color] = frozenset()
        self.acceptance: DrawOffer | None = None

    def allowed(self, side: chess.Color, board: chess.Board) -> bool:
        """Whether a side may offer a draw: not too early, not too often, and not to the engine."""
        ply = board.ply()
        last = max((offer.ply for offer in self.made if offer.side == side), default=None)
        return (
            ply >= self._first_ply
            and (last is None or last < ply - _PLIES_BETWEEN)
            and self._game.player(not side).ai_level is None
        )

    def make(self, side: chess.Color, board: chess.Board) -> None:
        """A side offers a draw."""
        self.made += (_normalised(side, board),)
        self.standing |= {side}

    def accept(self, side: chess.Color, board: chess.Board) -> None:
        """A side accepts; ValueError if the other has not offered."""
        if (not side) not in self.standing:
            raise ValueError(f"game {self._game.id}: there is no draw offer to accept")
        self.acceptance = _normalised(side, board)

    def drop(self, side: chess.Color) -> bool:
        """The offer of a side stands no longer; false if it did not before."""
        stood = side in self.standing
        self.standing -= {side}
        return stood

    def clear(self) -> None:
        """No offer stands any longer."""
        self.standing = frozenset()

    def cut(self, ply: int) -> None:
        """The moves after a ply are taken back."""
        self.clear()
        self.made = tuple(replace(offer, undone=True) if offer.ply > ply else offer for offer in self.made)


def _normalised(side: chess.Color, board: chess.Board) -> DrawOffer:
    ply = board.ply()
    return DrawOffer(ply + 1 if board.turn == side else ply, side)
