"""Gives every game the best transport it may have: a source that carries it, a move stream, or shared records."""

from collections.abc import Iterable, Mapping

from bot.clock import Clock
from bot.follower.desk import RecordDesk, Wish
from bot.follower.followed import FollowedGame
from bot.follower.lifecycle import RUNNING
from bot.follower.place import Place
from bot.follower.planner import Candidate, allot
from bot.follower.streams import Streams

FEATURED, PINNED, OTHER = range(3)
"""The ranks of games."""


class Transports:
    """The transports of all followed games, planned anew whenever something has changed."""

    def __init__(
        self,
        games: Mapping[str, FollowedGame],
        places: Mapping[str, Place],
        streams: Streams,
        desk: RecordDesk,
        clock: Clock,
        pinned: Iterable[str],
    ) -> None:
        """Take the followed games, what brings news of them, and the ids of games and names of players with rank."""
        self._games = games
        self._places = places
        self._streams = streams
        self._desk = desk
        self._clock = clock
        self._pinned = frozenset(name.lower() for name in pinned)
        self._featured: str | None = None

    def feature(self, game_id: str | None) -> None:
        """Put a game before all others."""
        if game_id != self._featured:
            self._featured = game_id
            self.plan()

    def rank(self, game: FollowedGame) -> int:
        """How much a game matters; 0 comes first."""
        if game.id == self._featured:
            return FEATURED
        names = {game.id.lower(), game.info.white.name.lower(), game.info.black.name.lower()}
        return PINNED if names & self._pinned else OTHER

    def plan(self) -> None:
        """Give every game that goes on its transport."""
        now_ms = self._clock.now_ms()
        going = [game for game in self._games.values() if game.lifecycle in ("waiting", *RUNNING)]
        candidates = [self._candidate(game) for game in going if self._places[game.id].may_stream(now_ms)]
        chosen = allot(candidates, self._streams.slots)
        for game_id in self._streams.games.difference(chosen):
            self._streams.stop(game_id)
        for game_id in chosen:
            full = len(self._streams.games) + self._streams.closing >= self._streams.slots
            if game_id not in self._streams.games and not full:
                self._streams.start(game_id, self._games[game_id].last)
        for game in going:
            self._set(game)

    def _candidate(self, game: FollowedGame) -> Candidate:
        place = self._places[game.id]
        return Candidate(game.id, self.rank(game), place.found_ms, place.order, game.id in self._streams.games)

    def _set(self, game: FollowedGame) -> None:
        place = self._places[game.id]
        if place.carriers:
            game.transport = place.carrier
        elif game.id in self._streams.games:
            game.transport = "stream"
        elif place.rests_until_ms <= self._clock.now_ms():
            game.transport = "export"
            self._desk.want(game.id, Wish.POLL)
            return
        self._desk.stop_polling(game.id)
