"""What reacts to the show hears of games and of the matches that they decide."""

from collections.abc import Iterable
from typing import cast

import structlog

from bot.clock import ManualClock
from bot.config import EventSection
from bot.events.collector import Collector
from bot.events.model import Event
from bot.follower.followed import FollowedGame
from bot.moments import Moment
from bot.obs.link import ObsLink
from bot.program.beside import Beside
from bot.updates import GameInfo, GameUpdate, Happening, Player
from scoring import Ending, Finish, Rules

PLAYERS = GameInfo(white=Player("Amsel"), black=Player("Drossel"), began_ms=1_700_000_000_000)
MATCH = EventSection(id="club", kind="match", players=["Amsel", "Drossel"], match_games=1)


class Events:
    """The events as the program has them."""

    def __init__(self, collector: Collector) -> None:
        self.ids = collector.ids
        self.event = collector.event

    def lately(self, event_id: str) -> frozenset[str]:
        return frozenset()


class Obs:
    """Hears of moments in the place of OBS."""

    def __init__(self) -> None:
        self.all: list[Moment] = []

    def tell(self, moments: Iterable[Moment]) -> None:
        self.all += moments


class Evening:
    """Games, events and what reacts, as the program puts them together."""

    def __init__(self, *sections: EventSection) -> None:
        self.clock = ManualClock()
        self.collector = Collector(list(sections), Rules(), self.clock)
        self.events = Events(self.collector)
        self.obs = Obs()
        self.beside = Beside(self.events, self.clock, cast(ObsLink, self.obs))

    def told(self, game: FollowedGame, happening: Happening, finish: Finish | None = None) -> list[str]:
        """What is heard of a piece of news."""
        before = len(self.obs.all)
        game.apply(GameUpdate(game.id, happening, PLAYERS, finish=finish), self.clock.now_ms())
        self.collector.update(game)
        self.beside.changed(game)
        self.beside.look_at_matches()
        return [moment.kind for moment in self.obs.all[before:]]


def test_a_game_that_decides_its_match() -> None:
    evening, game = Evening(MATCH), FollowedGame("abcdefgh", Rules())
    won = Finish(Ending.RESIGNATION, True)
    assert evening.told(game, Happening.DESCRIBED) == ["game_begins"]
    assert evening.told(game, Happening.ENDED, won) == ["game_ends"]
    assert evening.told(game, Happening.SETTLED, won) == ["match_decided"]
    assert evening.told(game, Happening.SETTLED, won) == []
    evening.beside.forgotten(game.id)
    evening.beside.changed(game)
    assert len(evening.obs.all) == 3


def test_a_match_whose_last_game_was_over_before_is_no_news() -> None:
    evening, game = Evening(MATCH), FollowedGame("abcdefgh", Rules())
    game.apply(GameUpdate(game.id, Happening.DESCRIBED, PLAYERS), 0)
    assert evening.told(game, Happening.SETTLED, Finish(Ending.RESIGNATION, True)) == []


def test_an_error_stops_nobody() -> None:
    evening, game = Evening(MATCH), FollowedGame("abcdefgh", Rules())
    evening.told(game, Happening.DESCRIBED)
    evening.events.event = broken
    with structlog.testing.capture_logs() as logs:
        assert evening.told(game, Happening.SETTLED, Finish(Ending.DRAW)) == ["game_ends"]
    assert logs[0]["log_level"] == "error"


def broken(event_id: str) -> Event:
    raise KeyError(event_id)
