"""The games of the token's owner: found by the stream of what happens to them, each told by a stream of its own.

These streams are not late, and show draw offers and takebacks.
"""

from random import Random

import structlog

from bot.clock import Clock
from bot.lichess.asking import Asking
from bot.lichess.board_game import Interface
from bot.lichess.board_games import BoardGames
from bot.lichess.client import LichessClient
from bot.lichess.decoder import Malformed
from bot.lichess.errors import LichessError, NotFoundError, TokenError
from bot.lichess.event_stream import PATH, Began, Ended, EventStream
from bot.lichess.governor import Budget
from bot.lichess.limits import OPENS, OPENS_MS, OWN_SILENCE_MS
from bot.lichess.listening import listen
from bot.lichess.own_wire import Account, EventGame
from bot.lichess.retry import persist, rest
from bot.together import together
from bot.updates import Listener

log = structlog.get_logger()

SOON_MS, STOLEN = 10_000, 3
"""When the event stream ends so soon, so many times in a row, another program takes it away."""
POLL_MS, POLLS = 60_000, 10
"""Then the games under way are asked for, so many times, before the stream is tried again."""
LISTED = 50
"""The most games under way that the server lists."""


class OwnGamesSource:
    """Follows all games that the token's owner plays."""

    def __init__(self, client: LichessClient, clock: Clock, *, random: Random | None = None) -> None:
        """Take the server, asked with a token, and the time."""
        self.name = "own games"
        self._client = client
        self._clock = clock
        self._random = random or Random()
        self._budget = Budget(clock, OPENS, OPENS_MS)
        self._asking = Asking(self.name)
        self._heard = 0
        self._ended_soon = 0

    async def run(self, listener: Listener) -> None:
        """Tell of every game, for ever. Raises TokenError for want of a token that allows it, NotFoundError."""
        if not self._client.has_token:
            raise TokenError("own games cannot be followed without a token")
        account = await self._client.ask("the token's account", lambda api: api.account.get(), Account)
        interface: Interface = "bot" if account.title == "BOT" else "board"
        async with together() as group:
            games = BoardGames(interface, self.name, self._client, self._clock, listener, group, self._random)
            try:
                await persist(
                    lambda: self._listen(games),
                    progress=lambda: self._heard,
                    lost=lambda error: log.warning("stream lost", source=self.name, reason=str(error)),
                    clock=self._clock,
                    random=self._random,
                )
            except Exception:
                games.hand_over()
                raise

    async def _listen(self, games: BoardGames) -> None:
        """Read the event stream once; it has no end of its own."""
        await self._budget.spend()
        opened_ms = self._clock.now_ms()
        ended_soon, self._ended_soon = self._ended_soon, 0
        await self._read(games)
        if self._clock.now_ms() - opened_ms < SOON_MS:
            self._ended_soon = ended_soon + 1
        if self._ended_soon == STOLEN:
            self._ended_soon = 0
            reason = "another program with the same token takes it; games are asked for once a minute instead"
            log.error("event stream taken away", source=self.name, reason=reason)
            await self._poll(games)
        raise LichessError("the event stream ended")

    async def _read(self, games: BoardGames) -> None:
        stream = EventStream()
        try:
            async with self._client.stream(PATH, "the event stream") as chunks:
                async for data in listen(chunks, OWN_SILENCE_MS, self._clock, self._note_life):
                    for event in stream.feed(data):
                        self._take(event, games)
        except NotFoundError as error:
            if not self._heard:
                raise
            raise LichessError(str(error)) from error  # what was there once comes back

    def _note_life(self) -> None:
        self._heard += 1

    def _take(self, event: Began | Ended | Malformed, games: BoardGames) -> None:
        match event:
            case Began(game_id, compat):
                games.begin(game_id, compat)
            case Ended(game_id):
                games.ended(game_id)
            case Malformed(reason):
                log.warning("line not used", source=self.name, reason=reason)

    async def _poll(self, games: BoardGames) -> None:
        for _ in range(POLLS):
            await self._asking.ask(self._ask(games))
            await rest(self._clock, POLL_MS)

    async def _ask(self, games: BoardGames) -> None:
        under_way = await self._client.ask(
            "the games under way", lambda api: api.games.get_ongoing(LISTED), list[EventGame]
        )
        for game in under_way:
            games.begin(game.game_id, game.compat)
