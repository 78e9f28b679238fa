"""Who hears of the games at boards."""

from typing import Protocol

from bot.boards.games import BoardGame


class Audience(Protocol):
    """Whoever hears of the games at boards; every call returns quickly and never raises."""

    def told(self, serial: str, game: BoardGame) -> None:
        """A game at a board has changed."""

    def lost(self, serial: str, reason: str) -> None:
        """A board cannot be heard, so its game is not told until it can."""

    def heard(self, serial: str) -> None:
        """A board is there, without news."""


class Nobody:
    """An audience that does not listen."""

    def told(self, serial: str, game: BoardGame) -> None:
        """Do nothing."""

    def lost(self, serial: str, reason: str) -> None:
        """Do nothing."""

    def heard(self, serial: str) -> None:
        """Do nothing."""
