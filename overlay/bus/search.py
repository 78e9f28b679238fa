"""What a bot does not tell at once when it begins: it has yet to find again what the one before it followed."""

from collections.abc import Callable, Collection, Mapping

import msgspec
from redis.asyncio import Redis

from overlay.bus.connect import AWAY, away, promptly
from overlay.bus.wire import Entry, Garbled, Keys
from overlay.state import GameState, decode_state


class Search:
    """The search for the games that were told before the start.

    The featured game waits until it is found, the lobby and the events until all are; else they would be empty for a
    moment, and scenes would jump from game to game.
    """

    LASTS_S = 10.0
    """After that nothing waits any more."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """It begins now, by a clock in seconds."""
        self._clock = clock
        self._began_at = clock()
        self._missing: set[str] = set()
        self._featured = ""

    def begin(self, states: Mapping[str, Entry], found: Collection[str]) -> None:
        """Take up what was told before; some of these topics have been found again already."""
        self._missing = {topic for topic in states if topic.startswith("game/") and topic not in found}
        self._featured = f"game/{_game(states.get('featured'))}"

    def find(self, topic: str) -> None:
        """A topic is told again."""
        self._missing.discard(topic)

    def holds(self, topic: str) -> bool:
        """Whether a topic still waits."""
        if not self._missing or self._clock() - self._began_at >= self.LASTS_S:
            return False
        if topic == "featured":
            return self._featured in self._missing
        return topic == "lobby" or topic.startswith("event/")


async def featured_before(redis: Redis, name: str) -> str | None:
    """The id of the game that was featured before the start; None: none. Raises `BusError`."""
    try:
        value = await promptly(redis.hget(Keys(name).states, "featured"))
        return _game(Entry.unpacked(value)) if isinstance(value, bytes) else None
    except AWAY as error:
        raise away(redis, error) from None
    except Garbled:
        return None


def _game(entry: Entry | None) -> str | None:
    """The id of the game that this entry of `featured` shows."""
    try:
        state = decode_state("featured", entry.body) if entry else None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return state.id if isinstance(state, GameState) else None
