"""Users: what they play is asked every few seconds, and every game found is handed on once."""

from collections.abc import Callable, Sequence

import structlog

from bot.clock import Clock
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, TokenError

log = structlog.get_logger()

POLL_MS = 7_000
"""Lichess allows this question about once every five seconds."""


class UsersSource:
    """Finds the games of named users. Only one game of a user is told at a time."""

    def __init__(self, users: Sequence[str], client: LichessClient, clock: Clock) -> None:
        """Take at most 100 user names, the server and the time."""
        self._users = tuple(user.lower() for user in users)
        self._client = client
        self._clock = clock

    async def discover(self, found: Callable[[str], None]) -> None:
        """Call `found` with the id of every game that begins or is under way, for ever."""
        while True:
            try:
                for status in await self._client.statuses(self._users):
                    if status.playing_id:
                        found(status.playing_id)
            except TokenError:
                raise
            except LichessError as error:
                log.warning("users not asked", reason=str(error))
            await self._clock.sleep_until_ms(self._clock.now_ms() + POLL_MS)
