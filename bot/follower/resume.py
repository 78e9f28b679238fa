"""After a start: every game that was not over is followed again, and the last results are shown again."""

from typing import TYPE_CHECKING

from bot.follower.follower import KEPT_MS, Follower
from bot.lichess.client import LIMITED
from bot.lichess.governor import Governor

if TYPE_CHECKING:
    from bot.store import Store


async def resume(follower: Follower, store: "Store", governor: Governor) -> None:
    """Take up what the store knows, and keep a pause that the server asked for. Raises `StoreError`.

    A game without an origin comes from a source that tells all of it again.
    """
    if pause := await store.last_line(LIMITED):
        governor.remember(pause.at_ms, int(pause.data))
    for kept in await store.unfinished():
        if kept.origin:
            follower.resume(kept.id, kept.update, kept.at_ms)
    for kept in await store.recent(governor.clock.now_ms() - KEPT_MS):
        if kept.origin and kept.update:
            follower.recall(kept.update, kept.at_ms)
