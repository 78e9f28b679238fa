"""What a hub tells of a topic, made and encoded only when somebody wants it, and how it goes over the wire."""

from collections.abc import Callable
from functools import partial

import msgspec

from overlay.state import State, decode_state

_encode = msgspec.json.Encoder().encode

_TEXT = 0x81  # a final frame with text, RFC 6455


class Content:
    """A state that is made and encoded when somebody wants it, and only once, however many hubs tell it."""

    __slots__ = ("_body", "_make", "_state", "heard_at")

    def __init__(self, state: State | Callable[[], State], heard_at: float | None = None) -> None:
        """`heard_at` is when the server said what it tells, by the hub's clock; None: it does not come from there."""
        self._make = state
        self._state = None if callable(state) else state
        self._body: bytes | None = None
        self.heard_at = heard_at

    @classmethod
    def encoded(cls, topic: str, body: bytes, heard_at: float | None = None) -> "Content":
        """The content of a topic that came encoded; it is decoded when its state is wanted.

        Wanting it then raises `msgspec.MsgspecError` for a body that is no state of this topic.
        """
        content = cls(partial(decode_state, topic, body), heard_at)
        content._body = body
        return content

    @property
    def state(self) -> State:
        """The state."""
        if self._state is None:
            self._state = self._make() if callable(self._make) else self._make
        return self._state

    @property
    def body(self) -> bytes:
        """The state alone, encoded: equal bytes, equal state."""
        if self._body is None:
            self._body = _encode(self.state)
        return self._body

    @property
    def is_made(self) -> bool:
        """Whether the body can be had without making the state."""
        return self._state is not None or self._body is not None

    @property
    def size(self) -> int:
        """How long the body is; 0 while nobody has wanted it."""
        return len(self._body or b"")


class Told(msgspec.Struct, frozen=True):
    """What a hub tells of a topic: which version of it, and since when by the hub's clock."""

    version: int
    content: Content
    at: float


def message(topic: str, version: int, state: State | bytes | None) -> bytes:
    """A `Frame` in JSON around a state, which may be encoded already; names of topics need no escaping."""
    body = state if isinstance(state, bytes) else _encode(state)
    return b'{"topic":"%s","version":%d,"state":%s}' % (topic.encode(), version, body)


def framed(text: bytes) -> bytes:
    """A message as the one frame of text that goes to a WebSocket, the same bytes for every viewer."""
    length = len(text)
    if length < 126:
        return bytes((_TEXT, length)) + text
    if length < 1 << 16:
        return bytes((_TEXT, 126)) + length.to_bytes(2) + text
    return bytes((_TEXT, 127)) + length.to_bytes(8) + text
