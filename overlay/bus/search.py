"""What a bot does not tell at once when it begins: it has yet to find again what the one before it followed."""

from collections.abc import Mapping

import msgspec
from redis.asyncio import Redis

from overlay.bus.connect import AWAY, away, promptly
from overlay.bus.wire import Entry, Garbled, Keys
from overlay.content import Content
from overlay.hub import Hub
from overlay.state import GameState, decode_state

UNKNOWN = ("waiting", "reconnecting")
GOING_ON = (*UNKNOWN, "live")


class Search:
    """The search for the games that were told before the start.

    A game is found again when more is known of it than that it was there: until then what the bot before told is
    better, as that one knew when it was last heard of, and what its clocks were. The featured game waits until it is
    found, the lobby and the events until all are; else they would be empty for a moment, and scenes would jump from
    game to game.
    """

    LASTS_S = 10.0
    """After that nothing waits any more."""
    OVER_S = 2.0
    """So long a game is waited for that was over: it is shown again at once, from the store, or not at all."""

    def __init__(self, hub: Hub) -> None:
        """It begins now; `hub` tells what is found."""
        self._hub = hub
        self._began_at = hub.clock()
        self._missing: dict[str, float] = {}  # topics, with how long they are waited for
        self._featured = ""

    def begin(self, states: Mapping[str, Entry]) -> None:
        """Take up what was told before; some of these topics have been found again already."""
        games = {topic: _game(topic, entry) for topic, entry in states.items() if topic.startswith("game/")}
        self._missing = {topic: self._waits_s(game) for topic, game in games.items()}
        for topic in games:
            if told := self._hub.told(topic):
                self.hear(topic, told.content)
        featured = _game("featured", states["featured"]) if "featured" in states else None
        self._featured = f"game/{featured.id}" if featured else ""

    def hear(self, topic: str, content: Content | None) -> None:
        """A topic is told again; None: it has ended."""
        if topic in self._missing and (content is None or _is_known(content)):
            del self._missing[topic]

    def holds(self, topic: str) -> bool:
        """Whether a topic still waits."""
        if topic == "featured":
            return self._waits_for(self._featured)
        if topic == "lobby" or topic.startswith("event/"):
            return any(map(self._waits_for, self._missing))
        return self._waits_for(topic)

    def _waits_for(self, game: str) -> bool:
        return game in self._missing and self._hub.clock() - self._began_at < self._missing[game]

    def _waits_s(self, game: GameState | None) -> float:
        return self.LASTS_S if game and game.status.lifecycle in GOING_ON else self.OVER_S


async def featured_before(redis: Redis, name: str) -> str | None:
    """The id of the game that was featured before the start; None: none. Raises `BusError`."""
    try:
        value = await promptly(redis.hget(Keys(name).states, "featured"))
        game = _game("featured", Entry.unpacked(value)) if isinstance(value, bytes) else None
    except AWAY as error:
        raise away(redis, error) from None
    except Garbled:
        return None
    return game.id if game else None


def _game(topic: str, entry: Entry) -> GameState | None:
    """The game that an entry shows; None for what shows none."""
    try:
        state = decode_state(topic, entry.body)
    except (msgspec.MsgspecError, UnicodeError, KeyError, RecursionError):
        return None
    return state if isinstance(state, GameState) else None


def _is_known(content: Content) -> bool:
    """Whether more is known of a game than that it was there."""
    try:
        state = content.state
    except Exception:  # whoever tells it says what is wrong with it
        return True
    return not isinstance(state, GameState) or state.status.lifecycle not in UNKNOWN
