"""Lets events hear which sources find which games."""

from collections.abc import Callable

from bot.updates import GameUpdate, Listener, Transport


class Telling:
    """A listener that hands everything on, and tells first which source speaks of which game."""

    def __init__(self, listener: Listener, told: Callable[[str, str], None]) -> None:
        """Take who listens, and who is told the id of a game and the name of its source."""
        self._listener = listener
        self._told = told

    def found(self, game_id: str, origin: str) -> None:
        """A game belongs to what is followed."""
        self._told(game_id, origin)
        self._listener.found(game_id, origin)

    def carried(self, update: GameUpdate, transport: Transport, origin: str) -> None:
        """News of a game that a source follows."""
        self._told(update.id, origin)
        self._listener.carried(update, transport, origin)

    def released(self, game_id: str, origin: str) -> None:
        """A source does not follow a game any more."""
        self._listener.released(game_id, origin)

    def heard(self, game_id: str) -> None:
        """A sign of life."""
        self._listener.heard(game_id)

    def suspected(self, game_id: str) -> None:
        """The game may be over."""
        self._listener.suspected(game_id)
