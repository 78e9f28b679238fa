"""A TV channel: its game is followed from the middle on without delay; what came before is fetched first."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import structlog

from bot.clock import Clock
from bot.lichess.client import LichessClient
from bot.lichess.decoder import Malformed
from bot.lichess.errors import LichessError, NotFoundError
from bot.lichess.limits import TV_SILENCE_MS
from bot.lichess.listening import listen
from bot.lichess.retry import persist
from bot.lichess.tv_before import fetch_before
from bot.lichess.tv_feed import Event, Featured, Over, Shown, TvFeed, feed_path
from bot.lichess.tv_game import TvGame
from bot.updates import Happening, Listener

log = structlog.get_logger()


class TvSource:
    """Follows the games of one channel, each as long as it is on show."""

    def __init__(self, channel: str, client: LichessClient, clock: Clock, *, random: Random | None = None) -> None:
        """Take the channel's name ("best", "blitz", "kingOfTheHill" …), the server and the time."""
        self.name = f"tv {channel}"
        self._channel = channel
        self._client = client
        self._clock = clock
        self._random = random or Random()
        self._heard = 0
        self._game: TvGame | None = None
        self._is_lost = False

    async def run(self, listener: Listener) -> None:
        """Tell of the channel's games for ever. Raises TokenError, NotFoundError if there is no such channel."""
        try:
            await persist(
                lambda: self._connect(listener),
                progress=lambda: self._heard,
                lost=lambda error: self._lose(error, listener),
                clock=self._clock,
                random=self._random,
            )
        except LichessError:
            self._leave(listener)
            raise

    async def _connect(self, listener: Listener) -> None:
        """Read the feed once, until it breaks off."""
        feed = TvFeed()
        try:
            async with self._client.stream(feed_path(self._channel), self.name) as chunks:
                async for data in listen(chunks, TV_SILENCE_MS, self._clock, self._note_life):
                    for event in feed.feed(data):
                        await self._take(event, listener)
        except NotFoundError as error:
            if not self._heard:
                raise
            raise LichessError(str(error)) from error  # what was there once comes back
        raise LichessError("the feed ended")

    def _note_life(self) -> None:
        self._heard += 1

    async def _take(self, event: Event, listener: Listener) -> None:
        match event:
            case Featured(game_id, fen):
                if self._game and self._game.id != game_id:
                    self._leave(listener)
                await self._show(game_id, lambda game: game.show(fen), Happening.DESCRIBED, listener)
            case Shown(fen, last_move, clocks) if self._game:
                known = self._game.id
                await self._show(known, lambda game: game.show(fen, last_move, clocks), Happening.MOVED, listener)
            case Over() if self._game:
                listener.suspected(self._game.id)
            case Malformed(reason):
                log.warning("line not used", source=self.name, reason=reason)

    async def _show(
        self, game_id: str, show: Callable[[TvGame], bool], happening: Happening, listener: Listener
    ) -> None:
        """Take a position of the game on show; what came before is fetched if the position does not follow."""
        if self._game is None or not show(self._game):
            before = await fetch_before(self._client, self._channel, game_id)
            if before and before.happening is Happening.VARIANT:
                listener.carried(before, "tv", self.name)
                return
            game = TvGame(before) if before else None
            if game is None or not show(game):
                self._hand_over(game_id, listener)
                return
            self._game, happening = game, Happening.DESCRIBED
        self._is_lost = False
        listener.carried(replace(self._game.update, happening=happening), "tv", self.name)

    def _hand_over(self, game_id: str, listener: Listener) -> None:
        """The moves of the game on show cannot be told: it is followed in another way."""
        log.warning("game not followed on tv", source=self.name, game=game_id)
        self._leave(listener)
        listener.found(game_id, self.name)

    def _leave(self, listener: Listener) -> None:
        """The game is not on show any more: it is over, or goes on unseen."""
        if self._game:
            listener.released(self._game.id, self.name)
            listener.suspected(self._game.id)
        self._game, self._is_lost = None, False

    def _lose(self, error: LichessError, listener: Listener) -> None:
        """The connection broke, or was silent since the game ended; the second time in a row the game is let go."""
        log.warning("feed lost", source=self.name, reason=str(error))
        if self._game is None:
            return
        if self._is_lost:
            self._leave(listener)
            return
        self._is_lost = True
        listener.carried(replace(self._game.update, happening=Happening.LOST, reason=str(error)), "tv", self.name)
        listener.suspected(self._game.id)
