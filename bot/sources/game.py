"""One game by its public move stream, through every fault, to its end; its record then settles it."""

from dataclasses import replace
from random import Random

import structlog

from bot.clock import Clock
from bot.lichess.client import LichessClient
from bot.lichess.decoder import Malformed
from bot.lichess.errors import LichessError, RateLimitError
from bot.lichess.limits import MOVES_SILENCE_MS, PLIES_BEHIND, QUIET_MS
from bot.lichess.listening import listen
from bot.lichess.move_stream import Described, Finished, Moved, MoveStream, stream_path
from bot.lichess.retry import is_passing, persist
from bot.lichess.variants import VARIANTS
from bot.updates import GameInfo, GameUpdate, Happening, Listener

log = structlog.get_logger()


class GameSource:
    """Follows one game until its stream says that it is over, or that it cannot be scored."""

    def __init__(
        self,
        game_id: str,
        client: LichessClient,
        clock: Clock,
        *,
        known: GameUpdate | None = None,
        random: Random | None = None,
    ) -> None:
        """Take the game's id, the server, the time, and what is known of the game already."""
        self.name = f"game {game_id}"
        self._id = game_id
        self._client = client
        self._clock = clock
        self._random = random or Random()
        self._stream = MoveStream(game_id, client.game_url(game_id), known)
        self._last = known or GameUpdate(game_id, Happening.DESCRIBED, GameInfo(url=client.game_url(game_id)))
        self._progress = 0
        self._quiet_since_ms = 0

    async def run(self, listener: Listener) -> None:
        """Tell of the game to its end.

        Raises NotFoundError if there is no such game, TokenError for a bad token, RateLimitError if there is no stream
        for it, since the address has as many as it may.
        """

        def lost(error: LichessError) -> None:
            log.warning("stream lost", game=self._id, reason=str(error))
            self._tell(listener, Happening.LOST, reason=str(error))

        await persist(
            lambda: self._connect(listener),
            progress=lambda: self._progress,
            lost=lost,
            clock=self._clock,
            random=self._random,
            passing=lambda error: is_passing(error) and not isinstance(error, RateLimitError),
        )

    async def _connect(self, listener: Listener) -> None:
        """Read the stream once, from opening it to the end of the game."""
        self._stream.reconnect()
        self._quiet_since_ms = self._clock.now_ms()
        async with self._client.stream(stream_path(self._id), self.name) as chunks:
            async for data in listen(chunks, MOVES_SILENCE_MS, self._clock, lambda: listener.heard(self._id)):
                for event in self._stream.feed(data):
                    if self._take(event, listener):
                        return
                self._look_at_quiet(listener)
        for event in self._stream.eof():
            self._take(event, listener)
        listener.suspected(self._id)
        raise LichessError("the stream ended before the game")

    def _look_at_quiet(self, listener: Listener) -> None:
        """A game that was aborted before its stream was opened shows signs of life, and no moves any more."""
        if self._clock.now_ms() - self._quiet_since_ms >= QUIET_MS:
            self._quiet_since_ms = self._clock.now_ms()
            listener.suspected(self._id)

    def _take(self, event: Described | Moved | Finished | Malformed, listener: Listener) -> bool:
        """Turn an event of the stream into an update; whether nothing is to be read after it."""
        match event:
            case Described(info):
                # A game without a clock is not shown late.
                behind = 0 if info.speed == "correspondence" else PLIES_BEHIND
                self._last = replace(self._last, info=info, plies_behind=behind)
                if info.variant not in VARIANTS:
                    self._tell(listener, Happening.VARIANT, reason=f"the variant {info.variant} is not scored")
                    return True
                self._tell(listener, Happening.DESCRIBED)
            case Moved(moves, clocks):
                self._progress += moves != self._last.moves
                self._quiet_since_ms = self._clock.now_ms()
                self._last = replace(self._last, moves=moves, clocks=clocks)
                self._tell(listener, Happening.MOVED)
            case Finished(finish, offers):
                self._last = replace(self._last, finish=finish, offers=offers, plies_behind=0)
                self._tell(listener, Happening.VOID if finish.outcome == "void" else Happening.ENDED)
                return True
            case Malformed(reason, gap):
                log.warning("line not used", game=self._id, reason=reason)
                if gap:
                    raise LichessError(reason)
        return False

    def _tell(self, listener: Listener, happening: Happening, reason: str = "") -> None:
        listener.carried(replace(self._last, happening=happening, reason=reason), "stream", self.name)
