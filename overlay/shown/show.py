"""The show: every followed game as a topic, the lobby, the featured game, and the evening as an event."""

from collections.abc import Callable
from dataclasses import replace

from overlay.hub import Hub
from overlay.looks.wording import OURS, Wording
from overlay.shown.evening import Evening
from overlay.shown.event_view import event_state
from overlay.shown.featured import Choice, Feature, Wishes, choose_featured
from overlay.shown.live import LiveGame
from overlay.shown.news import News
from overlay.shown.views import RUNNING, game_state, lobby_game
from overlay.state import Event, Lobby, LobbyGame, Text
from scoring.amounts import MATCH_GAMES


class Show:
    """Takes followed games and publishes what changed."""

    def __init__(
        self,
        hub: Hub,
        named: str = "",
        wording: Wording = OURS,
        *,
        feature: Feature = "longest",
        match_games: int = MATCH_GAMES,
        before: str | None = None,
        now_ms: Callable[[], int] | None = None,
    ) -> None:
        """Publish to a hub, in these words.

        `named` is a player or a game id that is featured before all others but a pinned one, `feature` the rule by
        which a game is featured otherwise, and `match_games` the length of the match between two players. `before` is
        the game that was featured when the program ended the last time. `now_ms` is the clock by which games are
        followed; without it the hub is not told how long ago the server said something.
        """
        self._hub = hub
        self._wording = wording
        self._event_name = Text(wording.words("de")["event_all"], wording.words("en")["event_all"])
        self._match_games = match_games
        self._games: dict[str, LiveGame] = {}
        self._lines: dict[str, LobbyGame | None] = {}  # None: to be made when the lobby is wanted
        self._evening = Evening()
        self._wishes = Wishes(None, named.lower(), feature, before)
        self._featured = Choice()
        self._now_ms = 0
        self._news = News(now_ms) if now_ms else None
        hub.publish("lobby", Lobby(()))
        hub.publish("event/all", self._event)

    @property
    def featured(self) -> str | None:
        """The id of the featured game."""
        return self._featured.id

    @property
    def pinned(self) -> str | None:
        """The id of the game that is pinned, whether it exists or not."""
        return self._wishes.pinned

    def game(self, game_id: str) -> LiveGame | None:
        """A game that is shown, by its id."""
        return self._games.get(game_id)

    def pin(self, game_id: str | None) -> None:
        """Feature a game before all others, as soon as and as long as there is one with this id; None: no such game."""
        self._wishes = replace(self._wishes, pinned=game_id, before=None if game_id else self._wishes.before)
        self._feature(None)
        self._hub.publish("event/all", self._event)

    def update(self, game: LiveGame) -> None:
        """Show a game as it stands now."""
        self._games[game.id] = game
        self._lines[game.id] = None
        self._evening.update(game)
        self._tell(f"game/{game.id}", game)
        self._publish(game)

    def forget(self, game_id: str) -> None:
        """Show a game no longer; its result stays part of the evening."""
        game = self._games.pop(game_id)
        del self._lines[game_id]
        self._evening.forget(game)
        self._hub.remove(f"game/{game_id}")
        self._publish(game)

    def _publish(self, changed: LiveGame) -> None:
        self._now_ms = max(self._now_ms, changed.changed_at_ms)
        self._hub.publish("lobby", self._lobby)
        self._feature(changed.id)
        self._hub.publish("event/all", self._event)

    def _lobby(self) -> Lobby:
        for game_id, line in self._lines.items():
            if line is None:
                self._lines[game_id] = lobby_game(self._games[game_id])
        return Lobby(tuple(sorted((line for line in self._lines.values() if line), key=_is_over)))

    def _event(self) -> Event:
        return event_state(self._evening, self._event_name, self.featured, self._match_games)

    def _tell(self, topic: str, game: LiveGame) -> None:
        heard_s = self._news.heard_s(game) if self._news else None
        self._hub.publish(topic, lambda: game_state(game, self._wording), heard_s=heard_s)

    def _feature(self, changed: str | None) -> None:
        before = self.featured
        self._featured = choose_featured(self._games, self._wishes, self._featured, self._now_ms)
        if self.featured is None:
            self._hub.remove("featured")
        elif self.featured == changed or self.featured != before:
            self._tell("featured", self._games[self.featured])


def _is_over(game: LobbyGame) -> bool:
    """Games under way come first in the lobby, then the others, both in the order in which they were found."""
    return game.lifecycle not in ("waiting", *RUNNING)
