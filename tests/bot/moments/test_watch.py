"""Games and the matches that they decide, watched as the program follows them."""

from collections.abc import Sequence
from typing import cast

import structlog

from bot.clock import ManualClock
from bot.config import EventSection
from bot.events.collector import Collector
from bot.events.model import Event
from bot.follower.followed import FollowedGame
from bot.moments import Moment
from bot.moments.watch import Watch
from bot.updates import GameInfo, GameUpdate, Happening, Player
from scoring import Ending, Finish, Rules

PLAYERS = GameInfo(white=Player("Amsel"), black=Player("Drossel"), began_ms=1_700_000_000_000)
MATCH = EventSection(id="club", kind="match", players=["Amsel", "Drossel"], match_games=1)


class Told:
    """A watch beside the events, told of games as the program is."""

    def __init__(self, *sections: EventSection) -> None:
        self.clock = ManualClock()
        self.events = Collector(list(sections), Rules(), self.clock)
        self.all: list[Moment] = []
        self.watch = Watch(self.clock, self.events, self.take)

    def take(self, moments: Sequence[Moment]) -> None:
        self.all += moments

    def says(self, game: FollowedGame, happening: Happening, finish: Finish | None = None) -> list[str]:
        before = len(self.all)
        game.apply(GameUpdate(game.id, happening, PLAYERS, finish=finish), self.clock.now_ms())
        self.events.update(game)
        self.watch.update(game)
        return [moment.kind for moment in self.all[before:]]


def test_a_game_that_decides_its_match() -> None:
    told, game = Told(MATCH), FollowedGame("abcdefgh", Rules())
    won = Finish(Ending.RESIGNATION, True)
    assert told.says(game, Happening.DESCRIBED) == ["game_begins"]
    assert told.says(game, Happening.ENDED, won) == ["game_ends"]
    assert told.says(game, Happening.SETTLED, won) == ["match_decided"]
    assert told.all[-1].text.en == "Amsel has won the match"
    assert told.says(game, Happening.SETTLED, won) == []
    told.watch.forget(game.id)
    told.watch.update(game)
    assert len(told.all) == 3


def test_a_match_whose_last_game_was_over_before_is_no_news() -> None:
    told, game = Told(MATCH), FollowedGame("abcdefgh", Rules())
    game.apply(GameUpdate(game.id, Happening.DESCRIBED, PLAYERS), 0)
    assert told.says(game, Happening.SETTLED, Finish(Ending.RESIGNATION, True)) == []


def test_an_error_stops_nobody() -> None:
    told, game = Told(MATCH), FollowedGame("abcdefgh", Rules())
    told.says(game, Happening.DESCRIBED)
    told.watch._events = cast(Collector, Broken())
    with structlog.testing.capture_logs() as logs:
        assert told.says(game, Happening.SETTLED, Finish(Ending.DRAW)) == []
    assert logs[0]["log_level"] == "error"


class Broken:
    ids = ("club",)

    def event(self, event_id: str) -> Event:
        raise KeyError(event_id)
