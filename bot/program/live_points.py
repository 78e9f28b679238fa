"""What a followed game has beyond the event that it belongs to: how it stands now."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import chess

from overlay import state
from overlay.shown.live import LiveGame
from overlay.shown.views import lobby_game


@dataclass(frozen=True, slots=True)
class LivePoints:
    """A followed game as it stands now: its line in the lobby, and the points of a draw now, exactly, White's first."""

    line: state.LobbyGame
    draw: tuple[Fraction, Fraction]


Live = Callable[[str], LivePoints | None]
"""What is known of the game of an id beyond the event: None where it is not followed."""


def live_points(game: LiveGame) -> LivePoints:
    """A followed game as it stands now."""
    draw = game.report.outcomes["draw"].points
    return LivePoints(lobby_game(game), (draw[chess.WHITE], draw[chess.BLACK]))
