"""The show: every followed game as a topic, the lobby, and the featured game."""

from overlay.hub import Hub
from overlay.live import LiveGame
from overlay.state import Lobby, LobbyGame
from overlay.views import RUNNING, game_state, lobby_game

AFTERGLOW_MS = 20_000
"""How long a featured game stays featured after its end, so that its result is seen."""
SCORELESS = ("unsupported", "missing")
"""The lifecycles of what can never be featured: there is no score."""


class Show:
    """Takes followed games and publishes what changed."""

    def __init__(self, hub: Hub, pinned: str = "") -> None:
        """Publish to a hub; `pinned` is a player or a game id that is featured before all others."""
        self._hub = hub
        self._pinned = pinned.lower()
        self._games: dict[str, LiveGame] = {}
        self._lines: dict[str, LobbyGame | None] = {}  # None: to be made when the lobby is wanted
        self._featured: str | None = None
        hub.publish("lobby", Lobby(()))

    @property
    def featured(self) -> str | None:
        """The id of the featured game."""
        return self._featured

    def update(self, game: LiveGame) -> None:
        """Show a game as it stands now."""
        self._games[game.id] = game
        self._lines[game.id] = None
        self._hub.publish(f"game/{game.id}", lambda: game_state(game))
        self._publish_lobby(game.id, game.changed_at_ms)

    def forget(self, game_id: str) -> None:
        """Show a game no longer."""
        game = self._games.pop(game_id)
        del self._lines[game_id]
        self._hub.remove(f"game/{game_id}")
        self._publish_lobby(game_id, game.changed_at_ms)

    def _publish_lobby(self, changed: str, now_ms: int) -> None:
        self._hub.publish("lobby", self._lobby)
        self._feature(changed, now_ms)

    def _lobby(self) -> Lobby:
        for game_id, line in self._lines.items():
            if line is None:
                self._lines[game_id] = lobby_game(self._games[game_id])
        return Lobby(tuple(sorted((line for line in self._lines.values() if line), key=_is_over)))

    def _feature(self, changed: str, now_ms: int) -> None:
        before, self._featured = self._featured, choose_featured(self._games, self._featured, self._pinned, now_ms)
        if self._featured is None:
            self._hub.remove("featured")
        elif self._featured == changed or self._featured != before:
            game = self._games[self._featured]
            self._hub.publish("featured", lambda: game_state(game))


def _is_over(game: LobbyGame) -> bool:
    """Games under way come first in the lobby, then the others, both in the order in which they were found."""
    return game.lifecycle not in ("waiting", *RUNNING)


def choose_featured(games: dict[str, LiveGame], current: str | None, pinned: str, now_ms: int) -> str | None:
    """The game that scenes show: the pinned one if it is played, else the current one until a while after its end.

    Then the running game with most plies; when none runs, the current one stays, or the latest is taken. What has no
    score is never featured.
    """
    games = {game_id: game for game_id, game in games.items() if game.lifecycle not in SCORELESS}
    running = [game for game in games.values() if game.lifecycle in RUNNING]
    for game in running:
        if pinned and pinned in (game.id.lower(), game.info.white.name.lower(), game.info.black.name.lower()):
            return game.id
    shown = games.get(current) if current else None
    if shown and (shown in running or now_ms - shown.changed_at_ms < AFTERGLOW_MS or not running):
        return shown.id
    if running:
        return max(running, key=lambda game: game.game.ply).id
    return next(reversed(games), None)
