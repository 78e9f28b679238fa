"""One game of the token's owner by its own stream, through every fault, to its end; its record then settles it."""

from dataclasses import replace
from random import Random
from typing import Literal

import structlog

from bot.clock import Clock
from bot.lichess.board_stream import BoardStream, Described, State
from bot.lichess.client import LichessClient
from bot.lichess.decoder import Malformed
from bot.lichess.errors import LichessError, NotFoundError, TokenError
from bot.lichess.listening import listen
from bot.lichess.retry import persist
from bot.lichess.variants import VARIANTS
from bot.updates import GameInfo, GameUpdate, Happening, Listener

log = structlog.get_logger()

SILENCE_MS = 20_000
"""The stream is never silent for longer than 7 s: three times that and the connection is dead."""
TRIES = 3
"""After so many tries in vain the game needs another transport."""

Interface = Literal["board", "bot"]
"""Which of the two interfaces an account has for its games: people's, or bots'."""


class BoardGame:
    """Follows one game until its stream says that it is over, or while the server lets it."""

    def __init__(
        self,
        game_id: str,
        interface: Interface,
        origin: str,
        client: LichessClient,
        clock: Clock,
        listener: Listener,
        random: Random,
    ) -> None:
        """Take the game's id, where its stream is, what people call its source, the server, the time, who hears."""
        self.over = False
        """Whether the game has ended, by what others say."""
        self._id = game_id
        self._path = f"/api/{interface}/game/stream/{game_id}"
        self._origin = origin
        self._client = client
        self._clock = clock
        self._listener = listener
        self._random = random
        self._stream = BoardStream(game_id, client.game_url(game_id))
        self._last = GameUpdate(game_id, Happening.DESCRIBED, GameInfo(url=client.game_url(game_id)))
        self._described = False
        self._carries = False
        self._welcome = False
        self._signs = 0
        self._signs_before = 0
        self._vain = 0

    async def run(self) -> None:
        """Tell of the game to its end, or until it is sure that the server does not give its stream."""
        try:
            await persist(
                self._connect,
                progress=lambda: self._signs,
                lost=self._lost,
                clock=self._clock,
                random=self._random,
            )
        except (NotFoundError, TokenError) as error:
            log.warning("own stream not there", game=self._id, reason=str(error))
            self.hand_over()

    def hand_over(self) -> None:
        """Leave the game to another transport."""
        if self._carries:
            self._carries = False
            self._listener.released(self._id, self._origin)
        elif not self._described:
            self._listener.found(self._id, self._origin)

    async def _connect(self) -> None:
        """Read the stream once, from opening it to the end of the game."""
        if self._vain >= TRIES and (self.over or not self._described):
            return  # there is nothing more to see, or never was: some games are too fast for these streams
        self._welcome = False
        self._stream.reconnect()
        async with self._client.stream(self._path, f"game {self._id}") as chunks:
            async for data in listen(chunks, SILENCE_MS, self._clock, self._note_life):
                for event in self._stream.feed(data):
                    if self._take(event):
                        return
        for event in self._stream.eof():
            self._take(event)
        raise LichessError("the stream ended before the game")

    def _note_life(self) -> None:
        """Only what comes after the description shows that the stream stays."""
        if self._welcome:
            self._signs += 1
            self._listener.heard(self._id)

    def _lost(self, error: LichessError) -> None:
        log.warning("stream lost", game=self._id, reason=str(error))
        self._vain = 1 if self._signs > self._signs_before else self._vain + 1
        self._signs_before = self._signs
        if self._carries and self._vain < TRIES:
            self._tell(Happening.LOST, str(error))
        else:
            self.hand_over()

    def _take(self, event: Described | State | Malformed) -> bool:
        """Turn an event of the stream into an update; whether nothing is to be read after it."""
        match event:
            case Described(info):
                self._last = replace(self._last, info=info, offers=self._last.offers or ())
                self._described = self._carries = self._welcome = True
                if info.variant not in VARIANTS:
                    self._tell(Happening.VARIANT, f"the variant {info.variant} is not scored")
                    return True
                self._tell(Happening.DESCRIBED)
            case State(moves, clocks, offers, finish):
                self._last = replace(self._last, moves=moves, clocks=clocks, offers=offers, finish=finish)
                if finish:
                    self._tell(Happening.VOID if finish.outcome == "void" else Happening.ENDED)
                    return True
                self._tell(Happening.MOVED)
            case Malformed(reason, gap):
                log.warning("line not used", game=self._id, reason=reason)
                if gap:
                    raise LichessError(reason)
        return False

    def _tell(self, happening: Happening, reason: str = "") -> None:
        self._listener.carried(replace(self._last, happening=happening, reason=reason), "own", self._origin)
