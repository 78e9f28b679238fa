"""Who hears of every change of a followed game, in their order."""

from bot.events.collector import Collector
from bot.follower.followed import FollowedGame
from bot.program.beside import Beside
from bot.program.stage import Stage
from bot.rehearse.rehearsal import Rehearsal


class Hearers:
    """The events, the show, and what reacts to it; a rehearsal no longer features a game that is over."""

    def __init__(self, collector: Collector, stage: Stage, beside: Beside, rehearsal: Rehearsal | None) -> None:
        self._collector = collector
        self._stage = stage
        self._beside = beside
        self._rehearsal = rehearsal

    def changed(self, game: FollowedGame) -> None:
        """A game has changed."""
        self._collector.update(game)  # which only notes it, so that no error of a view can keep it from an event
        self._stage.update(game)
        self._beside.changed(game)
        if self._rehearsal and game.over and game.id == self._stage.show.pinned:
            self._stage.look_at(None)

    def forgotten(self, game_id: str) -> None:
        """A game is not followed any more."""
        self._collector.forget(game_id)
        self._stage.show.forget(game_id)
        self._beside.forgotten(game_id)
