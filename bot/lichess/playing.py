"""What many users play now, asked a hundred at a time."""

from collections.abc import AsyncIterator, Sequence

from bot.lichess.client import MAX_STATUS_IDS, LichessClient
from bot.lichess.ids import is_game_id

POLL_MS = 7_000
CALL_MS = 5_000
"""Lichess allows a call about once every five seconds."""


async def playing(client: LichessClient, user_ids: Sequence[str]) -> AsyncIterator[str]:
    """The ids of the games that users play, call by call; of a user who plays several games one alone is told."""
    for first in range(0, len(user_ids), MAX_STATUS_IDS):
        for status in await client.statuses(user_ids[first : first + MAX_STATUS_IDS]):
            if status.playing_id and is_game_id(status.playing_id):
                yield status.playing_id


def poll_ms(users: int) -> int:
    """How long to rest after so many users were asked for, so that on the whole the calls keep their distance."""
    calls = -(-users // MAX_STATUS_IDS)
    return max(POLL_MS, calls * CALL_MS)
