"""An arena: its games are found while it runs, by what its players play, and those missed once it is over."""

from bot.clock import Clock
from bot.lichess.client import LichessClient
from bot.lichess.pairings import Pairings
from bot.lichess.tournaments import Arena
from bot.updates import Listener


class ArenaSource:
    """Finds all games of an arena; waits for its start, and ends with it."""

    def __init__(self, arena_id: str, client: LichessClient, clock: Clock) -> None:
        """Take the arena's id, the server and the time."""
        self.name = f"arena {arena_id}"
        self._arena = Arena(arena_id, client)
        self._client = client
        self._clock = clock

    async def run(self, listener: Listener) -> None:
        """Tell of every game. Raises TokenError, NotFoundError if there is no such arena."""
        await Pairings(self._arena, self._client, self._clock, listener).follow()
