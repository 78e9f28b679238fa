"""After a start: every game that was not over is followed again, and the last results are shown again."""

from typing import TYPE_CHECKING

from bot.clock import Clock
from bot.follower.follower import KEPT_MS, Follower

if TYPE_CHECKING:
    from bot.store import Store


async def resume(follower: Follower, store: "Store", clock: Clock) -> None:
    """Take up what the store knows. Raises `StoreError` if it cannot be read.

    A game without an origin comes from a source that tells all of it again.
    """
    for kept in await store.unfinished():
        if kept.origin:
            follower.resume(kept.id, kept.origin, kept.update, kept.at_ms)
    for kept in await store.recent(clock.now_ms() - KEPT_MS):
        if kept.origin and kept.update:
            follower.recall(kept.update, kept.origin, kept.at_ms)
