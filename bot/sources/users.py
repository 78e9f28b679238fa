"""Users: what they play is asked every few seconds; games between two of them are told by a stream at once.

Only one game of a user is told at a time by the question, and only games of two named users by the stream.
"""

from collections.abc import Sequence
from random import Random

import structlog

from bot.clock import Clock
from bot.lichess.asking import Asking
from bot.lichess.client import LichessClient
from bot.lichess.decoder import Malformed
from bot.lichess.errors import LichessError, NotFoundError, TokenError
from bot.lichess.games_stream import MAX_USERS, PATH, Began, Ended, GamesStream
from bot.lichess.limits import MOVES_SILENCE_MS
from bot.lichess.listening import listen
from bot.lichess.playing import POLL_MS, playing
from bot.lichess.retry import persist, rest
from bot.together import together
from bot.updates import Listener

log = structlog.get_logger()


class UsersSource:
    """Finds the games of named users."""

    def __init__(
        self, users: Sequence[str], client: LichessClient, clock: Clock, *, random: Random | None = None
    ) -> None:
        """Take the names of users, the server and the time."""
        self._users = tuple(dict.fromkeys(user.lower() for user in users))
        self.name = f"user {users[0]}" if len(self._users) == 1 else f"{len(self._users)} users"
        self._client = client
        self._clock = clock
        self._random = random or Random()
        self._heard = 0

    async def run(self, listener: Listener) -> None:
        """Tell of every game that begins or is under way, for ever. Raises TokenError, NotFoundError."""
        async with together() as group:
            if len(self._users) > 1:
                group.create_task(self._follow_stream(listener))
            await self._poll(listener)

    async def _poll(self, listener: Listener) -> None:
        asking = Asking(self.name)
        while True:
            await asking.ask(self._ask(listener))
            await rest(self._clock, POLL_MS)

    async def _ask(self, listener: Listener) -> None:
        async for game_ids in playing(self._client, self._users):
            for game_id in game_ids:
                listener.found(game_id, self.name)

    async def _follow_stream(self, listener: Listener) -> None:
        """Listen for ever, or until the server says that it has no such stream: then the question must do."""
        try:
            await persist(
                lambda: self._listen(listener),
                progress=lambda: self._heard,
                lost=lambda error: log.warning("stream lost", source=self.name, reason=str(error)),
                clock=self._clock,
                random=self._random,
            )
        except (NotFoundError, TokenError) as error:
            log.warning("stream not there", source=self.name, reason=str(error))

    async def _listen(self, listener: Listener) -> None:
        stream = GamesStream()
        try:
            async with self._client.stream(
                PATH,
                "the users' games",
                params={"withCurrentGames": "true"},
                body=",".join(self._users[:MAX_USERS]),
            ) as chunks:
                async for data in listen(chunks, MOVES_SILENCE_MS, self._clock, self._note_life):
                    self._take(stream, data, listener)
        except NotFoundError as error:
            if not self._heard:
                raise
            raise LichessError(str(error)) from error  # what was there once comes back
        raise LichessError("the stream of the users' games ended")

    def _note_life(self) -> None:
        self._heard += 1

    def _take(self, stream: GamesStream, data: bytes, listener: Listener) -> None:
        for event in stream.feed(data):
            match event:
                case Began(game_id):
                    listener.found(game_id, self.name)
                case Ended(game_id):
                    listener.found(game_id, self.name)  # the line of its beginning may have been lost
                    listener.suspected(game_id)
                case Malformed(reason):
                    log.warning("line not used", source=self.name, reason=reason)
