"""Takes the news of followed games, from wherever it comes: whatever happens to one game, no other one feels it."""

from random import Random

import structlog

from bot.clock import Clock
from bot.follower.desk import RecordDesk
from bot.follower.draw_notes import DrawNotes
from bot.follower.followed import FollowedGame
from bot.follower.games import Games
from bot.follower.lifecycle import LifecycleError
from bot.follower.news import REVISIONS, completed, not_there, says_nothing_new, tell
from bot.follower.place import Place
from bot.follower.ranks import Ranks
from bot.follower.streams import Outcome, Streams
from bot.follower.transports import Transports
from bot.lichess.client import LichessClient
from bot.updates import GameUpdate, Listener

log = structlog.get_logger()


class Intake:
    """What sources, streams, records and the operator's notes say of games, until these are over."""

    def __init__(
        self,
        client: LichessClient,
        clock: Clock,
        games: Games,
        places: dict[str, Place],
        ranks: Ranks,
        listener: Listener,
        random: Random,
    ) -> None:
        """Take the server, the time, the games, their places and ranks, and who hears what streams tell."""
        self._clock = clock
        self._games = games
        self._places = places
        self.streams = Streams(client, clock, listener, self._stream_changed, random)
        self.desk = RecordDesk(client, clock, self._take_record, self._take_missing, random)
        self.transports = Transports(games, places, self.streams, self.desk, clock, ranks)
        self.notes = DrawNotes(games, places, self.take)

    def take(self, update: GameUpdate, *, recorded: bool = False) -> None:
        """Take news; a game that cannot be gone on with is read anew."""
        try:
            game = self._games[update.id]
            self._apply(game, completed(game, update, self._places[game.id].talk) if recorded else update)
        except LifecycleError as error:
            log.error("game read anew", game=update.id, reason=str(error))
            self.read_anew(update.id, update)
        except Exception:
            log.exception("game read anew after an error of the program", game=update.id)
            self.read_anew(update.id)

    def look_again(self, game: FollowedGame, epd: str) -> None:
        """Judge a game anew that waited for what the book says of a position."""
        try:
            self._games.look_again(game, epd)
        except Exception:
            log.exception("game read anew after an error of the program", game=game.id)
            self.read_anew(game.id)

    def read_anew(self, game_id: str, news: GameUpdate | None = None) -> None:
        """Forget what is known of a game and begin again, after a rest.

        A source of whole games does not repeat what it told: a game of its own begins with the news that did not fit.
        """
        self.transports.rest(game_id)
        game = self._games.begin(game_id)
        if news and self._places[game_id].carrier == "source":
            tell(game, news, self._clock.now_ms())
        self._games.show(game)
        self.transports.plan()

    def _apply(self, game: FollowedGame, update: GameUpdate) -> None:
        if game.over and update.happening not in REVISIONS:
            return
        update = self.notes.complete(update)
        if says_nothing_new(game, update):
            self._games.heard(game.id)
            return
        self._games.take(game, update)
        if game.over or game.lifecycle == "ended":
            self.transports.end(game, update)
        self._games.show(game)

    def _take_record(self, update: GameUpdate) -> None:
        self.take(update, recorded=True)

    def _take_missing(self, game_id: str) -> None:
        self.take(not_there(self._games[game_id]))
        self.desk.forget(game_id)

    def _stream_changed(self, game_id: str, outcome: Outcome | None) -> None:
        if game_id in self._games and outcome == "refused":
            self.transports.refused(game_id)
        if game_id in self._games and outcome == "broken":
            self.read_anew(game_id)
        self.transports.plan()
