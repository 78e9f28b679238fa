"""One message of the hub."""

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
