"""Gives every game the best transport it may have: a source that carries it, a move stream, or shared records."""

from collections.abc import Mapping

from bot.clock import Clock
from bot.follower.desk import RecordDesk, Wish
from bot.follower.followed import FollowedGame
from bot.follower.lifecycle import RUNNING
from bot.follower.place import Place
from bot.follower.planner import Candidate, allot
from bot.follower.ranks import Ranks
from bot.follower.streams import Streams
from bot.lichess.limits import TV_QUIET_MS
from bot.updates import GameUpdate

RESYNC_MS = 5_000
"""How long a game rests that has to be read anew: what cannot happen may happen again."""
REFUSED_MS = 60_000
"""How long no stream is opened for a game whose stream the server refused."""


class Transports:
    """The transports of all followed games, planned anew whenever something has changed."""

    def __init__(
        self,
        games: Mapping[str, FollowedGame],
        places: Mapping[str, Place],
        streams: Streams,
        desk: RecordDesk,
        clock: Clock,
        ranks: Ranks,
    ) -> None:
        """Take the followed games, what brings news of them, and which of them matter more."""
        self._games = games
        self._places = places
        self._streams = streams
        self._desk = desk
        self._clock = clock
        self._ranks = ranks

    def feature(self, game_id: str | None) -> None:
        """Put a game before all others."""
        if game_id != self._ranks.featured:
            self._ranks.featured = game_id
            self.plan()

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

    def end(self, game: FollowedGame, update: GameUpdate) -> None:
        """Stop following a game that is over, and see to its record if it is not there yet.

        What a stream calls void need not be: the record has the last word on that, too.
        """
        self._streams.stop(game.id)
        if game.over:
            game.transport = "none"
        if self._places[game.id].carrier == "source" or update.record or game.lifecycle in ("unsupported", "missing"):
            self._desk.forget(game.id)
        else:
            self._desk.want(game.id, Wish.CONFIRM if game.over else Wish.SETTLE)
        self.plan()

    def drop(self, game_id: str) -> None:
        """Bring no more news of a game until it is planned for."""
        self._streams.stop(game_id)
        self._desk.forget(game_id)

    def rest(self, game_id: str) -> None:
        """Bring no news of a game for a short while."""
        self.drop(game_id)
        self._places[game_id].rests_until_ms = self._clock.now_ms() + RESYNC_MS

    def refused(self, game_id: str) -> None:
        """Open no stream for a game for a while: the server has refused it."""
        self._places[game_id].no_stream_until_ms = self._clock.now_ms() + REFUSED_MS

    def check_on_tv(self) -> None:
        """Ask now and then whether a game is over of which TV shows no moves."""
        now_ms = self._clock.now_ms()
        for game in self._games.values():
            place = self._places[game.id]
            quiet_ms = now_ms - max(game.heard_at_ms, place.checked_ms)
            if game.transport == "tv" and game.lifecycle == "live" and quiet_ms >= TV_QUIET_MS:
                place.checked_ms = now_ms
                self._desk.want(game.id, Wish.CHECK)

    def _candidate(self, game: FollowedGame) -> Candidate:
        place = self._places[game.id]
        return Candidate(game.id, self._ranks.of(game), place.found_ms, place.order, game.id in self._streams.games)

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
