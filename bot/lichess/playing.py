"""What many users play now, asked a hundred at a time."""

from collections.abc import AsyncIterator, Sequence

from bot.lichess.client import MAX_STATUS_IDS, LichessClient
from bot.lichess.ids import is_game_id

POLL_MS = 7_000
"""How long to rest between two rounds of questions; within one the client keeps their distance."""


async def playing(client: LichessClient, user_ids: Sequence[str]) -> AsyncIterator[list[str]]:
    """The ids of the games that users play, call by call; of a user who plays several games one alone is told."""
    for first in range(0, len(user_ids), MAX_STATUS_IDS):
        statuses = await client.statuses(user_ids[first : first + MAX_STATUS_IDS])
        yield [status.playing_id for status in statuses if status.playing_id and is_game_id(status.playing_id)]
