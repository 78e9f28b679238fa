"""A Swiss tournament: the games of each round are found by what its players play, and those missed once it is over."""

from bot.clock import Clock
from bot.lichess.client import LichessClient
from bot.lichess.pairings import Pairings
from bot.lichess.tournaments import Swiss
from bot.updates import Listener


class SwissSource:
    """Finds all games of a Swiss tournament; waits for its start, and ends with it."""

    def __init__(self, swiss_id: str, client: LichessClient, clock: Clock) -> None:
        """Take the tournament's id, the server and the time."""
        self.name = f"swiss {swiss_id}"
        self._swiss = Swiss(swiss_id, client)
        self._client = client
        self._clock = clock

    async def run(self, listener: Listener) -> None:
        """Tell of every game. Raises TokenError, NotFoundError if there is no such tournament."""
        await Pairings(self._swiss, self._client, self._clock, listener).follow()
