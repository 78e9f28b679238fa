"""One message of the hub."""

from functools import lru_cache

import msgspec

from overlay.state.air import Air
from overlay.state.desk import Desk
from overlay.state.event import Event
from overlay.state.game import GameState
from overlay.state.lobby import Lobby

State = GameState | Lobby | Event | Air | Desk


class Frame(msgspec.Struct, frozen=True):
    """One WebSocket message: the current state of one topic. `state` null: there is none (yet, or any more)."""

    topic: str
    version: int
    state: State | None


_OF_ONE = {"lobby": Lobby, "air": Air, "desk": Desk, "featured": GameState, "test": GameState}
_OF_MANY = {"game": GameState, "event": Event}


def decode_state(topic: str, body: bytes) -> State:
    """The state of a topic from its JSON. Raises `msgspec.MsgspecError`, KeyError for no name of a topic."""
    kind = _OF_ONE.get(topic) or _OF_MANY[topic.partition("/")[0]]
    return _decoder(kind).decode(body)


@lru_cache
def _decoder(kind: type[State]) -> msgspec.json.Decoder[State]:
    return msgspec.json.Decoder(kind)
