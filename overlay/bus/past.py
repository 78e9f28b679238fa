"""What was told before: Redis keeps states that were replaced for as long as some viewers are not told of that yet.

Else a node that starts while there is a public delay could show nothing until the last states are old enough.
"""

from typing import Any

from redis.asyncio import Redis

from overlay.bus.connect import promptly
from overlay.bus.wire import Entry, Garbled, Keys
from overlay.hub import Hub
from overlay.state import Desk
from overlay.topics import AT_ONCE, PRIVATE

STATES = 30
"""Of each topic so many are kept at most, whatever the delay, so that a long one takes no more memory."""


class Keeping:
    """The bot's side: which states are kept when they are replaced, and for how long."""

    def __init__(self, hub: Hub) -> None:
        """Go by the delay that `hub` tells in the topic `desk`."""
        self._hub = hub
        self._kept_at: dict[str, float] = {}

    @property
    def lasts_ms(self) -> int:
        """How long what is kept must last: one that is not kept after it may be due a step later; 0 without a delay."""
        return round(1000 * (self._delay_s + 2 * self._step_s))

    def keeps(self, topic: str) -> bool:
        """Whether to keep the state of a topic that is replaced now; it is noted that this is done."""
        now, step_s = self._hub.clock(), self._step_s
        if not step_s or topic in PRIVATE + AT_ONCE:
            return False
        self._kept_at = {topic: at for topic, at in self._kept_at.items() if now - at < step_s}
        return now == self._kept_at.setdefault(topic, now)

    @property
    def _step_s(self) -> float:
        return self._delay_s / (STATES - 3)

    @property
    def _delay_s(self) -> int:
        told = self._hub.told("desk")
        return told.content.state.delay_s if told and isinstance(told.content.state, Desk) else 0


async def read_past(redis: Redis, keys: Keys) -> list[tuple[str, Entry]]:
    """The states that were replaced lately, with their topics, and what has ended, the oldest first. Raises `AWAY`."""
    lines: Any = await promptly(redis.xrange(keys.past))
    return [past for _id, fields in lines for pair in fields.items() if (past := _read(*pair))]


def _read(topic: bytes, value: bytes) -> tuple[str, Entry] | None:
    try:
        return topic.decode("ascii"), Entry.unpacked(value)
    except (UnicodeError, Garbled):
        return None
